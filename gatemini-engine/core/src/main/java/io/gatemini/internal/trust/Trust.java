package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.option.OptionTable;
import java.net.InetSocketAddress;
import java.util.Optional;

/** How far a backend is trusted, by who registered it. Thread-safe. */
public interface Trust {
  /** That of a backend which the operator configured or the host registered. */
  static Trust ofOperator(StartSecrets secrets, OptionTable transport, BackendConfig config) {
    return new OperatorTrust(secrets, transport, config);
  }

  /** That of a backend which an agent registered, as far as a policy goes. */
  static Trust ofAgent(
      RegistrationPolicy policy,
      StartSecrets secrets,
      OptionTable transport,
      BackendConfig config) {
    return new AgentTrust(policy, secrets, transport, config);
  }

  /** Why an agent's configuration may not have the secrets it refers to; empty when it may. */
  static Optional<String> refusal(RegistrationPolicy policy, BackendConfig config) {
    return AgentTrust.refusal(policy, config);
  }

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
