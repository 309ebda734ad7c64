package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import java.net.InetSocketAddress;

/** How far a backend is trusted, by who registered it. Thread-safe. */
interface Trust {
  /**
   * The configuration a life of the backend starts with.
   *
   * @throws io.gatemini.ConfigException when a secret in it cannot be had
   */
  BackendConfig resolved(BackendConfig config);

  /** See {@link io.gatemini.spi.BackendContext#mayConnectTo}. */
  boolean mayConnectTo(String host, InetSocketAddress address);

  /** What a backend is told to have said, without the secrets that only it was given. */
  String told(String text);

  /** That of backends that the operator configured or the host registered. */
  static Trust full() {
    return Full.INSTANCE;
  }

  /** Everything as it is configured, to wherever. */
  enum Full implements Trust {
    INSTANCE;

    @Override
    public BackendConfig resolved(BackendConfig config) {
      return config;
    }

    @Override
    public String told(String text) {
      return text;
    }

    @Override
    public boolean mayConnectTo(String host, InetSocketAddress address) {
      return true;
    }
  }
}
