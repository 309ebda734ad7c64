package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

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
  /** The keys of the option. */
  static final OptionTable KEYS = new OptionTable("oauth");

  private static final OptionKey<Grant> GRANT =
      KEYS.add(
          "grant",
          OptionType.choice(Grant.class),
          "refresh_token where there is a refresh_token, else client_credentials.");
  private static final OptionKey<String> TOKEN_URL =
      KEYS.add(
          "token_url",
          OptionType.secretText().check(OAuthConfig::noTokenUrl),
          "The token endpoint; without it the server is asked (RFC 9728, RFC 8414).");
  private static final OptionKey<String> CLIENT_ID =
      KEYS.addRequired(
          "client_id", OptionType.secretText().nonBlank(), "The registered name of the client.");
  private static final OptionKey<String> CLIENT_SECRET =
      KEYS.add("client_secret", OptionType.secretText(), "", "The secret of the client.");
  private static final OptionKey<ClientAuth> CLIENT_AUTH =
      KEYS.add(
          "client_auth", OptionType.choice(ClientAuth.class), "The authentication of the client.");
  private static final OptionKey<String> REFRESH_TOKEN =
      KEYS.add(
          "refresh_token",
          OptionType.secretText(),
          "",
          "The token that obtains new access tokens.");
  private static final OptionKey<List<String>> SCOPES =
      KEYS.add(
          "scopes",
          OptionType.texts().reader(OAuthConfig::scopes).describedBy(scopesSchema()),
          List.of(),
          "The scopes of the token.");
  private static final OptionKey<String> RESOURCE =
      KEYS.add("resource", OptionType.secretText(), "", "The target of the token (RFC 8707).");
  private static final OptionKey<String> AUDIENCE =
      KEYS.add(
          "audience", OptionType.secretText(), "", "The same, for servers that use this name.");

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
   * @throws ConfigException naming the key and what to change, never a value
   */
  static OAuthConfig read(Options option) {
    OptionValues values = KEYS.read(option);
    String refreshToken = values.get(REFRESH_TOKEN).strip();
    String secret = values.get(CLIENT_SECRET).strip();
    Grant grant =
        values
            .find(GRANT)
            .orElse(refreshToken.isEmpty() ? Grant.CLIENT_CREDENTIALS : Grant.REFRESH_TOKEN);
    if (grant == Grant.CLIENT_CREDENTIALS && secret.isEmpty()) {
      throw option.invalid("\"client_secret\" is missing; add it");
    }
    if (grant == Grant.REFRESH_TOKEN && refreshToken.isEmpty()) {
      throw option.invalid("\"refresh_token\" is missing; add it");
    }
    return new OAuthConfig(
        grant,
        values.find(TOKEN_URL).map(String::strip).map(URI::create),
        values.get(CLIENT_ID).strip(),
        secret,
        refreshToken,
        values.get(SCOPES),
        values.get(RESOURCE).strip(),
        values.get(AUDIENCE).strip(),
        values.find(CLIENT_AUTH));
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

  private static Optional<String> noTokenUrl(String text) {
    if (text.contains("secretref:")) {
      return Optional.empty(); // looked at when it is known
    }
    try {
      if (isSafe(new URI(text.strip()))) {
        return Optional.empty();
      }
    } catch (URISyntaxException e) {
      // Reported below, together with other addresses that are unfit for secrets.
    }
    return Optional.of(
        "must be an https:// URL (http:// only to localhost), without a user or a fragment");
  }

  private static ObjectNode scopesSchema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    ArrayNode either = schema.putArray("anyOf");
    either.addObject().put("type", "string");
    either.addObject().put("$ref", "#/$defs/list");
    return schema;
  }

  /** A list, or one text with blanks between as the protocol writes them. */
  private static List<String> scopes(Option at) {
    List<String> scopes =
        at.isList() ? at.secretStrings() : List.of(at.secretText().strip().split("\\s+", -1));
    return scopes.stream().map(String::strip).filter(scope -> !scope.isEmpty()).toList();
  }
}
