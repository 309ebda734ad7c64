package io.gatemini.transport.http;

import static io.gatemini.transport.http.SignInServer.signIn;
import static io.gatemini.transport.http.SignInServer.state;
import static io.gatemini.transport.http.SignInServer.visit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.GatewayListener;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.TokenStoreProvider;
import io.gatemini.testing.SettableClock;
import io.gatemini.testing.TestHttpServer;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sign-in of a person, at the level of a gateway; the browser follows every redirect. */
class SignInTest {
  private final SignInServer far = new SignInServer();
  @AutoClose private final TestHttpServer server = new TestHttpServer(far);
  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir private Path folder;

  @Test
  void signsInOnceForAllGatewaysOfATokenFile() throws Exception {
    try (Gateway gateway = gateway()) {
      assertThat(state(gateway)).isEqualTo(BackendState.NEEDS_SIGN_IN);
      assertThat(gateway.backends().get(0).reason())
          .contains(
              server.authority()
                  + " asks a person to sign in, with the scope files; run \"gatemini auth far\"");

      SignIn signIn = gateway.signIn("far");
      assertThat(gateway.signIn("far")).isSameAs(signIn);
      assertThat(visit(signIn.address())).contains("You are signed in.");
      signIn.outcome().get(60, TimeUnit.SECONDS);

      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
      assertThat(gateway.backends().get(0).signedIn())
          .get()
          .asString()
          .startsWith("signed in at " + server.authority() + " with the scope files");
      assertThat(far.authorizations.get(0))
          .containsEntry("code_challenge_method", "S256")
          .containsEntry("resource", server.url())
          .containsEntry("scope", "files")
          .containsEntry("client_id", "client-1");
      assertThat(far.tokenRequests.get(0))
          .containsEntry("resource", server.url())
          .containsKey("code_verifier");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens())))
        .isEqualTo("rw-------");
    try (Gateway gateway = gateway()) {
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");

      assertThat(gateway.signOut("far")).isTrue();
      assertThat(state(gateway)).isEqualTo(BackendState.NEEDS_SIGN_IN);
      assertThat(far.revocations.get(0)).containsEntry("token", "r-1");
      assertThat(gateway.signOut("far")).isFalse();
    }
    assertThat(Files.readString(tokens())).doesNotContain("t-1", "r-1");
  }

  @Test
  void offersTheAddressInTheMiddleOfACall() {
    try (Gateway gateway = gateway()) {
      assertThat(state(gateway)).isEqualTo(BackendState.NEEDS_SIGN_IN);
      ToolCall call = ToolCall.of("far.work", RawJson.emptyObject());

      assertThatThrownBy(() -> gateway.call(call))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("run \"gatemini auth far\"");
      assertThatThrownBy(() -> gateway.call(call.withElicitation(form -> answered("decline"))))
          .hasMessageContaining("run \"gatemini auth far\"");

      List<JsonNode> asked = new ArrayList<>();
      assertThat(
              gateway
                  .call(
                      call.withElicitation(
                          form -> {
                            asked.add(form.tree());
                            return CompletableFuture.supplyAsync(
                                () -> {
                                  visit(URI.create(form.tree().path("url").asText()));
                                  return answered("accept").join();
                                });
                          }))
                  .text())
          .isEqualTo("done");
      assertThat(asked.get(0).path("mode").asText()).isEqualTo("url");
      assertThat(asked.get(0).path("message").asText()).isEqualTo("Sign in to \"far\" to go on.");

      // The token is taken away while the backend is healthy, and its refresh token is used up.
      far.accepted.clear();
      far.refreshToken = "none";
      assertThat(
              gateway
                  .call(
                      call.withElicitation(
                          form ->
                              CompletableFuture.supplyAsync(
                                  () -> {
                                    visit(URI.create(form.tree().path("url").asText()));
                                    return answered("accept").join();
                                  })))
                  .text())
          .isEqualTo("done");
      assertThat(far.registrations).hasValue(2);
    }
  }

  /** Servers lose registrations, and show it to the person alone. */
  @ParameterizedTest
  @ValueSource(strings = {"422 X", "400 Bad Request", "401 Unauthorized", "302 Found"})
  void registersAnewWhereThePageDoesNotKnowItAnyMore(String refusal) throws Exception {
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      far.instead.put(
          "/authorize",
          (request, answer) -> {
            if (request.path().contains("client_id=client-1&")) {
              answer.empty(refusal, "Location: http://127.0.0.1:1/?error=invalid_client&state=x");
            } else {
              far.authorize(request, answer, server.url().replace("/mcp", ""));
            }
          });

      signIn(gateway);

      assertThat(far.registrations).hasValue(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "invalid_grant",
        "invalid_client",
        "bad_refresh_token",
        "token_expired",
        "invalid_request",
        "unauthorized_client"
      })
  void asksForASignInWhereTheRefreshIsRefusedInAnyCode(String code) throws Exception {
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      clock.advance(Duration.ofHours(2));
      far.instead.put(
          "/token",
          (request, answer) ->
              answer.status("200 OK", "application/json", "{\"error\":\"" + code + "\"}"));

      assertThatThrownBy(() -> gateway.call("far.work", Map.of()))
          .hasMessageContaining("run \"gatemini auth far\"");

      far.instead.clear();
      signIn(gateway);
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
      assertThat(far.registrations).hasValue(2);
    }
  }

  /** Members that are not needed may be what they like. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "service_documentation | \"\"",
        "op_policy_uri | \"/docs\"",
        "op_tos_uri | 7",
        "scopes_supported | \"files mail\"",
        "scopes_supported | null",
        "grant_types_supported | \"authorization_code\"",
        "jwks_uri | \"none\"",
        "code_challenge_methods_supported | \"S256\"",
        "token_endpoint_auth_methods_supported | \"none, client_secret_post\"",
        "revocation_endpoint | \"\"",
        "response_types_supported | {}",
        "authorization_response_iss_parameter_supported | null",
      })
  void passesOverOddMembersOfTheMetadata(String member, String value) throws Exception {
    far.metadata.put(member, value);
    try (Gateway gateway = gateway()) {
      signIn(gateway);

      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
    }
  }

  /** A page may be opened for another process than the one that was refused. */
  @Test
  void remembersTheScopeThatWasWantedBesideTheTokens() throws Exception {
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      far.accepted.clear();
      far.narrow = true;
      far.scope = "write";
      assertThatThrownBy(() -> gateway.call("far.work", Map.of()))
          .hasMessageContaining("with the scope write", "run \"gatemini auth far\"");
    }
    far.narrow = false;
    try (Gateway gateway = gateway()) {
      signIn(gateway);

      assertThat(far.authorizations.get(far.authorizations.size() - 1).get("scope").split(" "))
          .contains("files", "write");
    }
  }

  @Test
  void aCallWithRevokedTokensMakesTheStateNeedsSignInAtOnce() throws Exception {
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      List<BackendState> seen = new CopyOnWriteArrayList<>();
      CompletableFuture<BackendState> needs = changed(gateway, seen);
      far.accepted.clear();
      far.refreshToken = "none";

      assertThatThrownBy(() -> gateway.call(ToolCall.of("far.work", RawJson.emptyObject())))
          .hasMessageContaining("run \"gatemini auth far\"");

      assertThat(needs.orTimeout(60, TimeUnit.SECONDS).join())
          .isEqualTo(BackendState.NEEDS_SIGN_IN);
      assertThat(seen).doesNotContain(BackendState.UNHEALTHY, BackendState.STOPPED);
      assertThat(gateway.backends().get(0).reason().orElseThrow())
          .contains("asks a person to sign in")
          .doesNotContain("ping", "killed");
      signIn(gateway);
      assertThat(gateway.call(ToolCall.of("far.work", RawJson.emptyObject())).text())
          .isEqualTo("done");
    }
  }

  @Test
  void aPingWithRevokedTokensMakesTheStateNeedsSignInAtOnce() throws Exception {
    try (Gateway gateway =
        builder(backend()).health(health -> health.interval(Duration.ofMillis(200))).build()) {
      signIn(gateway);
      List<BackendState> seen = new CopyOnWriteArrayList<>();
      CompletableFuture<BackendState> needs = changed(gateway, seen);
      far.accepted.clear();
      far.refreshToken = "none";

      assertThat(needs.orTimeout(60, TimeUnit.SECONDS).join())
          .isEqualTo(BackendState.NEEDS_SIGN_IN);
      assertThat(seen).doesNotContain(BackendState.UNHEALTHY, BackendState.STOPPED);
    }
  }

  /** The first state after this that is not healthy. */
  private static CompletableFuture<BackendState> changed(Gateway gateway, List<BackendState> seen) {
    CompletableFuture<BackendState> first = new CompletableFuture<>();
    gateway.addListener(
        new GatewayListener() {
          @Override
          public void backendChanged(BackendChange change) {
            seen.add(change.to());
            if (change.to() != BackendState.HEALTHY) {
              first.complete(change.to());
            }
          }
        });
    return first;
  }

  @Test
  void refreshesATokenOnceHoweverManyGatewaysHaveIt() throws Exception {
    try (Gateway one = gateway();
        Gateway other = gateway()) {
      signIn(one);
      other.restart("far");
      clock.advance(Duration.ofHours(2));

      List<CompletableFuture<String>> calls = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Gateway gateway = i % 2 == 0 ? one : other;
        calls.add(CompletableFuture.supplyAsync(() -> gateway.call("far.work", Map.of()).text()));
      }
      for (CompletableFuture<String> call : calls) {
        assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("done");
      }

      assertThat(far.tokenRequests)
          .extracting(form -> form.get("refresh_token"))
          .containsExactly(null, "r-1");
    }
  }

  @Test
  void keepsTheNarrowerScopeOfARefresh() throws Exception {
    far.scope = "files mail";
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      clock.advance(Duration.ofHours(2));
      far.granted = "files";

      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");

      assertThat(gateway.backends().get(0).signedIn())
          .get()
          .asString()
          .startsWith("signed in at " + server.authority() + " with the scope files");
    }
  }

  @Test
  void needsASignInAgainWhereTheRefreshIsRefused() throws Exception {
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      clock.advance(Duration.ofHours(2));
      far.tokenRefusal = "{\"error\":\"server_error\"}";
      assertThatThrownBy(() -> gateway.call("far.work", Map.of()))
          .hasMessageContaining("answered 400 Bad Request: server_error");

      far.tokenRefusal = "{\"error\":\"invalid_grant\"}";
      assertThatThrownBy(() -> gateway.call("far.work", Map.of()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("run \"gatemini auth far\"");

      far.tokenRefusal = "";
      signIn(gateway);
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "error=access_denied;code= | refused the sign-in: access_denied",
        "code= | returned from the sign-in without a code",
        "iss=https://evil.example | from another authorization server, https://evil.example",
        "iss= | without the name of its authorization server",
      })
  void failsWithARedirectThatIsNotRight(String parameters, String said) throws Exception {
    for (String parameter : parameters.split(";")) {
      far.redirect.put(parameter.split("=")[0], parameter.replaceFirst("[^=]*=", ""));
    }
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");

      assertThat(visit(signIn.address())).contains("The sign-in failed: ");
      assertThat(failure(signIn)).hasMessageContaining(said);
      assertThat(far.tokenRequests).isEmpty();

      far.redirect.clear();
      signIn(gateway);
    }
  }

  @Test
  void takesARedirectOfItsStateOnce() throws Exception {
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");
      far.redirect.put("state", "guessed");
      assertThat(visit(signIn.address())).contains("belongs to no sign-in that is awaited here");
      assertThat(signIn.outcome()).isNotDone();

      far.redirect.clear();
      assertThat(visit(signIn.address())).contains("You are signed in.");
      signIn.outcome().get(60, TimeUnit.SECONDS);
      assertThat(far.tokenRequests).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "registration_endpoint | | registers no clients by itself; register one there, with the"
            + " redirect address http://localhost:8080/callback, and set oauth.client_id",
        "authorization_endpoint | | names no authorization_endpoint",
        "code_challenge_methods_supported | [\"plain\"] | it does not say that it checks PKCE",
        "issuer | \"https://evil.example\" | names itself https://evil.example, but was found as http",
        "token_endpoint | \"http://10.0.0.1/token\" | has no token_endpoint that may be used",
        "token_endpoint | | has no token_endpoint that may be used, none at all",
      })
  void saysWhyNobodyCanSignIn(String member, String value, String said) {
    far.metadata.put(member, value == null ? "" : value);
    try (Gateway gateway = gateway()) {
      gateway.awaitReady(Duration.ofSeconds(60));

      assertThatThrownBy(() -> gateway.signIn("far"))
          .isInstanceOf(GatewayException.class)
          .hasMessageContaining(said);
    }
  }

  @Test
  void saysWhyARegistrationIsRefused() {
    far.registrationRefusal =
        "{\"error\":\"invalid_redirect_uri\",\"error_description\":\"https only\"}";
    try (Gateway gateway = gateway()) {
      assertThatThrownBy(() -> gateway.signIn("far"))
          .hasMessageContaining(
              "answered 400 Bad Request to the registration of a client: invalid_redirect_uri: https"
                  + " only; register one there and set oauth.client_id");
    }
  }

  @Test
  void saysThatThePortOfTheSignInIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"));
        Gateway gateway =
            builder(backend().option("oauth", Map.of("callback_port", taken.getLocalPort())))
                .build()) {
      assertThatThrownBy(() -> gateway.signIn("far"))
          .hasMessageContaining("port " + taken.getLocalPort() + " of this machine")
          .hasMessageContaining("oauth.callback_port");
    }
  }

  @Test
  void readsEveryKeyOfPrismGate() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Map<String, Object> oauth =
        Map.of(
            "discover",
            false,
            "authorization_url",
            "http://" + server.authority() + "/authorize",
            "token_url",
            "http://" + server.authority() + "/token",
            "client_id",
            "mine",
            "scopes",
            "a b",
            "redirect_uri",
            "http://localhost:" + port + "/callback",
            "callback_port",
            port,
            "use_pkce",
            true,
            "resource",
            "https://r.example/");
    try (Gateway gateway = builder(backend().option("oauth", oauth)).build()) {
      signIn(gateway);

      assertThat(far.authorizations.get(0))
          .containsEntry("client_id", "mine")
          .containsEntry("redirect_uri", "http://localhost:" + port + "/callback")
          .containsEntry("scope", "a b")
          .containsEntry("resource", "https://r.example/");
      assertThat(far.registrations).hasValue(0);
    }
  }

  @Test
  void closesATokenFileToOthersAndPutsATornOneAside() throws Exception {
    Files.writeString(tokens(), "{\"torn");
    Files.setPosixFilePermissions(tokens(), PosixFilePermissions.fromString("rw-r--r--"));
    try (Gateway gateway = gateway()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens())))
          .isEqualTo("rw-------");
      signIn(gateway);
    }
    assertThat(folder.resolve("tokens.json.unreadable-1")).hasContent("{\"torn");
  }

  @Test
  void keepsTokensWhereAPluginDoes() throws Exception {
    StateStore kept = StateStore.inMemory();
    TokenStoreProvider plugin =
        new TokenStoreProvider() {
          @Override
          public String name() {
            return "vault";
          }

          @Override
          public TokenStore create(JsonNode config, PluginContext context) {
            return TokenStore.of(kept);
          }
        };
    try (Gateway gateway = builder(backend()).plugin(plugin).build()) {
      signIn(gateway);
    }
    try (Gateway gateway = builder(backend()).plugin(plugin).build()) {
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
    }
    assertThat(tokens()).doesNotExist();
    // Another server under the same name gets none of them.
    try (TestHttpServer second = new TestHttpServer(far);
        Gateway gateway =
            builder(BackendConfig.streamableHttp(second.url())).plugin(plugin).build()) {
      assertThat(state(gateway)).isEqualTo(BackendState.NEEDS_SIGN_IN);
    }
  }

  @Test
  void showsNoSecret() throws Exception {
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      ObjectNode all = JsonNodeFactory.instance.objectNode();
      all.put("status", gateway.backends().toString());
      all.put("stats", gateway.stats().toString());
      assertThat(all.toString()).doesNotContain("t-1", "r-1");
    }
  }

  private BackendConfig backend() {
    return BackendConfig.streamableHttp(server.url());
  }

  private GatewayBuilder builder(BackendConfig backend) {
    return Gateway.builder()
        .clock(clock)
        .cachePath(folder.resolve("cache.json"))
        .backend("far", backend);
  }

  private Gateway gateway() {
    return builder(backend()).build();
  }

  private Path tokens() {
    return folder.resolve("tokens.json");
  }

  private static Throwable failure(SignIn signIn) throws Exception {
    return signIn
        .outcome()
        .<Throwable>handle(
            (done, failure) ->
                failure instanceof CompletionException wrapped && wrapped.getCause() != null
                    ? wrapped.getCause()
                    : failure)
        .get(60, TimeUnit.SECONDS);
  }

  private static CompletableFuture<Optional<RawJson>> answered(String action) {
    return CompletableFuture.completedFuture(
        Optional.of(RawJson.parse("{\"action\":\"" + action + "\"}")));
  }
}
