package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.config.BackendConfig;
import io.gatemini.internal.limit.SharedMessageMemory;
import io.gatemini.spi.MessageMemory;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.HttpClients;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the stream of the server is opened again. */
class ServerStreamTest {
  private final List<Long> asked = new CopyOnWriteArrayList<>();

  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.empty("404 Gone"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "429 Too Many Requests",
        "408 Request Timeout",
        "401 Unauthorized",
        "403 Forbidden",
        "503 Service Unavailable"
      })
  void opensTheStreamThatWasRefusedForNow(String status) throws Exception {
    refuseOnce(status);
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.handshake();

      await().atMost(60, TimeUnit.SECONDS).until(() -> client.messages.contains(CHANGED));
    }
  }

  @Test
  void waitsAsLongAsTheServerAsksBeforeItOpensTheStream() throws Exception {
    refuseOnce("429 Too Many Requests", "Retry-After: 2");
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.handshake();

      await().atMost(60, TimeUnit.SECONDS).until(() -> client.messages.contains(CHANGED));
      assertThat(Duration.ofNanos(asked.get(1) - asked.get(0)))
          .isGreaterThan(Duration.ofMillis(1_900));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"405 Method Not Allowed", "404 Not Found", "501 Not Implemented", "200 OK"})
  void leavesAServerWithoutAStreamInPeace(String status) throws Exception {
    refuseOnce(status);
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.handshake();
      await().until(() -> asked.size() == 1);

      await()
          .during(1_500, TimeUnit.MILLISECONDS)
          .atMost(60, TimeUnit.SECONDS)
          .until(() -> asked.size() == 1);
    }
  }

  @Test
  void beginsAnewWhereTheServerDoesNotKnowTheEvent() throws Exception {
    serve(
        (request, answer) -> {
          if (asked.size() == 1) {
            answer.stream();
            answer.event("id: e1\ndata:\n\n");
            answer.end();
          } else if (request.header("Last-Event-ID").isPresent()) {
            answer.empty("400 Bad Request");
          } else {
            change(answer);
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.handshake();

      await().atMost(60, TimeUnit.SECONDS).until(() -> client.messages.contains(CHANGED));
      assertThat(server.received("GET").get(1).header("Last-Event-ID")).contains("e1");
    }
  }

  @Test
  void getsAnotherTokenForTheStream() throws Exception {
    OAuthServer oauth = new OAuthServer();
    serve(
        (request, answer) -> {
          if (request.header("Authorization").orElse("").equals("Bearer t-2")) {
            change(answer);
          } else {
            answer.empty("401 Unauthorized", "WWW-Authenticate: Bearer");
          }
        },
        oauth);
    HttpAddress address =
        HttpAddress.of(
            "web",
            BackendConfig.streamableHttp(server.url())
                .option(
                    "oauth",
                    Map.of(
                        "token_url",
                        "http://" + server.authority() + "/token",
                        "client_id",
                        "me",
                        "client_secret",
                        "hush")));
    try (ChannelFixture client =
        new ChannelFixture(
            address, HttpClients.create("web", AddressCheck.allowAll()), Clock.systemUTC())) {

      client.handshake();

      await().atMost(60, TimeUnit.SECONDS).until(() -> client.messages.contains(CHANGED));
      assertThat(oauth.issued).hasValue(2);
    }
  }

  @Test
  void endsAnEventThatDoesNotEndWhereOthersWaitForItsRoom() throws Exception {
    serve(
        (request, answer) -> {
          if (asked.size() == 1) {
            answer.stream();
            answer.event("data: " + "x".repeat(900_000));
            answer.awaitClose();
          } else {
            change(answer);
          }
        });
    MessageMemory memory = SharedMessageMemory.of(1_000_000, Duration.ofMinutes(1));
    try (ChannelFixture client = new ChannelFixture(server.url(), memory)) {
      client.handshake();
      await().atMost(60, TimeUnit.SECONDS).until(() -> memory.usage().bytes() >= 900_000);

      assertThat(memory.open().grow(500_000).get(60, TimeUnit.SECONDS)).isTrue();

      await().atMost(60, TimeUnit.SECONDS).until(() -> client.messages.contains(CHANGED));
    }
  }

  @Test
  void failsAnAnswerThatDoesNotEndWhereOthersWaitForItsRoom() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.raw(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 950000\r\n\r\n");
          answer.raw("{" + " ".repeat(900_000));
          answer.awaitClose();
        });
    MessageMemory memory = SharedMessageMemory.of(1_000_000, Duration.ofMinutes(1));
    try (ChannelFixture client = new ChannelFixture(server.url(), memory)) {
      var sent = client.send(CALL);
      await().atMost(60, TimeUnit.SECONDS).until(() -> memory.usage().bytes() >= 900_000);

      assertThat(memory.open().grow(500_000).get(60, TimeUnit.SECONDS)).isTrue();

      assertThat(sent)
          .failsWithin(60, TimeUnit.SECONDS)
          .withThrowableOfType(ExecutionException.class)
          .withMessageContaining("which took long and held up others for more than 2 s");
    }
  }

  private void refuseOnce(String status, String... headers) {
    serve(
        (request, answer) -> {
          if (asked.size() == 1) {
            answer.empty(status, headers);
          } else {
            change(answer);
          }
        });
  }

  private static void change(TestHttpServer.Answer answer) throws Exception {
    answer.stream();
    answer.event("data: " + CHANGED + "\n\n");
    answer.awaitClose();
  }

  private void serve(TestHttpServer.Handler stream) {
    serve(stream, (request, answer) -> answer.empty("404 Not Found"));
  }

  private void serve(TestHttpServer.Handler stream, TestHttpServer.Handler others) {
    server.handle(
        (request, answer) -> {
          if (!request.path().equals("/mcp")) {
            others.handle(request, answer); // who gives tokens, for one
          } else if (request.method().equals("GET")) {
            asked.add(System.nanoTime());
            stream.handle(request, answer);
          } else if (request.body().equals(INITIALIZE)) {
            answer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
          } else {
            answer.empty("202 Accepted");
          }
        });
  }
}
