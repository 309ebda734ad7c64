package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MisbehavingServerTest {
  private static final String PAGE = "<html><body>Apache internals, secret-token</body></html>";

  private final TestServer server = new TestServer((request, answer) -> answer.json(ANSWER));

  @AfterEach
  void stopServer() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 Bad Request           | 400 Bad Request",
        "401 Unauthorized          | 401 Unauthorized; check the backend's Authorization header",
        "403 Forbidden             | 403 Forbidden; check the backend's Authorization header",
        "404 Not Found             | 404 Not Found; check that the backend's url is a streamable",
        "405 Method Not Allowed    | 405 Method Not Allowed; check that the backend's url is",
        "429 Too Many Requests     | 429 Too Many Requests; retry later",
        "500 Internal Server Error | 500 Server Error",
        "503 Service Unavailable   | 503 Service Unavailable; retry later",
        "599 What                  | 599"
      })
  void saysTheStatusAndNothingOfThePage(String status, String said) throws Exception {
    server.handle((request, answer) -> answer.status(status, "text/html", PAGE));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      Throwable failure = client.failure(CALL);

      assertThat(failure)
          .hasMessageStartingWith(server.authority() + " answered " + said)
          .message()
          .doesNotContain("Apache", "secret", "<");
      assertThat(failure)
          .isInstanceOf(
              status.startsWith("503")
                  ? BackendUnavailableException.class
                  : BackendCallException.class);
    }
  }

  @Test
  void namesTheAuthenticationScheme() throws Exception {
    server.handle(
        (request, answer) ->
            answer.status(
                "401 Unauthorized",
                "application/json",
                "{\"error\":\"invalid_token\",\"error_description\":\"the token has expired\"}",
                "WWW-Authenticate: Bearer realm=\"inner realm\", error=\"invalid_token\""));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .hasMessage(
              server.authority()
                  + " answered 401 Unauthorized (asks for Bearer authentication): the token has"
                  + " expired; check the backend's Authorization header");
    }
  }

  @Test
  void saysWhenToRetry() throws Exception {
    server.handle((request, answer) -> answer.empty("429 Too Many Requests", "Retry-After: 30"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageEndingWith("Too Many Requests; retry after 30 s");
    }
  }

  @Test
  void repeatsTheMessageOfAJsonRpcError() throws Exception {
    server.handle(
        (request, answer) ->
            answer.status(
                "400 Bad Request",
                "application/json",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"no\\nsession\"}}"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageEndingWith("answered 400 Bad Request: no session");
      assertThat(client.messages).isEmpty();
    }
  }

  @Test
  void takesAnAnswerThatComesWithAnErrorStatus() throws Exception {
    String error = "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":1,\"message\":\"no\"}}";
    server.handle((request, answer) -> answer.status("400 Bad Request", "application/json", error));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(error);
    }
  }

  @Test
  void doesNotWaitForAnErrorBodyThatNeverEnds() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.raw(
              "HTTP/1.1 500 X\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{");
          answer.awaitClose();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageEndingWith("answered 500 Server Error");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"202 Accepted", "204 No Content", "200 OK"})
  void failsARequestThatIsOnlyAccepted(String status) throws Exception {
    server.handle((request, answer) -> answer.empty(status));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .hasMessage(server.authority() + " accepted the request without an answer");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''               | hello                              | no content type",
        "text/plain       | hello                              | content type text/plain",
        "application/json | [1]                                | content type application/json",
        "application/json | {\"jsonrpc\":\"2.0\",\"id\":2,      | content type application/json",
        "application/json | {\"id\":2,\"result\":1} trailing   | content type application/json"
      })
  void failsAnAnswerThatIsNotAMessage(String type, String body, String said) throws Exception {
    server.handle((request, answer) -> answer.status("200 OK", type, body));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendCallException.class)
          .hasMessageContaining("not a JSON-RPC message (" + said + ")");
      assertThat(client.messages).isEmpty();
    }
  }

  @Test
  void failsAPageUnder200() throws Exception {
    server.handle((request, answer) -> answer.status("200 OK", "text/html;charset=x", PAGE));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageContaining("answered with an HTML page");
    }
  }

  @Test
  void failsAnAnswerToAnotherRequest() throws Exception {
    server.handle(
        (request, answer) -> answer.json("{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":{}}"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageContaining("does not belong to the request");
    }
  }

  @Test
  void failsAStreamThatEndsWithoutTheAnswerButKeepsWhatCame() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.stream();
          answer.event("data: " + CHANGED + "\n\ndata: " + ANSWER);
          answer.end();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendCallException.class)
          .hasMessage(server.authority() + " ended the event stream without the answer");
      assertThat(client.messages).containsExactly(CHANGED);
    }
  }

  @Test
  void failsAStreamThatIsCut() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.stream();
          answer.event("data: " + CHANGED + "\n\n");
          answer.cut();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendCallException.class)
          .hasMessageContaining("was closed in the middle of the answer");
    }
  }

  @Test
  void failsHalfABody() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.raw(
              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
                  + ANSWER);
          answer.cut();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageContaining("closed in the middle of the answer");
      assertThat(client.messages).isEmpty();
    }
  }

  @Test
  void failsAConnectionThatClosesWithoutAnAnswer() throws Exception {
    server.handle((request, answer) -> answer.cut());
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .hasMessage(server.authority() + " closed the connection without an answer");
    }
  }

  @Test
  void failsWhatIsNotHttp() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.raw("SSH-2.0-OpenSSH_9.6\r\n\r\n");
          answer.cut();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageContaining("did not speak proper HTTP");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void boundsTheSizeOfAMessage(String type) throws Exception {
    String large = "data: {\"id\":2,\"result\":\"" + "x".repeat(20_000) + "\"}\n\n";
    server.handle((request, answer) -> answer.status("200 OK", type, large));
    try (ChannelFixture client =
        new ChannelFixture(server.url(), Map.of(), AddressCheck.allowAll(), 10_000)) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendCallException.class)
          .hasMessage(server.authority() + " answered with more than 10000 bytes");
    }
  }

  @Test
  void failsOnlyTheCallThatFailed() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.body().equals(CALL)) {
            answer.json(ANSWER);
          } else {
            answer.cut();
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.failure(INITIALIZE);
      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(client.endings).isEmpty();
    }
  }

  @Test
  void doesNotFollowToAnotherServer() throws Exception {
    try (TestServer other = new TestServer((request, answer) -> answer.json(ANSWER));
        ChannelFixture client =
            new ChannelFixture(
                server.url(), Map.of("Authorization", "x"), AddressCheck.allowAll(), 1000)) {
      server.handle(
          (request, answer) ->
              answer.empty("307 Temporary Redirect", "Location: " + other.url() + "?key=secret"));

      assertThat(client.failure(CALL))
          .hasMessageContaining("redirects (307) to another address, which is not followed")
          .hasMessageNotContaining("secret");
      assertThat(other.received()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"302 Found", "308 Permanent Redirect"})
  void givesUpOnRedirectsThatDropTheMessageOrNeverEnd(String status) throws Exception {
    server.handle((request, answer) -> answer.empty(status, "Location: /mcp"));
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).hasMessageContaining("redirects (" + status.substring(0, 3));
      assertThat(server.received()).hasSizeLessThan(6);
    }
  }

  @Test
  void endsWhenTheServerForgetsTheSession() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.body().equals(INITIALIZE)) {
            answer.json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", "Mcp-Session-Id: s-1");
          } else {
            answer.status("404 Not Found", "application/json", "{\"error\":\"no\"}");
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      client.sendAndWait(INITIALIZE);

      Throwable failure = client.failure(CALL);

      assertThat(failure)
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("has ended the session");
      await().until(() -> !client.endings.isEmpty());
      assertThat(client.endings).containsExactly(failure.getMessage());
      assertThat(client.failure(CALL)).hasMessage(failure.getMessage());
      assertThat(server.received("DELETE")).isEmpty();
    }
  }

  @Test
  void saysThatTheConnectionWasRefused() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (ChannelFixture client = new ChannelFixture("http://localhost:" + port + "/mcp")) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage("failed to connect to localhost:" + port + ": connection refused");
    }
  }

  @Test
  void saysThatTheHostIsNotKnown() throws Exception {
    // RFC 2606: never exists.
    try (ChannelFixture client = new ChannelFixture("http://server.invalid/mcp")) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage("failed to connect to server.invalid:80: the host is not known");
    }
  }

  @Test
  void saysThatTlsFailed() throws Exception {
    server.handle((request, answer) -> answer.empty("400 Bad Request"));
    try (ChannelFixture client =
        new ChannelFixture("https://localhost:" + server.port() + "/mcp")) {

      // The plain answer and the end of the connection race each other to the handshake.
      assertThat(client.failure(CALL).getMessage())
          .satisfiesAnyOf(
              message ->
                  assertThat(message)
                      .startsWith(
                          "failed to connect to "
                              + server.authority()
                              + ": the TLS handshake failed ("),
              message ->
                  assertThat(message)
                      .isEqualTo(server.authority() + " closed the connection without an answer"));
    }
  }

  @Test
  void refusesAnAddressThatTheCheckDoesNotAllow() throws Exception {
    AddressCheck noLoopback = address -> !address.isLoopbackAddress();
    for (String host : new String[] {"localhost", "127.0.0.1", "[::1]"}) {
      try (ChannelFixture client =
          new ChannelFixture(
              "http://" + host + ":" + server.port() + "/mcp", Map.of(), noLoopback, 1000)) {

        assertThat(client.failure(CALL))
            .isInstanceOf(BackendUnavailableException.class)
            .hasMessageEndingWith(": its address is not allowed");
      }
    }
    assertThat(server.received()).isEmpty();
  }
}
