package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendUnavailableException;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.HttpClients;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that speak HTTP+SSE (specification 2024-11-05). */
class LegacyServerTest {
  private final OlderServer older = new OlderServer();
  @AutoClose private final TestHttpServer server = new TestHttpServer(older);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "404 Not Found",
        "405 Method Not Allowed",
        "400 Bad Request",
        "403 Forbidden",
        "406 Not Acceptable",
        "415 Unsupported Media Type",
        "422 X",
        "500 Internal Server Error",
        "501 Not Implemented"
      })
  void fallsBackToTheStreamOfAnOlderServer(String refusal) throws Exception {
    older.refusal = refusal;
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.handshake();
      client.sendAndWait(CALL);

      await().until(() -> client.messages.size() == 2);
      assertThat(client.messages.get(0)).contains("\"id\":1,");
      assertThat(client.messages.get(1)).contains("\"id\":2,");
      assertThat(server.received("GET")).hasSize(1);
      assertThat(server.received("POST").stream().map(TestHttpServer.Received::path))
          .containsExactly("/mcp", "/post?s=7", "/post?s=7", "/post?s=7");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"200 OK", "202 Accepted", "401 Unauthorized", "302 Found", "503 X"})
  void asksForTheStreamFirstWhereTheServerIsDeclaredAsOlder(String answer) throws Exception {
    older.refusal = answer;
    try (ChannelFixture client =
        new ChannelFixture(declared(), HttpClients.create("web", AddressCheck.allowAll()))) {
      client.handshake();
      client.sendAndWait(CALL);

      await().until(() -> client.messages.size() == 2);
      assertThat(server.received("POST").stream().map(TestHttpServer.Received::path))
          .containsExactly("/post?s=7", "/post?s=7", "/post?s=7");
    }
  }

  @Test
  void takesANewerServerThatIsDeclaredAsOlderForWhatItIs() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.method().equals("GET")) {
            answer.empty("405 Method Not Allowed");
          } else {
            answer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
          }
        });
    try (ChannelFixture client =
        new ChannelFixture(declared(), HttpClients.create("web", AddressCheck.allowAll()))) {
      client.sendAndWait(INITIALIZE);

      assertThat(client.messages).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"404 Could not find session", "400 Invalid session ID", "410 Gone"})
  void endsWhenItDoesNotKnowTheSessionOfItsStream(String refusal) throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      older.lost = refusal;

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageEndingWith("has ended the session of its event stream");

      await().until(() -> !client.endings.isEmpty());
    }
  }

  private HttpAddress declared() {
    return new HttpAddress(
        URI.create(server.url()), Map.of(), Optional.empty(), List.of(), true, 100_000);
  }

  @Test
  void endsWithItsStream() throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();

      older.stream.get().cut();

      await().until(() -> !client.endings.isEmpty());
      assertThat(client.endings).containsExactly(server.authority() + " ended its event stream");
      assertThat(client.failure(CALL)).isInstanceOf(BackendUnavailableException.class);
    }
  }

  @Test
  void letsGoOfTheStreamAtTheEnd() throws Exception {
    ChannelFixture client = new ChannelFixture(server.url());
    client.handshake();

    client.close();

    assertThat(older.closed.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(client.endings).containsExactly("the backend was stopped");
  }

  @ParameterizedTest
  @CsvSource({
    "http://evil.example/post?key=1, http://evil.example",
    "http://localhost:1/post, http://localhost:1",
    "//u:p@evil.example/post, //evil.example",
    "file:///etc, file://",
    "'', ''"
  })
  void postsToTheSameServerOnly(String endpoint, String shown) throws Exception {
    older.endpoint = endpoint;
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(INITIALIZE))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(
              server.authority()
                  + " names an address of another server: "
                  + shown
                  + "; set the backend's url to one of that server");
    }
  }

  @Test
  void saysWhatTheServerSaidWhenThereIsNoStreamEither() throws Exception {
    server.handle((request, answer) -> answer.empty("404 Not Found"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(INITIALIZE))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("check that the backend's url is a streamable HTTP MCP endpoint");
      assertThat(server.received()).hasSize(2);
    }
  }

  /** Answers on the stream, whatever is posted. */
  private static final class OlderServer implements TestHttpServer.Handler {
    final CountDownLatch closed = new CountDownLatch(1);
    volatile String refusal = "404 Not Found";
    volatile String lost = "";
    volatile String endpoint = "/post?s=7";
    final CompletableFuture<TestHttpServer.Answer> stream = new CompletableFuture<>();

    @Override
    public void handle(TestHttpServer.Received request, TestHttpServer.Answer answer)
        throws Exception {
      if (request.method().equals("GET")) {
        stream.complete(answer);
        answer.stream();
        answer.event("event: endpoint\ndata: " + endpoint + "\n\n");
        answer.awaitClose();
        closed.countDown();
      } else if (request.path().equals("/mcp")) {
        answer.status(refusal, "text/plain", "no");
      } else if (!lost.isEmpty()) {
        answer.status(lost, "text/plain", lost.substring(4));
      } else {
        answer.status("202 Accepted", "text/plain", "Accepted");
        if (request.body().contains("\"id\"")) {
          String id = request.body().equals(INITIALIZE) ? "1" : "2";
          stream.get().event("event: message\ndata: {\"id\":" + id + ",\"result\":{}}\n\n");
        }
      }
    }
  }
}
