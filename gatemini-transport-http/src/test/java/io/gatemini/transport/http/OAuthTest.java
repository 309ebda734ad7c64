package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendUnavailableException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import io.gatemini.testing.SettableClock;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.HttpClients;
import io.gatemini.transport.http.internal.oauth.OAuthTokens;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OAuthTest {
  private static final String SECRET = "s3cret/+:%";

  private final OAuthServer oauth = new OAuthServer();
  @AutoClose private final TestHttpServer server = new TestHttpServer(oauth);
  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

  @Test
  void fetchesATokenBeforeTheFirstRequestAndKeepsIt() throws Exception {
    try (ChannelFixture client =
        client(
            Map.of(
                "token_url",
                url("/token"),
                "scopes",
                List.of("files:read", "files:write"),
                "resource",
                "https://mcp.example.com/mcp",
                "audience",
                "mcp"))) {

      client.sendAndWait(CALL);
      client.sendAndWait(CALL);

      assertThat(server.received("POST").stream().map(TestHttpServer.Received::path))
          .containsExactly("/token", "/mcp", "/mcp");
      assertThat(oauth.tokenRequests)
          .containsExactly(
              Map.of(
                  "grant_type", "client_credentials",
                  "scope", "files:read files:write",
                  "resource", "https://mcp.example.com/mcp",
                  "audience", "mcp",
                  "(authorization)", basic("me+you:s3cret%2F%2B%3A%25")));
    }
  }

  @Test
  void sendsTheSecretInTheBodyIfToldSo() throws Exception {
    try (ChannelFixture client =
        client(Map.of("token_url", url("/token"), "client_auth", "client_secret_post"))) {

      client.sendAndWait(CALL);

      assertThat(oauth.tokenRequests)
          .containsExactly(
              Map.of(
                  "grant_type", "client_credentials",
                  "client_id", "me you",
                  "client_secret", SECRET));
    }
  }

  @Test
  void exchangesATokenForAnother() throws Exception {
    try (ChannelFixture client =
        client(Map.of("token_url", url("/token"), "subject_token", "theirs"))) {

      client.sendAndWait(CALL);

      assertThat(oauth.tokenRequests.get(0))
          .containsEntry("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange")
          .containsEntry("subject_token", "theirs")
          .containsEntry("subject_token_type", "urn:ietf:params:oauth:token-type:access_token");
    }
  }

  @Test
  void fetchesOneTokenForAllThatWait() throws Exception {
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {
      List<CompletableFuture<Void>> calls = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        calls.add(client.send(CALL));
      }
      CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

      oauth.accepted = "t-2";
      calls.clear();
      for (int i = 0; i < 20; i++) {
        calls.add(client.send(CALL));
      }
      CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

      assertThat(oauth.issued).hasValue(2);
      assertThat(client.messages).hasSize(40);
    }
  }

  @Test
  void renewsAMinuteBeforeTheTokenExpires() throws Exception {
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {
      client.sendAndWait(CALL);
      clock.advance(Duration.ofSeconds(3600 - 61));
      client.sendAndWait(CALL);
      assertThat(oauth.issued).hasValue(1);

      clock.advance(Duration.ofSeconds(2));
      oauth.accepted = "t-2";
      client.sendAndWait(CALL);

      assertThat(oauth.issued).hasValue(2);
      assertThat(server.received("POST").stream().filter(r -> r.path().equals("/mcp"))).hasSize(3);
    }
  }

  @Test
  void usesAShortLivedTokenForHalfOfItsLife() throws Exception {
    oauth.more = ",\"expires_in\":20";
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {
      client.sendAndWait(CALL);
      clock.advance(Duration.ofSeconds(9));
      client.sendAndWait(CALL);
      assertThat(oauth.issued).hasValue(1);

      clock.advance(Duration.ofSeconds(2));
      oauth.accepted = "t-2";
      client.sendAndWait(CALL);

      assertThat(oauth.issued).hasValue(2);
      assertThat(server.received("POST").stream().filter(r -> r.path().equals("/mcp"))).hasSize(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"expires_in\":0", ",\"expires_in\":9223372036854775807"})
  void keepsATokenOfUnknownLifeUntilItIsRejected(String life) throws Exception {
    oauth.more = life;
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {
      client.sendAndWait(CALL);
      clock.advance(Duration.ofDays(3000));
      client.sendAndWait(CALL);

      assertThat(oauth.issued).hasValue(1);
    }
  }

  @Test
  void fetchesNoTokenInsteadOfOneThatWasReplacedAlready() throws Exception {
    HttpAddress address = address(Map.of("token_url", url("/token")));
    HttpClient http = HttpClients.create("web", AddressCheck.allowAll());
    HttpClients.start(http);
    try {
      OAuthTokens tokens =
          OAuthTokens.of(
              new TestContext("web", BackendConfig.of("web")).withClock(clock),
              address.oauth(),
              address.uri(),
              http);
      String first = tokens.token().toCompletableFuture().get(60, TimeUnit.SECONDS);
      String second =
          tokens.renew(first, Optional.empty()).toCompletableFuture().get(60, TimeUnit.SECONDS);

      // Who was sent away with the first one as well, but hears of it later.
      String late =
          tokens.renew(first, Optional.empty()).toCompletableFuture().get(60, TimeUnit.SECONDS);

      assertThat(List.of(first, second, late)).containsExactly("t-1", "t-2", "t-2");
      assertThat(oauth.issued).hasValue(2);
    } finally {
      http.stop();
    }
  }

  @Test
  void keepsARefreshTokenThatIsNotReplacedAndAsksForNoOtherScope() throws Exception {
    oauth.challenge = "Bearer scope=\"admin\"";
    try (ChannelFixture client =
        client(Map.of("token_url", url("/token"), "refresh_token", "r-1"))) {
      client.sendAndWait(CALL);
      oauth.accepted = "t-2";

      client.sendAndWait(CALL);

      assertThat(oauth.tokenRequests)
          .extracting(form -> form.get("refresh_token") + " " + form.get("scope"))
          .containsExactly("r-1 null", "r-1 null");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"access_token\":\"a\\nb\"}",
        "{\"access_token\":\"a b\"}",
        "{\"access_token\":\"t-1\",\"token_type\":\"mac\"}"
      })
  void takesNothingButABearerToken(String body) throws Exception {
    server.handle((request, answer) -> answer.json(body));
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageEndingWith("answered without a bearer token");
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void passesOnWhenTheTokenEndpointWantsToBeAskedAgain() throws Exception {
    server.handle((request, answer) -> answer.empty("503 Service Unavailable", "Retry-After: 7"));
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {

      assertThat(((BackendUnavailableException) client.failure(CALL)).retryAfter())
          .contains(Duration.ofSeconds(7));
    }
  }

  @Test
  void rotatesRefreshTokens() throws Exception {
    oauth.more = ",\"expires_in\":3600,\"refresh_token\":\"r-2\"";
    try (ChannelFixture client =
        client(Map.of("token_url", url("/token"), "refresh_token", "r-1"))) {
      client.sendAndWait(CALL);
      oauth.accepted = "t-2";

      client.sendAndWait(CALL);

      assertThat(oauth.tokenRequests)
          .extracting(form -> form.get("grant_type") + " " + form.get("refresh_token"))
          .containsExactly("refresh_token r-1", "refresh_token r-2");
    }
  }

  @Test
  void renewsOnlyOnceForARequest() throws Exception {
    oauth.accepted = "none of them";
    oauth.challenge = "Bearer error=\"insufficient\", scope=\"admin\"";
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              server.authority()
                  + " answered 401 Unauthorized (asks for Bearer authentication, scope \"admin\","
                  + " error \"insufficient\"); check the backend's oauth");
      assertThat(oauth.issued).hasValue(2);
    }
  }

  @Table(
      """
      {"error":"invalid_client","error_description":"unknown\\u0007 client"} | : \
      invalid_client: unknown client
      {"error":"invalid_scope"} | : invalid_scope
      nothing | ``
      """)
  void saysWhatTheTokenEndpointSays(String refusal, String said) throws Exception {
    oauth.refusal = refusal;
    try (ChannelFixture client = client(Map.of("token_url", url("/token")))) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              "the token endpoint "
                  + server.authority()
                  + " answered 400 Bad Request"
                  + said
                  + "; check oauth of the backend");
      oauth.refusal = "";
      client.sendAndWait(CALL);
    }
  }

  @Test
  void checksTheAddressOfTheTokenEndpoint() throws Exception {
    HttpAddress address = address(Map.of("token_url", "http://127.0.0.1:" + server.port() + "/t"));
    AddressCheck check = (host, resolved) -> !host.equals("127.0.0.1");
    try (ChannelFixture client = new ChannelFixture(address, HttpClients.create("web", check))) {

      assertThat(client.failure(CALL)).hasMessageEndingWith("its address is not allowed");
      assertThat(server.received()).isEmpty();
    }
  }

  @Test
  void findsTheTokenEndpointWhereTheChallengeSays() throws Exception {
    oauth.challenge =
        "Bearer scope=\"mcp:tools\", resource_metadata=\"" + url("/meta/resource") + "\"";
    oauth.documents.put("/meta/resource", resource(url("/mcp"), url("/tenant")));
    oauth.documents.put(
        "/.well-known/oauth-authorization-server/tenant",
        "{\"issuer\":\""
            + url("/tenant")
            + "\",\"token_endpoint\":\""
            + url("/token")
            + "\",\"token_endpoint_auth_methods_supported\":[\"client_secret_post\"]}");
    try (ChannelFixture client = client(Map.of())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(oauth.tokenRequests)
          .containsExactly(
              Map.of(
                  "grant_type", "client_credentials",
                  "client_id", "me you",
                  "client_secret", SECRET,
                  "scope", "mcp:tools",
                  "resource", url("/mcp")));
      assertThat(server.received().stream().map(TestHttpServer.Received::path))
          .containsExactly(
              "/mcp",
              "/meta/resource",
              "/.well-known/oauth-authorization-server/tenant",
              "/token",
              "/mcp");
    }
  }

  @Test
  void findsTheTokenEndpointAtTheWellKnownPlaces() throws Exception {
    oauth.documents.put(
        "/.well-known/oauth-protected-resource/mcp", resource(url("/mcp"), url("")));
    oauth.documents.put(
        "/.well-known/openid-configuration",
        "{\"issuer\":\""
            + url("")
            + "/\",\"token_endpoint\":\""
            + url("/token")
            + "\",\"token_endpoint_auth_methods_supported\":"
            + "[\"client_secret_post\",\"client_secret_basic\"]}");
    try (ChannelFixture client = client(Map.of("resource", "https://r.example/"))) {

      client.sendAndWait(CALL);

      assertThat(oauth.tokenRequests.get(0))
          .containsEntry("scope", "a b")
          .containsEntry("resource", "https://r.example/")
          .containsKey("(authorization)")
          .doesNotContainKey("client_secret");
      int lookups = server.received("GET").size();
      oauth.accepted = "t-2";
      client.sendAndWait(CALL);
      assertThat(oauth.issued).hasValue(2);
      assertThat(server.received("GET")).hasSize(lookups);
    }
  }

  @Test
  void trustsNoMetadataOfAnotherServer() throws Exception {
    oauth.challenge = "Bearer resource_metadata=\"" + url("/meta/resource") + "\"";
    oauth.documents.put("/meta/resource", resource("https://bank.example/mcp", url("/tenant")));
    oauth.documents.put(
        "/.well-known/oauth-authorization-server/tenant",
        "{\"issuer\":\"" + url("/tenant") + "\",\"token_endpoint\":\"" + url("/token") + "\"}");
    try (ChannelFixture client = client(Map.of())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              server.authority() + " does not say where it issues tokens; set oauth.token_url");
      assertThat(oauth.tokenRequests).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'grant':'client_credentials'}                            | : 'client_id' is missing",
        "{'client_id':'a','grant':'client_credentials'}            | : 'client_secret' is missing",
        "{'client_id':'a','grant':'token_exchange'}                | : 'subject_token' is missing",
        "{'client_id':'a','discover':false}                        | : 'discover' is false; add"
            + " 'authorization_url', 'token_url' and 'client_id'",
        "{'callback_port':0}                                       | .callback_port",
        "{'redirect_uri':'http://hush.example/'}                   | .redirect_uri: redirect_uri must"
            + " be an https:// URL",
        "{'client_id':'a','grant':'refresh_token'}                 | : 'refresh_token' is missing",
        "{'client_id':'a','client_secret':'hush','grant':'device'} | .grant: 'device' is not known;"
            + " write one of client_credentials, refresh_token, token_exchange, authorization_code",
        "{'client_id':'a','client_secret':'hush','secret':1}       | .secret: this key is not known;"
            + " there are audience, authorization_url",
        "{'client_id':'a','client_secret':['hush']}                | .client_secret: a text was"
            + " expected here",
        "{'client_id':'a','client_secret':'hush','token_url':'http://auth.example/hush'} |"
            + " .token_url: token_url must be an https:// URL",
        "{'client_id':'a','client_secret':'hush','token_url':'::hush'} | .token_url: token_url must"
            + " be an https:// URL",
        "[]                                                        | : a map of keys was expected"
      },
      quoteCharacter = '`')
  void refusesAWrongConfigurationWithoutRepeatingIt(String option, String said) {
    assertThatThrownBy(
            () ->
                HttpAddress.of(
                    "b",
                    BackendConfig.streamableHttp("https://a.example/mcp")
                        .option("oauth", Json.mapper().readTree(option.replace('\'', '"')))))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("backends.b.oauth" + said.replace('\'', '"'))
        .hasMessageNotContaining("hush");
  }

  @Test
  void refusesTwoKindsOfAuthorization() {
    assertThatThrownBy(
            () ->
                HttpAddress.of(
                    "b",
                    BackendConfig.streamableHttp("https://a.example/mcp")
                        .header("authorization", "Bearer x")
                        .option("oauth", Map.of("client_id", "a", "client_secret", "b"))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there are both oauth and headers: Authorization");
  }

  @Test
  void showsNoSecret() {
    assertThat(address(Map.of("refresh_token", "r-1")).toString())
        .doesNotContain(SECRET, "r-1", "s3cret");
  }

  private ChannelFixture client(Map<String, Object> more) throws Exception {
    return new ChannelFixture(
        address(more), HttpClients.create("web", AddressCheck.allowAll()), clock);
  }

  private HttpAddress address(Map<String, Object> more) {
    Map<String, Object> option = new java.util.HashMap<>(more);
    option.put("client_id", "me you");
    option.put("client_secret", SECRET);
    return HttpAddress.of(
        "web", BackendConfig.streamableHttp(server.url()).option("oauth", option));
  }

  private String url(String path) {
    return "http://" + server.authority() + path;
  }

  private static String resource(String resource, String issuer) {
    return "{\"resource\":\""
        + resource
        + "\",\"authorization_servers\":[\""
        + issuer
        + "\"],\"scopes_supported\":[\"a\",\"b\"]}";
  }

  private static String basic(String pair) {
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
  }
}
