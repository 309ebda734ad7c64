package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import java.net.InetSocketAddress;

/**
 * That of a backend that the operator configured or the host registered: everything as it is
 * configured, to wherever. What it says is told to agents and clients without what may be a secret
 * of {@link ConfiguredSecrets its configuration}. Immutable.
 */
public final class OperatorTrust implements Trust {
  private final ConfiguredSecrets secrets;

  public OperatorTrust(BackendConfig config) {
    this.secrets = ConfiguredSecrets.of(config);
  }

  @Override
  public BackendConfig resolved(BackendConfig config) {
    return config;
  }

  @Override
  public String told(String text) {
    return secrets.hiddenIn(text);
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return true;
  }
}
