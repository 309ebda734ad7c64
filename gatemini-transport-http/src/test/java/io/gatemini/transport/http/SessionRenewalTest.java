package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestHttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionRenewalTest {
  private static final String STARTED =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}";

  private final ForgetfulServer forgetful = new ForgetfulServer();
  @AutoClose private final TestHttpServer server = new TestHttpServer(forgetful);

  @Table(
      """
      404 Not Found | ``
      404 Not Found | {"error":{"code":-32001,"message":"Session not found"},"id":2}
      404 Not Found | {"jsonrpc":"2.0","error":{"code":-32600,"message":"Unknown session \
      s-1"},"id":2}
      400 Bad Request | {"error":{"code":-32000,"message":"No valid session ID"},"id":null}
      200 OK | {"error":{"code":-32001,"message":"Session not found"},"id":2}
      202 Accepted | [{"error":{"code":-32001,"message":"Session expired"},"id":2}]
      200 OK | data: {"error":{"code":-32001,"message":"Session not found"},"id":2}
      400 Bad Request | {"error":{"code":-32001,"message":"Session not found"},"id":2}
      401 Unauthorized | Unauthorized: Session not found
      401 Unauthorized | {"error":"unknown session"}
      410 Gone | ``
      500 X | {"error":{"code":-32603,"message":"Session terminated"},"id":2}
      500 X | {"error":"Error POSTing (HTTP 400): {\\"error\\":{\\"code\\":-32000,\
      \\"message\\":\\"Bad Request: No valid session ID provided\\"}}"}
      503 X | {"error":{"code":-32001,"message":"Service Unavailable: unknown session"},"id":2}
      409 Conflict | stale session id
      422 X | Unexpected message, expect initialize request
      403 Forbidden | {"detail":"Session has expired"}
      400 Bad Request | data: {"error":{"code":-32000,"message":"Server not initialized"},"id":null}
      400 Bad Request | {"error":{"code":-32600,"message":"Unknown session id; send initialize"},\
      "id":"server-error"}
      400 Bad Request | {"error":"No transport found for sessionId"}
      200 OK | {"error":{"code":-32002,"message":"Server not initialized"},"id":2}
      200 OK | {"error":{"code":-32000,"message":"Not Found: Unknown Mcp-Session-Id header"},"id":2}
      200 OK | {"error":{"code":-32603,"message":"Session abc-123 not found"},"id":2}
      200 OK | {"error":{"code":-32000,"message":"Mcp-Session-Id header is required"},"id":null}
      200 OK | {"error":"Session not found"}
      200 OK | data: {"error":"Session not found"}
      200 OK | data: {"error":{"code":-32600,"message":"no session ID or not initialization \
      request"},"id":null}
      """)
  void makesAnotherSessionAndRepeatsTheRequest(String status, String body) throws Exception {
    forgetful.status = status;
    forgetful.body = body;
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      await().until(() -> server.received("GET").size() == 1);
      forgetful.forget();

      client.sendAndWait(CALL);

      await().until(() -> server.received("GET").size() == 2);
      await().until(() -> client.messages.contains(CHANGED));
      assertThat(client.messages).containsExactlyInAnyOrder(STARTED, answer("2"), CHANGED);
      assertThat(client.endings).isEmpty();
      assertThat(forgetful.sessions)
          .containsExactly(
              "initialize: none",
              "notifications/initialized: s-1",
              "tools/call: s-1",
              "initialize: none",
              "notifications/initialized: s-2",
              "tools/call: s-2");
      assertThat(server.received("GET").get(1).header("Mcp-Session-Id")).contains("s-2");
    }
  }

  @Table(
      """
      404 Not Found | page not found
      404 Not Found | the browser session 7 is not known
      410 Gone | page not found
      400 Bad X | no such session
      200 OK | Session not found
      500 X | the database is not initialized
      404 Not Found | the browser session is not open
      """)
  void takesAnErrorWithTheIdOfTheRequestForTheAnswer(String status, String said) throws Exception {
    String error =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32002,\"message\":\"" + said + "\"}}";
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.status = status;
      forgetful.body = error;
      forgetful.forget();

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(STARTED, error);
      assertThat(client.endings).isEmpty();
      assertThat(forgetful.sessions)
          .containsExactly("initialize: none", "notifications/initialized: s-1", "tools/call: s-1");
    }
  }

  @Table(
      """
      400 Bad Request | {"error":{"code":-32000,"message":"Server not initialized"},"id":null}
      200 OK | {"error":{"code":-32002,"message":"client is not initialized"},"id":2}
      """)
  void repeatsTheHandshakeAlsoWhereThereIsNoSession(String status, String body) throws Exception {
    forgetful.status = status;
    forgetful.body = body;
    forgetful.nameless = true;
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.forget();

      client.sendAndWait(CALL);

      await().until(() -> client.messages.contains(CHANGED));
      assertThat(client.messages).containsExactlyInAnyOrder(STARTED, answer("2"), CHANGED);
      assertThat(forgetful.sessions.stream().filter(s -> s.startsWith("initialize"))).hasSize(2);
    }
  }

  @Test
  void makesAnotherSessionWhenTheStreamOfTheServerIsRefusedThatWasOpen() throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.stream.get(60, SECONDS);

      forgetful.forget();
      forgetful.stream.get().cut();

      await().until(() -> client.messages.contains(CHANGED));
      await().until(() -> server.received("GET").size() == 3);
      assertThat(client.endings).isEmpty();
      assertThat(server.received("GET").get(2).header("Mcp-Session-Id")).contains("s-2");
    }
  }

  @RepeatedTest(10)
  void makesOneForAllThatAskAtOnce() throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      for (int round = 0; round < 3; round++) {
        forgetful.forget();
        List<CompletableFuture<Void>> calls = new ArrayList<>();

        for (int i = 0; i < 30; i++) {
          calls.add(client.send(CALL.replace("\"id\":2", "\"id\":" + (100 * round + i + 10))));
        }

        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
      }
      assertThat(client.messages.stream().filter(m -> m.contains("\"n\":1")))
          .hasSize(90)
          .doesNotHaveDuplicates();
      assertThat(forgetful.sessions.stream().filter(s -> s.startsWith("initialize"))).hasSize(4);
      assertThat(client.endings).isEmpty();
    }
  }

  @Test
  void tellsNobodyOfTheOldSessionOfTheNewOne() throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.forget();

      client.sendAndWait("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
      client.sendAndWait("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");

      assertThat(server.received("POST")).hasSize(4);
    }
  }

  @Test
  void endsWhenTheServerMakesNoOtherSession() throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.forget();
      forgetful.refusing = true;

      Throwable failure = client.failure(CALL);

      assertThat(failure)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageEndingWith("has ended the session and did not start another");
      await().until(() -> !client.endings.isEmpty());
      assertThat(client.endings).containsExactly(failure.getMessage());
      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage(failure.getMessage());
      assertThat(server.received("DELETE")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"no\"}}"
      })
  void endsWhenTheNewSessionIsNotLikeTheOldOne(String other) throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.forget();
      forgetful.started = other;

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageEndingWith("has ended the session and did not start another");

      await().until(() -> !client.endings.isEmpty());
      assertThat(forgetful.sessions.stream().filter(s -> s.startsWith("tools/call"))).hasSize(1);
    }
  }

  @Test
  void passesOnWhatComesBeforeTheAnswerOfTheNewSession() throws Exception {
    String log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}";
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.forget();
      forgetful.before = log;

      client.sendAndWait(CALL);

      await().until(() -> client.messages.contains(CHANGED));
      assertThat(client.messages).containsExactlyInAnyOrder(STARTED, log, answer("2"), CHANGED);
      assertThat(client.endings).isEmpty();
    }
  }

  @Test
  void endsWhenTheNewSessionIsNotKnownEither() throws Exception {
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.current = "never";
      forgetful.amnesic = true;

      Throwable failure = client.failure(CALL);

      assertThat(failure)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("forgets its sessions as soon as they are made");
      await().until(() -> !client.endings.isEmpty());
      assertThat(forgetful.sessions.stream().filter(s -> s.startsWith("initialize"))).hasSize(2);
    }
  }

  @Table(
      """
      200 OK | {"error":{"code":-32001,"message":"Session not found"},"id":2}
      200 OK | data: {"error":{"code":-32001,"message":"Session expired"},"id":2}
      401 Unauthorized | Session not found
      """)
  void makesNoThirdSessionForOneRequest(String status, String body) throws Exception {
    forgetful.status = status;
    forgetful.body = body;
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.forget();
      forgetful.amnesicToRequests = true;

      Throwable failure = client.send(CALL).handle((done, thrown) -> thrown).get(60, SECONDS);

      if (failure == null) {
        await().until(() -> client.messages.stream().anyMatch(m -> m.contains("-32001")));
      } else {
        assertThat(failure).hasMessageContaining("401 Unauthorized: Session not found");
      }
      assertThat(forgetful.sessions.stream().filter(s -> s.startsWith("tools/call"))).hasSize(2);
      assertThat(client.endings).isEmpty();
    }
  }

  @Test
  void aTokenThatIsRefusedIsNoLostSession() throws Exception {
    forgetful.status = "401 Unauthorized";
    forgetful.headers = new String[] {"WWW-Authenticate: Bearer error=\"invalid_token\""};
    forgetful.body = "Session expired";
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.handshake();
      forgetful.forget();

      assertThat(client.failure(CALL)).hasMessageContaining("401 Unauthorized");

      assertThat(forgetful.sessions.stream().filter(s -> s.startsWith("initialize"))).hasSize(1);
    }
  }

  private static String answer(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"n\":1}}";
  }

  /** Knows one session at a time. */
  private static final class ForgetfulServer implements TestHttpServer.Handler {
    final List<String> sessions = new CopyOnWriteArrayList<>();
    volatile String status = "404 Not Found";
    volatile String body = "";
    volatile String current = "";
    volatile String started = STARTED;
    volatile String before = "";
    volatile boolean refusing;
    volatile boolean nameless;
    final CompletableFuture<TestHttpServer.Answer> stream = new CompletableFuture<>();
    volatile boolean amnesic;
    volatile boolean amnesicToRequests;
    volatile String[] headers = {};
    private int made;

    synchronized void forget() {
      current = "none yet";
    }

    @Override
    public void handle(TestHttpServer.Received request, TestHttpServer.Answer answer)
        throws Exception {
      String session = request.header("Mcp-Session-Id").orElse("none");
      if (!request.path().equals("/mcp")) {
        answer.empty("404 Not Found"); // it is asked who gives tokens
        return;
      }
      if (request.method().equals("GET")) {
        if (!session.equals(current) && stream.isDone()) {
          answer.empty("404 Not Found");
          return;
        }
        answer.stream();
        stream.complete(answer);
        answer.awaitClose();
        return;
      }
      JsonNode message = Json.mapper().readTree(request.body());
      if (!message.isObject()) {
        answer.empty("200 OK");
        return;
      }
      sessions.add(message.path("method").asText("answer") + ": " + session);
      if (request.body().equals(INITIALIZE) && !refusing && !before.isEmpty()) {
        answer.stream("Mcp-Session-Id: " + next());
        answer.event("data: " + before + "\n\ndata: " + started + "\n\n");
        answer.end();
      } else if (request.body().equals(INITIALIZE) && !refusing) {
        String next = next();
        if (nameless) {
          current = "none";
          answer.json(started);
        } else {
          answer.json(started, "Mcp-Session-Id: " + next);
        }
      } else if (!session.equals(current)
          || (amnesicToRequests && message.path("method").asText().equals("tools/call"))) {
        boolean isJson = body.startsWith("{") || body.startsWith("[");
        String type = isJson ? "application/json" : body.isEmpty() ? "" : "text/plain";
        answer.status(status, type, body.startsWith("data:") ? body + "\n\n" : body, headers);
      } else if (message.has("method") && message.has("id")) {
        answer.json(answer(message.get("id").toString()));
      } else {
        answer.empty("202 Accepted");
      }
    }

    private synchronized String next() {
      String id = "s-" + ++made;
      current = amnesic ? "never" : id;
      return id;
    }

    private static String answer(String id) {
      return SessionRenewalTest.answer(id);
    }
  }
}
