package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.ToolResult;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.Patience;
import io.gatemini.transport.http.server.DoorFixture.Events;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions over HTTP, from the handshake to the end (specification 2025-11-25 and before). */
class DoorTest {
  @AutoClose private final DoorFixture door = new DoorFixture("{\"session_timeout\": \"1h\"}");

  private static JsonNode json(HttpResponse<String> response) {
    return ConformanceSurface.json(response.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void servesASession(String version) {
    String session = door.session(version);

    HttpResponse<String> answer = door.post(DoorFixture.call(7, "echo"), "Mcp-Session-Id", session);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(json(answer).path("id").asInt()).isEqualTo(7);
    assertThat(json(answer).at("/result/content/0/text").asText()).isEqualTo("{\"n\":7}");
  }

  @Test
  void passesOverAByteOrderMark() {
    String session = door.session("2025-11-25");

    HttpResponse<String> answer =
        door.post("\uFEFF" + DoorFixture.call(7, "echo"), "Mcp-Session-Id", session);

    assertThat(json(answer).at("/result/content/0/text").asText()).isEqualTo("{\"n\":7}");
  }

  @Test
  void answersAClientThatDoesNotSayWhatItAccepts() throws IOException {
    String session = door.session("2025-11-25");
    String body = DoorFixture.call(7, "echo");

    String answer =
        door.raw(
            ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nMcp-Session-Id: "
                    + session
                    + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length()
                    + "\r\n\r\n"
                    + body)
                .getBytes(StandardCharsets.UTF_8));

    assertThat(answer).startsWith("HTTP/1.1 200").contains("\"id\":7");
  }

  @Test
  void aNotificationHasNoAnswer() {
    HttpResponse<String> response =
        door.post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/other\"}",
            "Mcp-Session-Id",
            door.session("2025-11-25"));

    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void aFailedHandshakeBeginsNoSession() {
    HttpResponse<String> answer =
        door.post("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}");

    assertThat(json(answer).at("/error/code").asInt()).isEqualTo(-32602);
    assertThat(answer.headers().firstValue("Mcp-Session-Id")).isEmpty();
  }

  @Test
  void reportsComeBeforeTheAnswerInAStream() {
    door.surface.tool(
        "slow",
        call -> {
          call.context()
              .client()
              .progress()
              .onProgress(1, OptionalDouble.of(2), Optional.of("half"));
          return CompletableFuture.completedFuture(ToolResult.text("done"));
        });
    String session = door.session("2025-11-25");

    try (Events events = call(session, "slow")) {
      assertThat(events.next().at("/params/message").asText()).isEqualTo("half");
      assertThat(events.next().at("/result/content/0/text").asText()).isEqualTo("done");
      events.awaitEnd();
    }
  }

  /** JSON is the answer alone; what would have come before it is left out. */
  @Test
  void aClientThatTakesOneFormGetsThat() {
    door.slow().end();
    String session = door.session("2025-11-25");

    HttpResponse<String> json = accepting("application/json", session);
    HttpResponse<String> events = accepting("text/event-stream, text/plain", session);

    assertThat(json(json).at("/result/content/0/text").asText()).isEqualTo("done");
    assertThat(json.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(events.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/event-stream");
    assertThat(events.body()).containsSubsequence("\"progress\":1", "\"id\":5");
    String ping =
        door.post(DoorFixture.PING, "Mcp-Session-Id", session, "Accept", "text/event-stream")
            .body();
    assertThat(ping).contains("data: {");
  }

  private HttpResponse<String> accepting(String types, String session) {
    return door.post(DoorFixture.call(5, "slow"), "Mcp-Session-Id", session, "Accept", types);
  }

  private Events call(String session, String tool) {
    return door.stream(
        door.request("Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25")
            .POST(BodyPublishers.ofString(DoorFixture.call(5, tool)))
            .build());
  }

  @Test
  void aQuestionIsAskedInTheStreamOfItsCall() {
    door.asks();
    String session = door.session("2025-11-25");

    try (Events events = call(session, "ask")) {
      JsonNode question = events.next();
      assertThat(question.path("method").asText()).isEqualTo("elicitation/create");
      HttpResponse<String> taken =
          door.post(
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + question.get("id")
                  + ",\"result\":{\"action\":\"decline\"}}",
              "Mcp-Session-Id",
              session);
      assertThat(taken.statusCode()).isEqualTo(202);
      assertThat(events.next().at("/result/content/0/text").asText())
          .isEqualTo("{\"action\":\"decline\"}");
    }
  }

  @Test
  void aClientThatWasCutOffComesBackForTheRest() {
    DoorFixture.Slow slow = door.slow();
    String session = door.session("2025-11-25");
    String last;
    try (Events events = call(session, "slow")) {
      events.next();
      last = events.lastId;
    }

    slow.step(2);
    slow.end();

    try (Events rest = get(session, "Last-Event-ID", last)) {
      assertThat(rest.next().at("/params/progress").asInt()).isEqualTo(2);
      assertThat(rest.next().at("/result/content/0/text").asText()).isEqualTo("done");
      rest.awaitEnd();
    }
    try (Events whole = get(session, "Last-Event-ID", last.replaceAll("_.*", "_0"))) {
      assertThat(whole.next().at("/params/progress").asInt()).isEqualTo(1);
    }
  }

  private Events get(String session, String... headers) {
    return door.stream(door.request(headers).setHeader("Mcp-Session-Id", session).GET().build());
  }

  @Test
  void newsWaitForTheStreamThatBelongsToNoRequest() {
    String session = door.session("2025-11-25");
    door.surface.changeTools();

    try (Events news = get(session)) {
      assertThat(news.next().path("method").asText()).isEqualTo("notifications/tools/list_changed");
      door.surface.deliver(
          listener ->
              listener.logged(
                  new SurfaceListener.LogMessage(
                      io.gatemini.spi.LogLevel.ERROR, "x", TextNode.valueOf("y"))));
      assertThat(news.next().at("/params/data").asText()).isEqualTo("y");
      try (Events again = get(session, "Last-Event-ID", news.lastId)) {
        news.awaitEnd(); // the same client came back
        door.surface.changeTools();
        assertThat(again.next().path("method").asText())
            .isEqualTo("notifications/tools/list_changed");
      }
    }
  }

  @Test
  void anUnknownEventIsRefused() {
    String session = door.session("2025-11-25");

    for (String event : new String[] {"99_1", "x", "-1_0", "1_", "9".repeat(40) + "_1"}) {
      HttpResponse<String> refused =
          door.send(door.request("Mcp-Session-Id", session, "Last-Event-ID", event).GET().build());
      assertThat(refused.statusCode()).as(event).isEqualTo(400);
    }
  }

  @Test
  void theEndOfASessionCancelsItsCalls() {
    CompletableFuture<ToolResult> work = new CompletableFuture<>();
    door.surface.tool("slow", call -> work);
    String session = door.session("2025-11-25");
    CompletableFuture<HttpResponse<String>> open =
        CompletableFuture.supplyAsync(
            () -> door.post(DoorFixture.call(1, "slow"), "Mcp-Session-Id", session));
    await().until(() -> !door.surface.calls.isEmpty());

    HttpResponse<String> ended =
        door.send(door.request("Mcp-Session-Id", session).DELETE().build());

    assertThat(ended.statusCode()).isEqualTo(204);
    await().until(work::isCancelled);
    assertThat(Patience.join(open).body()).isEmpty();
    assertThat(door.post(DoorFixture.PING, "Mcp-Session-Id", session).statusCode()).isEqualTo(404);
    assertThat(door.surface.disconnected).hasSize(1);
  }

  @Test
  void aCancelledRequestIsNotAnswered() {
    CompletableFuture<ToolResult> work = new CompletableFuture<>();
    door.surface.tool("slow", call -> work);
    String session = door.session("2025-11-25");
    CompletableFuture<HttpResponse<String>> open =
        CompletableFuture.supplyAsync(
            () -> door.post(DoorFixture.call(1, "slow"), "Mcp-Session-Id", session));
    await().until(() -> !door.surface.calls.isEmpty());

    door.post(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}""",
        "Mcp-Session-Id",
        session);

    assertThat(Patience.join(open).body()).isEmpty();
    assertThat(work).isCancelled();
  }

  @Test
  void aBatchIsAnsweredAsOne() {
    String session = door.session("2025-03-26");

    HttpResponse<String> answer =
        door.post(
            "[" + DoorFixture.PING + "," + DoorFixture.call(2, "echo") + "]",
            "Mcp-Session-Id",
            session);

    assertThat(json(answer)).hasSize(2);
  }

  @Test
  void twoClientsMayUseTheSameIds() {
    CompletableFuture<ToolResult> first = new CompletableFuture<>();
    CompletableFuture<ToolResult> second = new CompletableFuture<>();
    door.surface.tool("slow", call -> door.surface.calls.size() == 1 ? first : second);
    String one = door.session("2025-11-25");
    String other = door.session("2025-11-25");
    CompletableFuture<HttpResponse<String>> ofOne =
        CompletableFuture.supplyAsync(
            () -> door.post(DoorFixture.call(1, "slow"), "Mcp-Session-Id", one));
    await().until(() -> door.surface.calls.size() == 1);
    CompletableFuture<HttpResponse<String>> ofOther =
        CompletableFuture.supplyAsync(
            () -> door.post(DoorFixture.call(1, "slow"), "Mcp-Session-Id", other));
    await().until(() -> door.surface.calls.size() == 2);

    second.complete(ToolResult.text("second"));
    first.complete(ToolResult.text("first"));

    assertThat(Patience.join(ofOne).body()).contains("first");
    assertThat(Patience.join(ofOther).body()).contains("second");
  }

  @Test
  void closingAnswersWhatIsUnderWayAndEndsStreams() {
    CompletableFuture<ToolResult> work = new CompletableFuture<>();
    door.surface.tool("slow", call -> work);
    String session = door.session("2025-11-25");
    Events news = get(session);
    CompletableFuture<HttpResponse<String>> open =
        CompletableFuture.supplyAsync(
            () -> door.post(DoorFixture.call(1, "slow"), "Mcp-Session-Id", session));
    await().until(() -> !door.surface.calls.isEmpty());

    CompletableFuture<Void> closed = CompletableFuture.runAsync(door.open::close);
    await().until(() -> door.post(DoorFixture.PING, "Mcp-Session-Id", session).statusCode() == 503);
    work.complete(ToolResult.text("last"));

    assertThat(Patience.join(open).body()).contains("last");
    news.awaitEnd();
    Patience.join(closed);
    assertThatThrownBy(() -> door.session("2025-11-25")).hasMessageContaining("Connect");
  }

  @Test
  void aLongAnswerReachesTheClientWhole() {
    String large = "x".repeat(5 << 20);
    door.surface.tool("large", call -> CompletableFuture.completedFuture(ToolResult.text(large)));

    HttpResponse<String> answer =
        door.post(DoorFixture.call(1, "large"), "Mcp-Session-Id", door.session("2025-11-25"));

    assertThat(json(answer).at("/result/content/0/text").asText()).isEqualTo(large);
  }

  @Test
  void listensElsewhereWithAuthenticationOnly() {
    assertThatThrownBy(() -> new DoorFixture("{\"listen\": \"0.0.0.0:0\"}"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "other machines reach 0.0.0.0:0; set tokens or oauth, listen at 127.0.0.1, or set insecure"
                + " to serve everyone");
    new DoorFixture("{\"listen\": \"0.0.0.0:0\", \"insecure\": true}").close();
    new DoorFixture("{\"listen\": \"0.0.0.0:0\", \"tokens\": {\"ann\": \"secret\"}}").close();
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    String taken = "127.0.0.1:" + door.open.uri().getPort();

    assertThatThrownBy(() -> new DoorFixture("{\"listen\": \"" + taken + "\"}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("nothing can listen at " + taken);
  }
}
