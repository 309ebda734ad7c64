package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendState;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.SignIn;
import io.gatemini.testing.TestHttpServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sign-in of a person at the authorization server of an API. */
class OpenApiSignInTest {
  private final SignInServer far = new SignInServer();

  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer(
          (request, answer) -> {
            String token = request.header("Authorization").orElse("").replace("Bearer ", "");
            if (!request.path().equals("/work")) {
              far.handle(request, answer);
            } else if (far.accepted.contains(token)) {
              answer.json("{\"done\":true}");
            } else {
              answer.empty("401 Unauthorized");
            }
          });

  @TempDir private Path folder;

  @Test
  void startsWhenAPersonHasSignedIn() throws Exception {
    BackendConfig config = config().option("base_url", "http://" + server.authority());
    try (Gateway gateway =
        Gateway.builder().cachePath(folder.resolve("cache.json")).backend("far", config).build()) {
      gateway.awaitReady(Duration.ofSeconds(60));
      assertThat(gateway.backends().get(0).state()).isEqualTo(BackendState.NEEDS_SIGN_IN);
      assertThat(gateway.backends().get(0).reason())
          .contains(server.authority() + " asks a person to sign in; run \"gatemini auth far\"");

      signIn(gateway);

      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("{\"done\":true}");
      assertThat(gateway.backends().get(0).signedIn())
          .get()
          .asString()
          .startsWith("signed in at " + server.authority())
          .contains(", renewed at 20");

      // The token is taken away, and its refresh token is used up.
      far.accepted.clear();
      far.refreshToken = "none";
      assertThatThrownBy(() -> gateway.call("far.work", Map.of()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("run \"gatemini auth far\"");

      signIn(gateway);

      assertThat(gateway.call("far.work", Map.of()).text()).isEqualTo("{\"done\":true}");
      assertThat(gateway.signOut("far")).isTrue();
      gateway.awaitReady(Duration.ofSeconds(60));
      assertThat(gateway.backends().get(0).state()).isEqualTo(BackendState.NEEDS_SIGN_IN);
    }
  }

  @Test
  void needsTheAddressOfTheApi() throws Exception {
    BackendConfig config = config();

    assertThatThrownBy(() -> new OpenApiBackendProvider().validate("far", config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("oauth signs a person in at the API: set base_url to its address");
  }

  private BackendConfig config() throws Exception {
    String document =
        "{\"openapi\":\"3.1.0\",\"paths\":{\"/work\":{\"get\":{\"operationId\":\"work\"}}}}";
    String root = "http://" + server.authority();
    return BackendConfig.of("openapi")
        .option("document", Files.writeString(folder.resolve("api.json"), document).toString())
        .option(
            "oauth",
            Map.of(
                "client_id", "me",
                "authorization_url", root + "/authorize",
                "token_url", root + "/token"));
  }

  private static void signIn(Gateway gateway) throws Exception {
    SignIn signIn = gateway.signIn("far");
    HttpClient.newBuilder()
        .followRedirects(HttpClient.Redirect.ALWAYS)
        .build()
        .send(
            HttpRequest.newBuilder(signIn.address()).build(), HttpResponse.BodyHandlers.ofString());
    signIn.outcome().get(60, TimeUnit.SECONDS);
  }
}
