package io.gatemini.transport.http;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import io.gatemini.transport.http.internal.oauth.OAuthConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Where a backend's requests go and what they carry, as its configuration says.
 *
 * @param redirectHosts where the server may redirect to, besides its own host
 * @param sse whether it is asked for the stream of an older server first
 * @param maxMessageBytes the largest message that is accepted
 */
record HttpAddress(
    URI uri,
    Map<String, String> headers,
    Optional<OAuthConfig> oauth,
    List<String> redirectHosts,
    boolean sse,
    int maxMessageBytes) {
  static final int MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

  private static final int MAX_PORT = 65_535;

  /** RFC 9110, section 5.6.2. */
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** RFC 9110, section 5.5; beyond ASCII the servers do not agree. */
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7E]*");

  /** The keys of a backend. */
  static final OptionTable KEYS = new OptionTable("");

  private static final OptionKey<Integer> MAX_BYTES = maxBytes(KEYS);
  private static final OptionKey<OAuthConfig> OAUTH = oauth(KEYS);

  private static final OptionKey<List<String>> REDIRECT_HOSTS =
      KEYS.add(
          "redirect_hosts",
          OptionType.texts(),
          List.of(),
          "The hosts that the server may redirect to, besides its own; none where there are"
              + " credentials.");

  private static final OptionKey<Boolean> SSE =
      KEYS.add(
          "sse",
          OptionType.bool(),
          false,
          "Whether the server speaks the older HTTP+SSE, whatever it answers to a POST; otherwise"
              + " that is found out. \"type: sse\" means the same.");

  /** The headers that the transport sets itself. */
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

  /** Adds the key of the longest message. */
  static OptionKey<Integer> maxBytes(OptionTable keys) {
    return keys.add(
        "max_message_bytes",
        OptionType.integer(1024, 1 << 30),
        MAX_MESSAGE_BYTES,
        "The longest message that is accepted.");
  }

  /** Adds the key of the access tokens. */
  static OptionKey<OAuthConfig> oauth(OptionTable keys) {
    return keys.add(
        "oauth",
        OptionType.section(OAuthConfig.KEYS, OAuthConfig::read),
        "How the backend gets its access tokens; secrets are resolved.");
  }

  /** Of a server that is found out to be an older one. */
  HttpAddress(
      URI uri,
      Map<String, String> headers,
      Optional<OAuthConfig> oauth,
      List<String> redirectHosts,
      int maxMessageBytes) {
    this(uri, headers, oauth, redirectHosts, false, maxMessageBytes);
  }

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
    checkHeaders(config, OWN_HEADERS, problem -> wrong(backend, problem));
    OptionValues options = KEYS.read(Options.of("backends." + backend, config.options()));
    Optional<OAuthConfig> oauth = options.find(OAUTH);
    if (oauth.isPresent()
        && config.headers().keySet().stream().anyMatch("authorization"::equalsIgnoreCase)) {
      throw wrong(backend, "there are both oauth and headers: Authorization; keep one of them");
    }
    return new HttpAddress(
        uri(backend, url.strip()),
        config.headers(),
        oauth,
        options.get(REDIRECT_HOSTS),
        options.get(SSE),
        options.get(MAX_BYTES));
  }

  /** Whether the configured headers say who the gateway is. */
  boolean authorizes() {
    return headers.keySet().stream().anyMatch("authorization"::equalsIgnoreCase);
  }

  private static URI uri(String backend, String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      // Without the cause: its message repeats the url.
      String where = e.getReason() + " at position " + e.getIndex();
      throw wrong(backend, "url is not a URL: " + where + "; write it as http://HOST:PORT/PATH");
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

  /** Checks the headers that a backend adds to all requests; {@code own} are the transport's. */
  static void checkHeaders(
      BackendConfig config, Set<String> own, Function<String, ConfigException> wrong) {
    config
        .headers()
        .forEach(
            (name, value) -> {
              if (!HEADER_NAME.matcher(name).matches()) {
                throw wrong.apply("headers: \"" + name.strip() + "\" is not a header name");
              }
              if (own.contains(name.toLowerCase(Locale.ROOT))) {
                throw wrong.apply("headers: " + name + " is set by the transport; remove it");
              }
              if (!HEADER_VALUE.matcher(value).matches()) {
                throw wrong.apply(
                    "headers: the value of "
                        + name
                        + " may hold printable ASCII only, and no line break");
              }
            });
  }

  private static ConfigException wrong(String backend, String what) {
    return new ConfigException("backend \"" + backend + "\" (streamable-http): " + what);
  }
}
