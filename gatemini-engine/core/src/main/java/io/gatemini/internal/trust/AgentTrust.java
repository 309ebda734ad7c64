package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.option.OptionTable;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * That of a backend an agent registered: it connects to what the policy lets it, and gets the
 * secrets that the policy lets it. Its configuration holds the references; each life of it is
 * started with what they stand for then. With a secret in its headers it connects to the host of
 * its own URL alone, wherever that redirects.
 */
final class AgentTrust implements Trust {
  private static final String HIDDEN = "***";

  /** Shorter ones are in every other word. */
  private static final int SHORTEST_HIDDEN = 4;

  private final RegistrationPolicy policy;
  private final StartSecrets secrets;
  private final OptionTable transport;
  private final Optional<String> onlyHost;

  /** The secrets that were given out, longest first: one may be a part of another. */
  private volatile List<String> given = List.of();

  /**
   * @param transport the keys of the transport's own options
   */
  AgentTrust(
      RegistrationPolicy policy,
      StartSecrets secrets,
      OptionTable transport,
      BackendConfig config) {
    this.policy = policy;
    this.secrets = secrets;
    this.transport = transport;
    boolean carries = config.headers().values().stream().anyMatch(Secrets::refers);
    this.onlyHost = carries ? config.url().map(AgentTrust::host) : Optional.empty();
  }

  private static String host(String url) {
    try {
      String host = URI.create(url).getHost();
      return host == null ? "" : AllowedHosts.normal(host);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Why a configuration may not have the secrets it refers to; empty when it may. */
  static Optional<String> refusal(RegistrationPolicy policy, BackendConfig config) {
    List<String> values =
        Stream.concat(config.env().values().stream(), config.headers().values().stream())
            .filter(Secrets::refers)
            .toList();
    for (String value : values) {
      List<String> references = Secrets.references(value);
      if (references.isEmpty()) {
        return Optional.of(
            "a secret reference is incomplete; write secretref:<provider>:<reference>, for example"
                + " secretref:env:API_TOKEN");
      }
      for (String secret : references) {
        if (!policy.mayUseSecret(secret, config)) {
          return Optional.of(
              "the secret \""
                  + secret
                  + "\" may not be given to this backend; the operator can name it in"
                  + " registration.allowed_secrets");
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public BackendConfig resolved(BackendConfig config) {
    return secrets.in(config, transport, this::give);
  }

  /** Servers and programs repeat a key that they do not like; the agent must not read it there. */
  @Override
  public String withoutSecrets(String text) {
    String masked = text;
    for (String secret : given) {
      masked = masked.replace(secret, HIDDEN);
    }
    return masked;
  }

  private void give(String secret) {
    if (secret.length() < SHORTEST_HIDDEN) {
      return;
    }
    synchronized (this) {
      given =
          Stream.concat(given.stream(), Stream.of(secret))
              .distinct()
              .sorted(Comparator.comparingInt((String other) -> -other.length()))
              .toList();
    }
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return onlyHost.map(own -> own.equals(AllowedHosts.normal(host))).orElse(true)
        && policy.mayConnectTo(host, address);
  }
}
