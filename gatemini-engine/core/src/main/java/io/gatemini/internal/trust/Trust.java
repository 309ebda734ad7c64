package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import java.net.InetSocketAddress;

/** How far a backend is trusted, by who registered it. Thread-safe. */
public interface Trust {
  /**
   * The configuration a life of the backend starts with.
   *
   * @throws io.gatemini.config.ConfigException when a secret in it cannot be had
   */
  BackendConfig resolved(BackendConfig config);

  /** See {@link io.gatemini.spi.BackendContext#mayConnectTo}. */
  boolean mayConnectTo(String host, InetSocketAddress address);

  /** The words of a backend without the secrets that it was given. */
  String withoutSecrets(String text);
}
