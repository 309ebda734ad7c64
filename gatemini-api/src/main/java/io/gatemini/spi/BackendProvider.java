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

  /**
   * How many calls a backend gets at a time where its configuration does not say; 0 for no bound.
   */
  default int maxConcurrentCalls() {
    return 0;
  }

  /** Whether there can be one instance a session, see {@link io.gatemini.InstanceMode}. */
  default boolean allowsDedicatedInstances() {
    return false;
  }

  /** Makes a backend; it does nothing until it is started. */
  Backend create(BackendContext context);
}
