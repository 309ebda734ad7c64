package io.gatemini.transport.http;

import static io.gatemini.transport.http.SignInServer.signIn;
import static io.gatemini.transport.http.SignInServer.state;
import static io.gatemini.transport.http.SignInServer.visit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.TokenStoreProvider;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestHttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sign-ins at servers, with stores and by people who do not do their part. */
class SignInFaultsTest {
  private final SignInServer far = new SignInServer();
  @AutoClose private final TestHttpServer server = new TestHttpServer(far);
  private final StateStore kept = StateStore.inMemory();

  @TempDir private Path folder;

  @Test
  void aGatewayThatClosesEndsTheSignInThatItAwaits() throws Exception {
    SignIn signIn;
    try (Gateway gateway = gateway()) {
      signIn = gateway.signIn("far");
    }

    assertThatThrownBy(() -> signIn.outcome().get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(GatewayException.class);
    awaitNothingLeft(signIn);
  }

  @Test
  void aSignInThatIsCancelledLeavesNothing() throws Exception {
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");
      signIn.outcome().cancel(false);
      awaitNothingLeft(signIn);

      signIn(gateway);
    }
  }

  @Test
  void whoGivesUpTheBeginningGivesItUpAlone() throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    far.instead.put(
        "/register",
        (request, answer) -> {
          open.await();
          answer.json("{\"client_id\":\"mine\"}");
        });
    try (Gateway gateway = gateway()) {
      gateway.signInAsync("far").cancel(true);
      CompletableFuture<SignIn> other = gateway.signInAsync("far");
      open.countDown();

      assertThat(visit(other.get(60, TimeUnit.SECONDS).address())).contains("You are signed in.");
      assertThat(server.received().stream().filter(it -> it.path().equals("/register"))).hasSize(1);
    }
  }

  @Test
  void fiftySignInsThatFailLeaveNothing() throws Exception {
    far.tokenRefusal = "{\"error\":\"invalid_grant\"}";
    try (Gateway gateway = gateway()) {
      SignIn last = null;
      for (int i = 0; i < 50; i++) {
        SignIn signIn = gateway.signIn("far");
        assertThat(visit(signIn.address())).contains("The sign-in failed: ");
        assertThatThrownBy(() -> signIn.outcome().get(60, TimeUnit.SECONDS))
            .hasRootCauseInstanceOf(GatewayException.class);
        last = signIn;
      }
      assertThat(far.registrations).hasValue(1);
      awaitNothingLeft(last);
    }
  }

  @Test
  void halfARequestHoldsUpNoRedirect() throws Exception {
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");
      try (Socket half = new Socket("127.0.0.1", port(signIn))) {
        half.getOutputStream().write("GET /call".getBytes(StandardCharsets.UTF_8));
        assertThat(visit(signIn.address())).contains("You are signed in.");
      }
      signIn.outcome().get(60, TimeUnit.SECONDS);
    }
  }

  private static long callbackThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches("gatemini-callback-\\d+"))
        .count();
  }

  @Test
  void manyHalfRequestsHoldFewThreadsForASmallTime() throws Exception {
    List<Socket> halves = new ArrayList<>();
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");
      for (int i = 0; i < 20; i++) {
        Socket half = new Socket("127.0.0.1", port(signIn));
        half.getOutputStream().write("GET /call".getBytes(StandardCharsets.UTF_8));
        halves.add(half);
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> callbackThreads() == 16);

      assertThat(visit(signIn.address())).contains("You are signed in.");
      signIn.outcome().get(60, TimeUnit.SECONDS);
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }
  }

  @Test
  void aPersonWhoClosesThePageIsSignedIn() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch left = new CountDownLatch(1);
    far.instead.put(
        "/token",
        (request, answer) -> {
          asked.countDown();
          left.await();
          far.accepted.add("t");
          answer.json("{\"access_token\":\"t\"}");
        });
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");
      String state = query(signIn, "state");
      try (Socket person = new Socket("127.0.0.1", port(signIn))) {
        person.setSoLinger(true, 0);
        person
            .getOutputStream()
            .write(
                ("GET /callback?code=c&iss=http://%s&state=%s HTTP/1.1\r\nHost: x\r\n\r\n"
                        .formatted(server.authority(), state))
                    .getBytes(StandardCharsets.UTF_8));
        asked.await();
      }
      left.countDown();
      signIn.outcome().get(60, TimeUnit.SECONDS);
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html;<title>It works</title>",
        "application/json;[]",
        "application/json;{\"access_token\":\"a b\"}",
        "application/json;{\"access_token\":\"a\\r\\nX: y\"}",
        "application/json;{\"access_token\":{\"a\":1}}",
        "application/json;{\"access_token\":\"abc\",\"token_type\":\"mac\"}",
        "text/plain;access_token=gho_123456789&token_type=bearer",
        "application/x-www-form-urlencoded;access_token=gho_123456789&token_type=mac",
        "application/json;",
      })
  void takesNoTokenFromAnAnswerThatIsNone(String answered) throws Exception {
    String[] parts = answered.split(";", 2);
    far.instead.put("/token", (request, answer) -> answer.status("200 OK", parts[0], parts[1]));
    assertSignInFails("the token endpoint " + server.authority() + " answered", "gho_123456789");
  }

  /** GitHub answers errors with 200, and forms to clients that ask for nothing else. */
  @Table(
      """
      200 OK | application/json | {"error":"incorrect_client_credentials","error_description":\
      "wrong id"} | incorrect_client_credentials: wrong id
      200 OK | application/x-www-form-urlencoded | error=bad_verification_code&\
      error_description=It+is+used. | bad_verification_code: It is used.
      401 Unauthorized | application/json | {"error":{"code":7,"message":"no such app"}} | no such app
      403 Forbidden | text/plain | who are you? | who are you?
      200 OK | text/html | <p>Sign in</p> | with neither JSON nor a form
      """)
  void quotesTheRefusalOfATokenInWhateverFormItComes(
      String status, String type, String body, String said) throws Exception {
    far.instead.put("/token", (request, answer) -> answer.status(status, type, body));
    assertSignInFails(said, "gho_123456789");
  }

  @Test
  void readsTokensThatAreWrittenAsAForm() throws Exception {
    far.instead.put(
        "/token",
        (request, answer) -> {
          far.accepted.add("t+1");
          answer.status(
              "200 OK",
              "application/x-www-form-urlencoded",
              "access_token=t%2B1&token_type=bearer");
        });
    try (Gateway gateway = gateway()) {
      signIn(gateway);

      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut", "reset", "large", "redirect"})
  void takesNoTokenFromAServerThatMisbehaves(String how) throws Exception {
    far.instead.put(
        "/token",
        (request, answer) -> {
          switch (how) {
            case "cut" -> {
              answer.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"access_token\":\"t\"}");
              answer.cut();
            }
            case "reset" -> answer.reset();
            case "large" -> answer.json("{\"access_token\":\"" + "t".repeat(1024 * 1024) + "\"}");
            default -> answer.empty("307 Temporary Redirect", "Location: /other");
          }
        });
    assertSignInFails(server.authority(), "\"access_token\"");
    assertThat(server.received().stream().filter(it -> it.path().equals("/other"))).isEmpty();
  }

  @Test
  void repeatsNoSecretThatAnAuthorizationServerRepeats() throws Exception {
    far.redirect.put("code", "the-code-of-this-sign-in");
    far.instead.put(
        "/token",
        (request, answer) ->
            answer.status(
                "400 Bad Request",
                "application/json",
                "{\"error\":\"invalid_grant\",\"error_description\":\""
                    + "used: the-code-of-this-sign-in\"}"));
    assertSignInFails("answered 400 Bad Request", "the-code-of");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 | a",
        "0 | a",
        "1e30 | a",
        "9223372036854775807 | a",
        "\"x\" | a",
        "3600 | a\\\"\\n<b>",
      })
  void takesTokensOfAnyAgeAndScope(String expiresIn, String scope) throws Exception {
    far.instead.put(
        "/token",
        (request, answer) -> {
          far.accepted.add("t");
          answer.json(
              "{\"access_token\":\"t\",\"expires_in\":%s,\"scope\":\"%s\"}"
                  .formatted(expiresIn, scope));
        });
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
      assertThat(gateway.backends().get(0).signedIn().orElseThrow()).doesNotContain("\n");
    }
    try (Gateway gateway = gateway()) {
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
    }
  }

  @Test
  void readsScopesAndResourcesThatAreOddlyWritten() throws Exception {
    far.scope = "";
    far.instead.put(
        "/.well-known/oauth-protected-resource/mcp",
        (request, answer) ->
            answer.json(
                "{\"resource\":\" %s \",\"scopes_supported\":[\"\",{},\"a\"]}"
                    .formatted(server.url())));
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      assertThat(far.authorizations.get(0))
          .containsEntry("scope", "a")
          .containsEntry("resource", server.url());
    }
  }

  @Test
  void aRedirectWithABlankCodeHasNone() throws Exception {
    far.redirect.put("code", "%20");
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");
      assertThat(visit(signIn.address())).contains("without a code");
    }
  }

  @Test
  void thePageShowsNoMarkup() throws Exception {
    far.redirect.put("error", "%3Cscript%3Ealert(1)%3C/script%3E%26quot;");
    far.redirect.put("code", "");
    try (Gateway gateway = gateway()) {
      assertThat(visit(gateway.signIn("far").address()))
          .contains("The sign-in failed: ")
          .doesNotContain("<script")
          .doesNotContain("&quot;");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "[]",
        "{\"client\":{}}",
        "{\"grant\":{}}",
        "{\"refresher\":{}}",
        "{\"grant\":{\"accessToken\":\"t\",\"client\":null}}",
        "{\"grant\":{\"accessToken\":\"t\",\"refreshToken\":\"r\",\"renewAt\":1,\"scope\":\"\","
            + "\"tokenUrl\":\"\",\"revocationUrl\":\"\",\"resource\":\"\",\"client\":{\"issuer\":"
            + "\"\",\"id\":\"a\",\"secret\":\"\",\"auth\":\"\",\"redirectUri\":\"\"}}}",
        "{\"version\":2,\"grant\":\"t\"}",
        "{\"client\":{\"issuer\":\"a\",\"id\":\"b\"",
      })
  void anEntryThatIsNoneIsNoSignIn(String entry) throws Exception {
    TokenStore store = TokenStore.of(kept);
    store.update(
        "far " + server.url(), before -> Optional.of(entry.getBytes(StandardCharsets.UTF_8)));
    try (Gateway gateway = builder().plugin(new Stores(store)).build()) {
      assertThat(state(gateway)).isEqualTo(BackendState.NEEDS_SIGN_IN);
      assertThat(gateway.signOut("far")).isFalse();
      signIn(gateway);
    }
  }

  @Test
  void saysThatTheTokenStoreFails() throws Exception {
    TokenStore store =
        new TokenStore() {
          @Override
          public Optional<byte[]> read(String key) {
            throw new IllegalStateException("vault is sealed");
          }

          @Override
          public Optional<byte[]> update(String key, UnaryOperator<Optional<byte[]>> change) {
            throw new IllegalStateException("vault is sealed");
          }
        };
    try (Gateway gateway = builder().plugin(new Stores(store)).build()) {
      assertThat(state(gateway)).isEqualTo(BackendState.STOPPED);
      assertThatThrownBy(() -> gateway.signIn("far"))
          .hasMessageContaining("the token store failed")
          .hasMessageContaining("vault is sealed");
      assertThatThrownBy(() -> gateway.call("far.work", Map.of()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("the token store failed");
    }
  }

  @Test
  void takesTheTurnOfARefresherThatDied() throws Exception {
    TokenStore store = TokenStore.of(kept);
    far.expiresIn = 1;
    try (Gateway gateway = builder().plugin(new Stores(store)).build()) {
      signIn(gateway);
    }
    long until = Clock.systemUTC().millis() + 2_000;
    store.update(
        "far " + server.url(),
        before ->
            before.map(
                bytes ->
                    new String(bytes, StandardCharsets.UTF_8)
                        .replaceFirst("\"refresher\":null", "\"refresher\":" + dead(until))
                        .replaceFirst("\"renewAt\":\\d+", "\"renewAt\":1")
                        .getBytes(StandardCharsets.UTF_8)));
    assertThat(new String(store.read("far " + server.url()).orElseThrow(), StandardCharsets.UTF_8))
        .contains("dead");
    try (Gateway gateway = builder().plugin(new Stores(store)).build()) {
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
      assertThat(Clock.systemUTC().millis()).isGreaterThanOrEqualTo(until);
    }
  }

  private static String dead(long until) {
    return "{\"name\":\"dead\",\"until\":" + until + "}";
  }

  @Test
  @SuppressWarnings("try") // closed before the end
  void closesWhileAnotherGatewayRefreshes() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    try (Gateway holder = gateway();
        Gateway other = gateway()) {
      signIn(holder);
      far.accepted.clear();
      far.instead.put(
          "/token",
          (request, answer) -> {
            asked.countDown();
            answer.awaitClose();
          });
      CompletableFuture<ToolResult> first = holder.callAsync(ToolCall.of("far.work", empty()));
      asked.await();
      CompletableFuture<ToolResult> second = other.callAsync(ToolCall.of("far.work", empty()));
      other.close();
      assertThatThrownBy(() -> second.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
      holder.close();
      assertThatThrownBy(() -> first.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
    }
  }

  @Test
  void aSignInDuringARefreshWins() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch signedIn = new CountDownLatch(1);
    try (Gateway gateway = gateway()) {
      signIn(gateway);
      far.accepted.clear();
      far.instead.put(
          "/token",
          (request, answer) -> {
            if (request.body().contains("grant_type=refresh_token")) {
              asked.countDown();
              signedIn.await();
              answer.status("400 Bad Request", "application/json", "{\"error\":\"invalid_grant\"}");
            } else {
              far.accepted.add("new");
              answer.json("{\"access_token\":\"new\",\"expires_in\":3600}");
            }
          });
      CompletableFuture<ToolResult> call = gateway.callAsync(ToolCall.of("far.work", empty()));
      asked.await();
      SignIn signIn = gateway.signIn("far");
      assertThat(visit(signIn.address())).contains("You are signed in.");
      signedIn.countDown();
      signIn.outcome().get(60, TimeUnit.SECONDS);

      assertThat(call.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("done");
    }
  }

  @Test
  void twoGatewaysSignInAtOnceOverOneFile() throws Exception {
    try (Gateway one = gateway();
        Gateway other = gateway()) {
      SignIn first = one.signIn("far");
      SignIn second = other.signIn("far");
      assertThat(port(first)).isNotEqualTo(port(second));
      assertThat(visit(first.address())).contains("You are signed in.");
      first.outcome().get(60, TimeUnit.SECONDS);
      assertThat(visit(second.address())).contains("You are signed in.");
      second.outcome().get(60, TimeUnit.SECONDS);

      assertThat(one.call("far.work", Map.of()).text()).isEqualTo("done");
      assertThat(other.call("far.work", Map.of()).text()).isEqualTo("done");
    }
  }

  @Test
  void aCallThatIsGivenUpTakesItsQuestionBackAndLeavesTheSignIn() throws Exception {
    CompletableFuture<Optional<RawJson>> question = new CompletableFuture<>();
    CompletableFuture<URI> address = new CompletableFuture<>();
    CompletableFuture<URI> same = new CompletableFuture<>();
    try (Gateway gateway = gateway()) {
      assertThat(state(gateway)).isEqualTo(BackendState.NEEDS_SIGN_IN);
      ToolCall call = ToolCall.of("far.work", empty());
      CompletableFuture<ToolResult> first =
          gateway.callAsync(call.withElicitation(form -> shown(form, address, question)));
      CompletableFuture<ToolResult> second =
          gateway.callAsync(call.withElicitation(form -> shown(form, same, accepted())));
      CompletableFuture<ToolResult> third =
          gateway.callAsync(
              call.withElicitation(form -> shown(form, new CompletableFuture<>(), accepted())));
      URI page = address.get(60, TimeUnit.SECONDS);
      assertThat(same.get(60, TimeUnit.SECONDS)).isEqualTo(page);

      first.cancel(true);
      second.cancel(true);
      await().untilAsserted(() -> assertThat(question).isCancelled());

      assertThat(visit(page)).contains("You are signed in.");
      assertThat(third.get(60, TimeUnit.SECONDS).text()).isEqualTo("done");
    }
  }

  @Test
  void aCallWaitsForItsPersonAsLongAsForAnyQuestion() throws Exception {
    BackendConfig impatient = backend().questionTimeout(Duration.ofSeconds(1));
    try (Gateway gateway = builder(impatient).build()) {
      assertThat(state(gateway)).isEqualTo(BackendState.NEEDS_SIGN_IN);
      assertThatThrownBy(
              () ->
                  gateway.call(
                      ToolCall.of("far.work", empty()).withElicitation(form -> accepted())))
          .isInstanceOf(CallTimeoutException.class)
          .hasMessageContaining("within 1 s, its question_timeout");
      signIn(gateway);
    }
  }

  @Test
  void everyConnectionOfASignInIsChecked() throws Exception {
    try (TestHttpServer elsewhere = new TestHttpServer(far);
        Gateway gateway =
            Gateway.builder()
                .cachePath(folder.resolve("cache.json"))
                .registrationPolicy(
                    new RegistrationPolicy() {
                      @Override
                      public Optional<String> refusal(String n, BackendConfig c, Session s) {
                        return Optional.empty();
                      }

                      @Override
                      public boolean mayConnectTo(String host, InetSocketAddress address) {
                        return address.getPort() != elsewhere.port();
                      }
                    })
                .build()) {
      far.metadata.put("token_endpoint", "\"http://" + elsewhere.authority() + "/token\"");
      far.metadata.put("revocation_endpoint", "\"http://" + elsewhere.authority() + "/revoke\"");
      far.accepted.add(""); // an agent registers what starts
      gateway.registerAsync("far", backend(), Session.of("s")).get(60, TimeUnit.SECONDS);
      far.accepted.clear();
      SignIn signIn = gateway.signIn("far");
      assertThat(visit(signIn.address())).contains("The sign-in failed: ");
      await().until(signIn.outcome()::isDone);
      assertThat(elsewhere.connections()).isZero();

      far.metadata.put("registration_endpoint", "\"http://" + elsewhere.authority() + "/r\"");
      far.metadata.put("issuer", "\"http://" + server.authority() + "/\"");
      assertThatThrownBy(() -> gateway.signIn("far")).isInstanceOf(GatewayException.class);
      assertThat(elsewhere.connections()).isZero();
    }
  }

  private void assertSignInFails(String said, String secret) throws Exception {
    try (Gateway gateway = gateway()) {
      SignIn signIn = gateway.signIn("far");
      assertThat(visit(signIn.address())).contains("The sign-in failed: ").doesNotContain(secret);
      assertThatThrownBy(() -> signIn.outcome().get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(GatewayException.class)
          .hasMessageContaining(said)
          .message()
          .doesNotContain(secret);
      far.instead.clear();
      far.redirect.clear();
      signIn(gateway);
    }
  }

  private static CompletableFuture<Optional<RawJson>> shown(
      RawJson form, CompletableFuture<URI> address, CompletableFuture<Optional<RawJson>> answer) {
    address.complete(URI.create(form.tree().path("url").asText()));
    return answer;
  }

  private static CompletableFuture<Optional<RawJson>> accepted() {
    return CompletableFuture.completedFuture(Optional.of(RawJson.parse("{\"action\":\"accept\"}")));
  }

  private static RawJson empty() {
    return RawJson.emptyObject();
  }

  /** Neither its port nor a thread of its client. */
  private static void awaitNothingLeft(SignIn signIn) {
    await()
        .untilAsserted(
            () -> {
              assertThatThrownBy(() -> new Socket("127.0.0.1", port(signIn)).close())
                  .isInstanceOf(IOException.class);
              assertThat(
                      Thread.getAllStackTraces().keySet().stream()
                          .map(Thread::getName)
                          .filter(name -> name.contains("-sign-in")))
                  .isEmpty();
            });
  }

  private static int port(SignIn signIn) {
    return URI.create(query(signIn, "redirect_uri")).getPort();
  }

  private static String query(SignIn signIn, String name) {
    return Pattern.compile("&")
        .splitAsStream(signIn.address().getQuery())
        .filter(pair -> pair.startsWith(name + "="))
        .findFirst()
        .orElseThrow()
        .substring(name.length() + 1);
  }

  private BackendConfig backend() {
    return BackendConfig.streamableHttp(server.url());
  }

  private GatewayBuilder builder() {
    return builder(backend());
  }

  private GatewayBuilder builder(BackendConfig backend) {
    return Gateway.builder().cachePath(folder.resolve("cache.json")).backend("far", backend);
  }

  private Gateway gateway() {
    return builder().build();
  }

  private record Stores(TokenStore store) implements TokenStoreProvider {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public TokenStore create(JsonNode config, PluginContext context) {
      return store;
    }
  }
}
