package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendConfig;
import io.gatemini.ConfigException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where a backend's requests go and what they carry, as its configuration says.
 *
 * @param maxMessageBytes the largest message that is accepted
 */
record HttpAddress(
    URI uri, Map<String, String> headers, Optional<OAuthConfig> oauth, int maxMessageBytes) {
  static final int MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

  private static final int MAX_PORT = 65_535;

  /** RFC 9110, section 5.6.2. */
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** RFC 9110, section 5.5; beyond ASCII the servers do not agree. */
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7E]*");

  /** What the transport sets itself. */
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "accept",
          "connection",
          "content-length",
          "content-type",
          "last-event-id",
          "mcp-protocol-version",
          "mcp-session-id",
          "transfer-encoding");

  /**
   * Reads a configuration.
   *
   * @throws ConfigException naming the key and what to change; the url is not repeated because it
   *     may hold a secret
   */
  static HttpAddress of(String backend, BackendConfig config) {
    String url =
        config
            .url()
            .orElseThrow(
                () -> wrong(backend, "needs url, for example \"https://mcp.example.com/mcp\""));
    config.headers().forEach((name, value) -> checkHeader(backend, name, value));
    return new HttpAddress(
        uri(backend, url.strip()),
        config.headers(),
        oauth(backend, config),
        maxMessageBytes(backend, config.options().path("max_message_bytes")));
  }

  private static Optional<OAuthConfig> oauth(String backend, BackendConfig config) {
    JsonNode option = config.options().path("oauth");
    if (option.isMissingNode() || option.isNull()) {
      return Optional.empty();
    }
    if (config.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase)) {
      throw wrong(backend, "there are both oauth and headers: Authorization; keep one of them");
    }
    try {
      return Optional.of(OAuthConfig.of(option));
    } catch (IllegalArgumentException e) {
      throw wrong(backend, String.valueOf(e.getMessage()));
    }
  }

  private static int maxMessageBytes(String backend, JsonNode option) {
    if (option.isMissingNode()) {
      return MAX_MESSAGE_BYTES;
    }
    if (!option.isIntegralNumber() || !option.canConvertToInt() || option.intValue() < 1) {
      throw wrong(backend, "max_message_bytes must be a whole number of at least 1");
    }
    return option.intValue();
  }

  private static URI uri(String backend, String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      // Without the cause: its message repeats the url.
      throw wrong(backend, "url is not a URL: " + e.getReason() + " at position " + e.getIndex());
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw wrong(backend, "url must begin with http:// or https://");
    }
    if (uri.getRawUserInfo() != null) {
      throw wrong(
          backend, "url must not hold a user name or password; use headers: Authorization instead");
    }
    if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
      throw wrong(
          backend,
          "url needs a host (letters, digits, '-' and '.'), and a port from 1 to " + MAX_PORT);
    }
    if (uri.getRawFragment() != null) {
      throw wrong(backend, "url must not have a fragment (#...); it is never sent");
    }
    return uri;
  }

  private static void checkHeader(String backend, String name, String value) {
    if (!HEADER_NAME.matcher(name).matches()) {
      throw wrong(backend, "headers: \"" + name.strip() + "\" is not a header name");
    }
    if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
      throw wrong(backend, "headers: " + name + " is set by the transport; remove it");
    }
    if (!HEADER_VALUE.matcher(value).matches()) {
      throw wrong(
          backend,
          "headers: the value of " + name + " may hold printable ASCII only, and no line break");
    }
  }

  private static ConfigException wrong(String backend, String what) {
    return new ConfigException("backend \"" + backend + "\" (streamable-http): " + what);
  }
}
