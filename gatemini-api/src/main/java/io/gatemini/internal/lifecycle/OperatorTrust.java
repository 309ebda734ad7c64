package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * That of a backend that the operator configured or the host registered: everything as it is
 * configured, to wherever. What it says is told to agents and clients without what may be a secret:
 * headers, the query of its URL, variables that are called like a secret or are long. Immutable.
 */
final class OperatorTrust implements Trust {
  private static final String HIDDEN = "***";

  /** Shorter ones are in every other word. */
  private static final int SHORTEST_SECRET = 4;

  /** Of variables whose name tells nothing: no secret is shorter, words like "production" are. */
  private static final int SHORTEST_VALUE = 12;

  private static final Pattern SECRET_NAME =
      Pattern.compile("key|token|secret|pass|pwd|auth|cred|cookie|session|private|dsn");

  /** The longest first: one may be a part of another. */
  private final List<String> hidden;

  OperatorTrust(BackendConfig config) {
    this.hidden =
        Stream.of(
                config.env().entrySet().stream()
                    .filter(OperatorTrust::maySecret)
                    .map(Map.Entry::getValue),
                // "Bearer" and the like stand before the secret.
                config.headers().values().stream()
                    .flatMap(
                        value ->
                            Stream.of(value, value.substring(value.strip().lastIndexOf(' ') + 1))),
                config.url().stream().flatMap(OperatorTrust::secrets))
            .flatMap(values -> values)
            .filter(value -> value.length() >= SHORTEST_SECRET)
            .distinct()
            .sorted(Comparator.comparingInt((String value) -> -value.length()))
            .collect(Collectors.toUnmodifiableList());
  }

  private static boolean maySecret(Map.Entry<String, String> variable) {
    return variable.getValue().length() >= SHORTEST_VALUE
        || SECRET_NAME.matcher(variable.getKey().toLowerCase(Locale.ROOT)).find();
  }

  private static Stream<String> secrets(String url) {
    try {
      URI uri = URI.create(url);
      return Stream.of(uri.getRawQuery(), uri.getQuery(), uri.getRawUserInfo(), uri.getUserInfo())
          .filter(part -> part != null);
    } catch (IllegalArgumentException e) {
      return Stream.empty();
    }
  }

  @Override
  public BackendConfig resolved(BackendConfig config) {
    return config;
  }

  @Override
  public String told(String text) {
    String told = text;
    for (String secret : hidden) {
      told = told.replace(secret, HIDDEN);
    }
    return told;
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return true;
  }
}
