package io.gatemini.spi;

import io.gatemini.BackendConfig;

/** What a backend is created with. */
public interface BackendContext extends PluginContext {
  /** The name the backend is configured under. */
  String name();

  /** Its configuration. */
  BackendConfig config();

  /** Where it reports what happens to it between calls. */
  BackendListener listener();
}
