package io.gatemini.spi;

import io.gatemini.BackendConfig;

/** Makes backends of one transport; its name is the {@code transport} of a configuration. */
public interface BackendProvider extends Provider {
  /**
   * Checks what only this transport knows of a configuration.
   *
   * @throws io.gatemini.ConfigException naming the key and what to change
   */
  default void validate(String backend, BackendConfig config) {}

  /** Makes a backend; it does nothing until it is started. */
  Backend create(BackendContext context);
}
