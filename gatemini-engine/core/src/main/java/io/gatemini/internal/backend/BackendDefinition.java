package io.gatemini.internal.backend;

import io.gatemini.BackendUnavailableException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.trust.Trust;
import io.gatemini.spi.BackendProvider;
import java.util.List;
import java.util.Optional;

/**
 * One backend as it is defined: its configuration, its provider, and the secrets and hosts that it
 * may use. Immutable.
 *
 * @param dynamic whether an agent has registered it
 * @param owner the client that it belongs to; empty where it is everyone's
 */
record BackendDefinition(
    String name,
    BackendConfig config,
    BackendProvider provider,
    boolean dynamic,
    Optional<String> owner,
    Trust trust) {
  /**
   * Resolves the secrets.
   *
   * @throws ConfigException naming the key of one that cannot be had
   */
  void requireSecrets() {
    try {
      trust.resolved(config);
    } catch (BackendUnavailableException e) {
      throw new ConfigException("backends." + BackendNames.key(name) + "." + e.getMessage(), e);
    }
  }

  /** A reason of the backend as users read it: without secrets, and without the backend's name. */
  String reason(String said) {
    return Failures.unnamed(name, trust.withoutSecrets(said));
  }

  /** Lines of the backend without secrets. */
  List<String> shown(List<String> lines) {
    return lines.stream().map(trust::withoutSecrets).toList();
  }

  BackendUnavailableException unavailable(String why) {
    return new BackendUnavailableException("backend \"" + name + "\" is not available: " + why);
  }
}
