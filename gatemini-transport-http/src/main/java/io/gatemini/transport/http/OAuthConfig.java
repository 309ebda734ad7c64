package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a backend gets its tokens without a person: the option {@code oauth} of its configuration.
 *
 * @param tokenUrl empty to ask the server where its tokens come from
 * @param clientSecret empty for a public client, which only refreshes
 * @param clientAuth how the client proves who it is; empty for what the token endpoint supports
 */
record OAuthConfig(
    Grant grant,
    Optional<URI> tokenUrl,
    String clientId,
    String clientSecret,
    String refreshToken,
    List<String> scopes,
    String resource,
    String audience,
    Optional<ClientAuth> clientAuth) {
  private static final Set<String> KEYS =
      new TreeSet<>(
          Set.of(
              "grant",
              "token_url",
              "client_id",
              "client_secret",
              "client_auth",
              "refresh_token",
              "scopes",
              "resource",
              "audience"));

  OAuthConfig {
    scopes = List.copyOf(scopes);
  }

  enum Grant {
    CLIENT_CREDENTIALS,
    REFRESH_TOKEN
  }

  enum ClientAuth {
    CLIENT_SECRET_BASIC,
    CLIENT_SECRET_POST
  }

  /**
   * Reads the option.
   *
   * @throws IllegalArgumentException naming the key and what to change, never a value
   */
  static OAuthConfig of(JsonNode option) {
    if (!option.isObject()) {
      throw new IllegalArgumentException("oauth must be a map of " + String.join(", ", KEYS));
    }
    for (Iterator<String> names = option.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!KEYS.contains(name)) {
        throw new IllegalArgumentException(
            "oauth." + name + " is not known; there are " + String.join(", ", KEYS));
      }
    }
    String refreshToken = text(option, "refresh_token");
    String secret = text(option, "client_secret");
    Grant grant =
        choice(Grant.class, option, "grant")
            .orElse(refreshToken.isEmpty() ? Grant.CLIENT_CREDENTIALS : Grant.REFRESH_TOKEN);
    needs(!text(option, "client_id").isEmpty(), "client_id");
    needs(grant != Grant.CLIENT_CREDENTIALS || !secret.isEmpty(), "client_secret");
    needs(grant != Grant.REFRESH_TOKEN || !refreshToken.isEmpty(), "refresh_token");
    return new OAuthConfig(
        grant,
        tokenUrl(text(option, "token_url")),
        text(option, "client_id"),
        secret,
        refreshToken,
        scopes(option.path("scopes")),
        text(option, "resource"),
        text(option, "audience"),
        choice(ClientAuth.class, option, "client_auth"));
  }

  /** Whether secrets may be sent there: over https, or without leaving the machine. */
  static boolean isSafe(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    String host = uri.getHost();
    if (host == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      return false;
    }
    return scheme.equals("https")
        || (scheme.equals("http")
            && Set.of("localhost", "127.0.0.1", "[::1]").contains(host.toLowerCase(Locale.ROOT)));
  }

  /** Without the secrets: it may end up in a log. */
  @Override
  public String toString() {
    return "OAuthConfig[" + grant + ", clientId=" + clientId + "]";
  }

  private static Optional<URI> tokenUrl(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    @Nullable URI uri = null;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      // Told below, together with what is no address for secrets.
    }
    if (uri == null || !isSafe(uri)) {
      throw new IllegalArgumentException(
          "oauth.token_url must be an https:// URL (http:// only to localhost), without a user or"
              + " a fragment");
    }
    return Optional.of(uri);
  }

  private static List<String> scopes(JsonNode node) {
    List<String> scopes = new ArrayList<>();
    if (node.isTextual()) {
      for (String scope : node.textValue().strip().split("\\s+", -1)) {
        scopes.add(scope);
      }
    } else if (node.isArray()) {
      node.forEach(scope -> scopes.add(scope.asText().strip()));
    } else if (!node.isMissingNode() && !node.isNull()) {
      throw new IllegalArgumentException("oauth.scopes must be a list");
    }
    scopes.removeIf(String::isEmpty);
    return scopes;
  }

  private static String text(JsonNode option, String key) {
    JsonNode node = option.path(key);
    if (node.isContainerNode()) {
      throw new IllegalArgumentException("oauth." + key + " must be a text");
    }
    return node.isMissingNode() || node.isNull() ? "" : node.asText().strip();
  }

  private static <E extends Enum<E>> Optional<E> choice(
      Class<E> type, JsonNode option, String key) {
    String text = text(option, key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(text)) {
        return Optional.of(constant);
      }
      names.add(name);
    }
    throw new IllegalArgumentException(
        "oauth." + key + " must be one of " + String.join(", ", names));
  }

  private static void needs(boolean there, String key) {
    if (!there) {
      throw new IllegalArgumentException("oauth needs " + key);
    }
  }
}
