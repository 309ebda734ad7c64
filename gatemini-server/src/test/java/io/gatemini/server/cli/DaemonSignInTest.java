package io.gatemini.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.server.daemon.Daemon;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestHttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A sign-in where a daemon runs, whose gateways share the backend. */
@DisabledOnOs(OS.WINDOWS)
class DaemonSignInTest {
  private static final Pattern ADDRESS = Pattern.compile("Open this page to sign in: (\\S+)");

  @AutoClose private final TestHttpServer server = new TestHttpServer(DaemonSignInTest::answer);

  @Test
  void signsInAndOutForAllGatewaysOfTheDaemon(@TempDir Path folder) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("gatemini.yaml"),
            "cache_path: %s/cache.json%nbackends: {far: {url: '%s'}}"
                .formatted(folder, server.url()));
    DaemonPlaces places = DaemonPlaces.at(folder.resolve("run/d.sock"));
    String missing =
        "BAD  far: %s wants a sign-in or headers: Authorization; run \"gatemini auth far --config %s\""
            .formatted(server.authority(), config);
    assertThat(doctor(config)).contains(missing);
    try (Daemon daemon =
        Daemon.open(
            places, config, "1", variables -> Gateway.builder().lazyStart(true).config(config))) {
      daemon.takeCommands(CommandLineMain::runAt);
      StringWriter said = new StringWriter();
      CompletableFuture<Integer> auth =
          CompletableFuture.supplyAsync(
              () -> run(places, config, said, "auth", "far", "--no-browser"));
      await().until(() -> auth.isDone() || ADDRESS.matcher(said.toString()).find());
      Matcher address = ADDRESS.matcher(said.toString());
      assertThat(address.find()).as(said.toString()).isTrue();
      HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.ALWAYS)
          .build()
          .send(
              HttpRequest.newBuilder(URI.create(address.group(1))).build(),
              BodyHandlers.ofString());
      assertThat(auth.get()).as(said.toString()).isZero();

      StringWriter called = new StringWriter();
      assertThat(run(places, config, called, "call", "far.work")).as(called.toString()).isZero();
      assertThat(called.toString()).contains("done");
      StringWriter listed = new StringWriter();
      assertThat(run(places, config, listed, "auth", "list")).isZero();
      assertThat(listed.toString()).contains("far: signed in at " + server.authority());
      assertThat(folder.resolve("tokens.json")).content().contains("the-token");

      assertThat(doctor(config))
          .contains(
              "ok   far: %s takes connections, and a sign-in is stored"
                  .formatted(server.authority()));

      assertThat(run(places, config, new StringWriter(), "auth", "logout", "far")).isZero();
      assertThat(folder.resolve("tokens.json")).content().doesNotContain("the-token");
      assertThat(run(places, config, new StringWriter(), "call", "far.work")).isNotZero();
      assertThat(doctor(config)).contains(missing);
    }
  }

  @Test
  void asksNoPersonWhereTheConfigurationSaysWhoAsks(@TempDir Path folder) throws Exception {
    for (String own :
        List.of(
            "headers: {Authorization: 'Bearer secretref:env:NONE'}",
            "oauth: {client_id: c, client_secret: s}")) {
      Path config =
          Files.writeString(
              folder.resolve("gatemini.yaml"),
              "cache_path: %s/cache.json%nbackends: {far: {url: '%s', %s}}"
                  .formatted(folder, server.url(), own));

      assertThat(doctor(config)).endsWith("far: " + server.authority() + " takes connections\n");
    }
  }

  private static String doctor(Path config) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    CommandLineMain.run(writer, writer, "doctor", "-c", config.toString());
    return out.toString();
  }

  private static int run(DaemonPlaces places, Path config, StringWriter out, String... line) {
    List<String> all = new ArrayList<>(List.of(line));
    all.addAll(List.of("-c", config.toString(), "--socket", places.socket().toString()));
    PrintWriter writer = new PrintWriter(out, true);
    return CommandLineMain.run(writer, writer, all.toArray(String[]::new));
  }

  private static void answer(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    String root = "http://" + request.header("Host").orElseThrow();
    String path = request.path().replaceFirst("\\?.*", "");
    if (path.startsWith("/.well-known/oauth-authorization-server")) {
      answer.json(
          ("{'issuer':'R','authorization_endpoint':'R/in','token_endpoint':'R/token',"
                  + "'registration_endpoint':'R/new','code_challenge_methods_supported':['S256']}")
              .replace("R", root)
              .replace('\'', '"'));
    } else if (path.equals("/new")) {
      answer.json("{\"client_id\":\"c\"}");
    } else if (path.equals("/in")) {
      String query = URI.create(request.path()).getQuery();
      answer.empty(
          "302 Found",
          "Location: "
              + query.replaceFirst("(?s).*redirect_uri=([^&]*).*", "$1")
              + "?code=c&state="
              + query.replaceFirst("(?s).*state=([^&]*).*", "$1"));
    } else if (path.equals("/token")) {
      answer.json("{\"access_token\":\"the-token\"}");
    } else if (!request.header("Authorization").orElse("").equals("Bearer the-token")) {
      answer.empty("401 Unauthorized", "WWW-Authenticate: Bearer");
    } else if (request.method().equals("POST") && request.body().contains("\"id\"")) {
      var message = Json.mapper().readTree(request.body());
      String method = message.path("method").asText();
      String result =
          switch (method) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"far\",\"version\":\"1\"}}";
            case "tools/list" ->
                "{\"tools\":[{\"name\":\"work\",\"inputSchema\":{\"type\":\"object\"}}]}";
            default -> "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
          };
      answer.json(
          "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}"
              .formatted(
                  message.get("id"),
                  method.equals("server/discover")
                      ? "\"error\":{\"code\":-32601,\"message\":\"unknown\"}"
                      : "\"result\":" + result));
    } else {
      answer.empty(request.method().equals("GET") ? "405 Method Not Allowed" : "202 Accepted");
    }
  }
}
