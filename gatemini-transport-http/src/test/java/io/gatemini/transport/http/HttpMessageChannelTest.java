package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpMessageChannelTest {
  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.json(ANSWER));

  @Test
  void deliversJsonAnswerAndSendsHeaders() throws Exception {
    try (ChannelFixture client =
        new ChannelFixture(
            server.url(), Map.of("X-Team", "blue"), AddressCheck.allowAll(), 1_000_000)) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      TestHttpServer.Received request = server.received().get(0);
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.path()).isEqualTo("/mcp");
      assertThat(request.body()).isEqualTo(CALL);
      assertThat(request.header("Accept")).contains("application/json, text/event-stream");
      assertThat(request.header("Content-Type")).contains("application/json");
      assertThat(request.header("X-Team")).contains("blue");
      assertThat(request.header("Mcp-Session-Id")).isEmpty();
      assertThat(request.header("MCP-Protocol-Version")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json; charset=UTF-8",
        "application/json;charset=\"utf-8\"",
        "application/json; charset=ISO-8859-1",
        "application/json; charset=no-such-charset",
        "text/plain",
        ""
      })
  void takesJsonUnderAnyContentTypeThatIsNotAPage(String type) throws Exception {
    String answer = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"\u00e9\"}";
    byte[] body =
        answer.getBytes(
            type.contains("8859") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    server.handle((request, reply) -> reply.status("200 OK", type, body));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(answer);
    }
  }

  @Test
  void takesCompressedAnswer() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(ANSWER.getBytes(StandardCharsets.UTF_8));
    }
    server.handle(
        (request, answer) ->
            answer.status(
                "200 OK", "application/json", packed.toByteArray(), "Content-Encoding: gzip"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
    }
  }

  @Test
  void deliversMessagesWithoutLineFeeds() throws Exception {
    server.handle(
        (request, answer) ->
            answer.json("{\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": 2, \"result\": \"a\\nb\"\n}\n"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages.get(0)).doesNotContain("\n", "\r").contains("\"a\\nb\"");
    }
  }

  @Test
  void keepsSessionAndVersionForWhatFollows() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.body().equals(INITIALIZE)) {
            answer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "Mcp-Session-Id: s-1");
          } else {
            answer.empty("202 Accepted", "Mcp-Session-Id: other");
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.handshake();
      client.sendAndWait(CHANGED);

      assertThat(server.received("POST").get(0).header("Mcp-Session-Id")).isEmpty();
      for (TestHttpServer.Received request : server.received("POST").subList(1, 3)) {
        assertThat(request.header("Mcp-Session-Id")).contains("s-1");
        assertThat(request.header("MCP-Protocol-Version")).contains("2025-11-25");
      }
    }
  }

  @Test
  void deliversEventsBeforeAndAfterTheAnswer() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.stream();
          answer.event(": hello\n\nid: 7\ndata:\n\n");
          answer.event("event: ping\ndata: {}\n\ndata: not json\n\n");
          answer.event("event: message\ndata: " + CHANGED + "\n\nda");
          answer.event("ta: " + ANSWER.replace(",", ",\ndata:") + "\n\n");
          answer.event("data: " + CHANGED + "\n\n");
          answer.end();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      await().until(() -> client.messages.size() == 3);
      assertThat(client.messages).containsExactly(CHANGED, ANSWER.replace(",", ", "), CHANGED);
    }
  }

  @Test
  void completesAtTheAnswerThoughTheStreamStaysOpenAndLetsGoOfItSoon() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    server.handle(
        (request, answer) -> {
          answer.stream();
          answer.event("data: " + ANSWER + "\n\n");
          answer.awaitClose();
          closed.countDown();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.send(CALL).get(60, TimeUnit.SECONDS);
      assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"202 Accepted", "204 No Content", "200 OK"})
  void takesAnySuccessForANotification(String status) throws Exception {
    server.handle((request, answer) -> answer.empty(status));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CHANGED);
      client.sendAndWait("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");

      assertThat(client.messages).isEmpty();
    }
  }

  @Test
  void followsRedirectToTheSameServerAndStaysThere() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.path().equals("/mcp")) {
            answer.empty("308 Permanent Redirect", "Location: /mcp/");
          } else {
            answer.json(ANSWER);
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);
      client.sendAndWait(CALL);

      assertThat(server.received().stream().map(TestHttpServer.Received::path))
          .containsExactly("/mcp", "/mcp/", "/mcp/");
      assertThat(server.received().get(1).body()).isEqualTo(CALL);
    }
  }

  @Test
  void cancellingClosesTheConnection() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    server.handle(
        (request, answer) -> {
          arrived.countDown();
          answer.awaitClose();
          closed.countDown();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      CompletableFuture<Void> sending = client.send(CALL);
      assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();

      sending.cancel(true);

      assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
      server.handle((request, answer) -> answer.json(ANSWER));
      client.sendAndWait(CALL);
      assertThat(client.messages).containsExactly(ANSWER);
    }
  }

  @Tag("long")
  @Test
  void waitsLongerThanAnIdleConnectionLives() throws Exception {
    server.handle(
        (request, answer) -> {
          new CompletableFuture<Void>()
              .completeOnTimeout(null, 4_800, TimeUnit.MILLISECONDS)
              .join();
          answer.json(ANSWER);
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
    }
  }

  @Test
  void carriesManyRequestsAtOnce() throws Exception {
    CountDownLatch all = new CountDownLatch(100);
    server.handle(
        (request, answer) -> {
          all.countDown();
          all.await();
          answer.json(request.body().replace("\"method\":\"m\"", "\"result\":{}"));
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      List<CompletableFuture<Void>> sent = new ArrayList<>();

      for (int id = 0; id < 100; id++) {
        sent.add(client.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}"));
      }
      CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

      assertThat(client.messages).hasSize(100).doesNotHaveDuplicates();
    }
  }

  @Test
  void hearsTheServerOnItsStreamAndOpensItAgain() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.method().equals("GET")) {
            answer.stream();
            answer.event("id: e" + server.received("GET").size() + "\ndata: " + CHANGED + "\n\n");
            answer.end();
          } else if (request.body().equals(INITIALIZE)) {
            answer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "Mcp-Session-Id: s-1");
          } else {
            answer.empty("202 Accepted");
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.sendAndWait(INITIALIZE);
      assertThat(server.received("GET")).isEmpty();

      client.channel.negotiated("2025-11-25");
      client.sendAndWait(INITIALIZED);

      await().until(() -> server.received("GET").size() >= 2);
      await().until(() -> client.messages.size() >= 3);
      assertThat(client.messages.subList(1, 3)).containsExactly(CHANGED, CHANGED);
      TestHttpServer.Received first = server.received("GET").get(0);
      assertThat(first.header("Accept")).contains("text/event-stream");
      assertThat(first.header("Mcp-Session-Id")).contains("s-1");
      assertThat(first.header("MCP-Protocol-Version")).contains("2025-11-25");
      assertThat(first.header("Last-Event-ID")).isEmpty();
      assertThat(server.received("GET").get(1).header("Last-Event-ID")).contains("e1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"405 Method Not Allowed", "404 Not Found"})
  void doesWithoutTheStreamOfTheServer(String status) throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.method().equals("GET")) {
            answer.empty(status);
          } else if (request.body().equals(INITIALIZE)) {
            answer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "Mcp-Session-Id: s-1");
          } else if (request.body().equals(CALL)) {
            answer.json(ANSWER);
          } else {
            answer.empty("202 Accepted");
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.handshake();
      await().until(() -> server.received("GET").size() == 1);
      client.sendAndWait(CALL);

      assertThat(client.messages).last().isEqualTo(ANSWER);
      assertThat(client.endings).isEmpty();
    }
  }
}
