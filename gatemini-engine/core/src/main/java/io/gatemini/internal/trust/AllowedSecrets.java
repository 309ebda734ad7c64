package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import java.net.URI;
import java.util.Collection;
import java.util.Set;

/**
 * Secrets that an operator has named: {@code provider:reference}, then for any backend that may be
 * registered, or {@code provider:reference@host}, then for headers to that host alone. Immutable.
 */
final class AllowedSecrets {
  private final Set<String> entries;

  AllowedSecrets(Collection<String> entries) {
    this.entries = Set.copyOf(entries);
  }

  boolean contains(String secret, BackendConfig config) {
    if (secret.indexOf('@') >= 0) {
      return false; // what stands behind it in an entry is the host
    }
    return entries.contains(secret)
        || entries.stream()
            .anyMatch(
                entry -> {
                  int at = entry.lastIndexOf('@');
                  return at > 0
                      && entry.substring(0, at).equals(secret)
                      && config.transport().equals("streamable-http")
                      && isAt(config.url().orElse(""), entry.substring(at + 1));
                });
  }

  private static boolean isAt(String url, String host) {
    try {
      URI uri = URI.create(url);
      return uri.getHost() != null
          && new AllowedHosts(Set.of(host)).contains(uri.getHost(), port(uri));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
  }
}
