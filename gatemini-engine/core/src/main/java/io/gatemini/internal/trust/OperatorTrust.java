package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import io.gatemini.spi.option.OptionTable;
import java.net.InetSocketAddress;

/**
 * That of a backend that the operator configured or the host registered: everything as it is
 * configured, to wherever. Its words reach agents and clients without possible secrets of {@link
 * ConfiguredSecrets its configuration}. Thread-safe.
 */
final class OperatorTrust implements Trust {
  private final StartSecrets secrets;
  private final OptionTable transport;
  private volatile ConfiguredSecrets configured;

  /**
   * @param transport the keys of the transport's own options
   */
  OperatorTrust(StartSecrets secrets, OptionTable transport, BackendConfig config) {
    this.secrets = secrets;
    this.transport = transport;
    this.configured = ConfiguredSecrets.of(config);
  }

  @Override
  public BackendConfig resolved(BackendConfig config) {
    BackendConfig resolved = secrets.in(config, transport, secret -> {});
    configured = ConfiguredSecrets.of(resolved);
    return resolved;
  }

  @Override
  public String withoutSecrets(String text) {
    return configured.hiddenIn(text);
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return true;
  }
}
