package io.gatemini.transport.http.internal.oauth;

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
 * How a backend gets its tokens: the option {@code oauth} of its configuration. Texts that are not
 * configured are empty.
 *
 * @param tokenUrl empty to ask the server where its tokens come from
 * @param authorizationUrl where people sign in; empty to ask the server
 * @param clientSecret empty for a public client
 * @param clientMetadataUrl the client's name at servers that read it from there
 * @param redirectUri where the sign-in returns to; empty for a free port of this machine
 * @param callbackPort where that is listened for, behind a redirectUri of another address
 * @param clientAuth how the client proves who it is; empty for what the token endpoint supports
 */
public record OAuthConfig(
    Grant grant,
    Optional<URI> tokenUrl,
    Optional<URI> authorizationUrl,
    String clientId,
    String clientSecret,
    String clientMetadataUrl,
    Optional<URI> redirectUri,
    Optional<Integer> callbackPort,
    String refreshToken,
    String subjectToken,
    String subjectTokenType,
    List<String> scopes,
    String resource,
    String audience,
    Optional<ClientAuth> clientAuth) {
  /** The keys of the option. */
  public static final OptionTable KEYS = new OptionTable("oauth");

  private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
  private static final URI DEFAULT_REDIRECT = URI.create("http://localhost:8080/callback");

  private static final OptionKey<Grant> GRANT =
      KEYS.add(
          "grant",
          OptionType.choice(Grant.class),
          "refresh_token where there is a refresh_token, token_exchange where there is a"
              + " subject_token, client_credentials where there is a client_secret and no key of a"
              + " sign-in; else authorization_code: a person signs in.");
  private static final OptionKey<Boolean> DISCOVER =
      KEYS.add(
          "discover",
          OptionType.bool(),
          true,
          "Whether the server is asked where its tokens come from; false needs authorization_url,"
              + " token_url and client_id.");
  private static final OptionKey<String> AUTHORIZATION_URL =
      KEYS.add(
          "authorization_url",
          OptionType.secretText().check(OAuthConfig::noSafeUrl),
          "The address where a person signs in; without it the server is asked (RFC 9728, RFC"
              + " 8414).");
  private static final OptionKey<String> TOKEN_URL =
      KEYS.add(
          "token_url",
          OptionType.secretText().check(OAuthConfig::noSafeUrl),
          "The token endpoint; without it the server is asked (RFC 9728, RFC 8414).");
  private static final OptionKey<String> CLIENT_ID =
      KEYS.add(
          "client_id",
          OptionType.secretText().nonBlank(),
          "The registered name of the client; without it, a sign-in registers one (RFC 7591).");
  private static final OptionKey<String> CLIENT_SECRET =
      KEYS.add("client_secret", OptionType.secretText(), "", "The secret of the client.");
  private static final OptionKey<ClientAuth> CLIENT_AUTH =
      KEYS.add(
          "client_auth", OptionType.choice(ClientAuth.class), "The authentication of the client.");
  private static final OptionKey<String> CLIENT_METADATA_URL =
      KEYS.add(
          "client_metadata_url",
          OptionType.secretText().check(OAuthConfig::noSafeUrl),
          "The https:// address of the client's metadata document, which is its client_id at"
              + " servers that read such documents.");
  private static final OptionKey<String> REDIRECT_URI =
      KEYS.add(
          "redirect_uri",
          OptionType.secretText().check(OAuthConfig::noSafeUrl),
          "The registered address that a sign-in returns to: http://localhost:8080/callback where"
              + " there is a client_id, else one on a free port.");
  private static final OptionKey<Integer> CALLBACK_PORT =
      KEYS.add(
          "callback_port",
          OptionType.integer(1, 65_535),
          "The port of this machine on which a sign-in is awaited: that of redirect_uri, unless"
              + " something forwards to another one.");

  static {
    KEYS.add("use_pkce", OptionType.bool(), true, "Has no effect: PKCE is always used.");
  }

  private static final OptionKey<String> REFRESH_TOKEN =
      KEYS.add(
          "refresh_token",
          OptionType.secretText(),
          "",
          "The token that obtains new access tokens.");
  private static final OptionKey<String> SUBJECT_TOKEN =
      KEYS.add(
          "subject_token",
          OptionType.secretText(),
          "",
          "The token that is exchanged for access tokens (RFC 8693).");
  private static final OptionKey<String> SUBJECT_TOKEN_TYPE =
      KEYS.add(
          "subject_token_type",
          OptionType.secretText().nonBlank(),
          ACCESS_TOKEN,
          "The type of the subject_token, a URN.");
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

  public OAuthConfig {
    scopes = List.copyOf(scopes);
  }

  /** How tokens are obtained. */
  public enum Grant {
    CLIENT_CREDENTIALS,
    REFRESH_TOKEN,
    TOKEN_EXCHANGE,
    AUTHORIZATION_CODE
  }

  /** How a client proves who it is. */
  public enum ClientAuth {
    CLIENT_SECRET_BASIC,
    CLIENT_SECRET_POST
  }

  /**
   * Reads the option.
   *
   * @throws ConfigException naming the key and what to change, never a value
   */
  public static OAuthConfig read(Options option) {
    OptionValues values = KEYS.read(option);
    String clientId = values.find(CLIENT_ID).orElse("").strip();
    String secret = values.get(CLIENT_SECRET).strip();
    String refreshToken = values.get(REFRESH_TOKEN).strip();
    String subjectToken = values.get(SUBJECT_TOKEN).strip();
    Optional<URI> authorizationUrl = url(values, AUTHORIZATION_URL);
    Optional<URI> tokenUrl = url(values, TOKEN_URL);
    Optional<URI> redirect = url(values, REDIRECT_URI);
    boolean ofSignIn =
        authorizationUrl.isPresent()
            || redirect.isPresent()
            || values.find(CALLBACK_PORT).isPresent()
            || values.find(CLIENT_METADATA_URL).isPresent();
    Grant grant =
        values
            .find(GRANT)
            .orElse(
                !refreshToken.isEmpty()
                    ? Grant.REFRESH_TOKEN
                    : !subjectToken.isEmpty()
                        ? Grant.TOKEN_EXCHANGE
                        : secret.isEmpty() || ofSignIn
                            ? Grant.AUTHORIZATION_CODE
                            : Grant.CLIENT_CREDENTIALS);
    boolean known = authorizationUrl.isPresent() && tokenUrl.isPresent() && !clientId.isEmpty();
    String missing =
        switch (grant) {
          case CLIENT_CREDENTIALS ->
              clientId.isEmpty() ? "client_id" : secret.isEmpty() ? "client_secret" : "";
          case REFRESH_TOKEN ->
              clientId.isEmpty() ? "client_id" : refreshToken.isEmpty() ? "refresh_token" : "";
          case TOKEN_EXCHANGE ->
              clientId.isEmpty() ? "client_id" : subjectToken.isEmpty() ? "subject_token" : "";
          case AUTHORIZATION_CODE -> "";
        };
    if (!missing.isEmpty()) {
      throw option.invalid("\"" + missing + "\" is missing; add it");
    }
    if (grant == Grant.AUTHORIZATION_CODE && !values.get(DISCOVER) && !known) {
      throw option.invalid(
          "\"discover\" is false; add \"authorization_url\", \"token_url\" and \"client_id\"");
    }
    return new OAuthConfig(
        grant,
        tokenUrl,
        authorizationUrl,
        clientId,
        secret,
        values.find(CLIENT_METADATA_URL).orElse("").strip(),
        redirect.or(() -> Optional.of(DEFAULT_REDIRECT).filter(uri -> !clientId.isEmpty())),
        values.find(CALLBACK_PORT),
        refreshToken,
        subjectToken,
        values.get(SUBJECT_TOKEN_TYPE).strip(),
        values.get(SCOPES),
        values.get(RESOURCE).strip(),
        values.get(AUDIENCE).strip(),
        values.find(CLIENT_AUTH));
  }

  /** Whether a person has to sign in for the tokens. */
  public boolean isOfPerson() {
    return grant == Grant.AUTHORIZATION_CODE;
  }

  /** That of a backend without the option: a person signs in where the server asks for it. */
  static OAuthConfig unset() {
    return read(Options.of("oauth", JsonNodeFactory.instance.objectNode()));
  }

  private static Optional<URI> url(OptionValues values, OptionKey<String> key) {
    return values.find(key).map(String::strip).map(URI::create);
  }

  /** Whether secrets may be sent there: over https, or without leaving the machine. */
  public static boolean isSafe(URI uri) {
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

  private static Optional<String> noSafeUrl(String text) {
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
