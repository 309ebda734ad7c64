package io.gatemini.server.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.GatewayException;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.testing.TestHttpServer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registries over real sockets and files. */
class RegistryTest {
  /** An answer of the API as of 2025-12-11: docs/reference/api/openapi.yaml of the registry. */
  private static final String ANSWER =
      """
      {"servers": [
        {"server": {"name": "io.github.acme/weather", "description": "The sky", "version": "1.0.0"},
         "_meta": {"io.modelcontextprotocol.registry/official": {"isLatest": false}}},
        {"server": {"name": "io.github.acme/weather", "description": "The sky", "version": "1.1.0",
           "packages": [{"registryType": "npm"}], "remotes": [{"type": "sse"}]},
         "_meta": {"io.modelcontextprotocol.registry/official": {"isLatest": true}}},
        {"server": {"name": "io.github.acme/weather-pro", "description": "Sky\\u001b[2J\\nand sea"}},
        {"server": {"name": "io.github.acme/weather-old", "description": "sky"},
         "_meta": {"io.modelcontextprotocol.registry/official": {"status": "deleted"}}},
        {"server": {"name": "evil\\nname/x", "description": "sky"}},
        7],
       "metadata": {"count": 4, "nextCursor": "x"}}
      """;

  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.json(ANSWER));

  @TempDir private Path directory;

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void asksTheApiOnceForTheLatestVersions() throws IOException {
    List<RegistryServer> found = registry("/").find("io.github.acme/weather");

    assertThat(found).hasSize(1);
    assertThat(found.get(0).line())
        .isEqualTo("io.github.acme/weather 1.1.0  The sky  (npm, remote)");
    assertThat(server.received())
        .extracting(TestHttpServer.Received::path)
        .containsExactly("/v0/servers?version=latest&limit=100&search=io.github.acme%2Fweather");
  }

  @Test
  void findsAllThatContainTheWordsInVisibleText() throws IOException {
    assertThat(registry("/v0.1").find("WEATHER sky"))
        .extracting(RegistryServer::line)
        .containsExactly(
            "io.github.acme/weather 1.1.0  The sky  (npm, remote)",
            "io.github.acme/weather-pro   Sky and sea  ()");
    assertThat(registry("").find("nothing")).isEmpty();
    assertThat(server.received().get(0).path()).startsWith("/v0.1/servers?");
  }

  @Test
  void readsADocumentByItsAddressAsItIs() throws IOException {
    assertThat(registry("/a/server.json").find("io.github.acme/weather-pro")).hasSize(1);

    assertThat(server.received().get(0).path()).isEqualTo("/a/server.json");
  }

  @Test
  void readsFilesOfOneServerOfAListAndOfAnAnswer() throws IOException {
    String bare = "{\"name\": \"a.b/c\", \"version\": \"3\"}";

    for (String content : List.of(bare, "[" + bare + "]", "{\"servers\": [" + bare + "]}")) {
      Path file = Files.writeString(directory.resolve("server.json"), content);
      assertThat(new Registry(file.toString()).find("a.b/c"))
          .extracting(RegistryServer::line)
          .containsExactly("a.b/c 3    ()");
    }
  }

  @Test
  void followsNoRedirect() {
    server.handle((request, answer) -> answer.empty("302 Found", "Location: http://other.host/x"));

    assertThatThrownBy(() -> registry("").find("x"))
        .isInstanceOf(GatewayException.class)
        .hasMessageContaining("answers with status 302");
    assertThat(server.received()).hasSize(1);
  }

  @Test
  void refusesWhatIsNoAnswer() {
    assertRefused(answer -> answer.empty("404 Not Found"), "status 404; is it a registry?");
    assertRefused(answer -> answer.json("<html>"), "is not JSON");
    assertRefused(answer -> answer.json("[".repeat(100_000)), "is not JSON");
    assertRefused(answer -> answer.json("{\"hello\": 1}"), "is no server.json");
    assertRefused(answer -> answer.json(" ".repeat((5 << 20) + 1)), "more than 5 MiB");
    assertRefused(Answer::reset, "cannot be reached");
  }

  @Test
  void boundsTheWholeAnswerInTime() {
    server.handle(
        (request, answer) -> {
          answer.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{");
          answer.awaitClose();
        });

    assertThatThrownBy(
            () -> new Registry("http://" + server.authority(), Duration.ofMillis(50)).find("x"))
        .hasMessageContaining("no answer in 50 ms");
  }

  @Test
  void namesAPlaceThatIsNotThere() {
    assertThatThrownBy(() -> new Registry("http://[").find("x")).hasMessageContaining("no address");
    assertThatThrownBy(() -> new Registry(directory + "/none.json").find("x"))
        .isInstanceOf(NoSuchFileException.class);
  }

  private interface Answering {
    void answer(Answer answer) throws IOException;
  }

  private void assertRefused(Answering answering, String reason) {
    server.handle((request, answer) -> answering.answer(answer));
    assertThatThrownBy(() -> registry("").find("x"))
        .isInstanceOf(GatewayException.class)
        .hasMessageContaining(reason);
  }

  private Registry registry(String path) {
    return new Registry("http://" + server.authority() + path);
  }
}
