package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static io.gatemini.transport.http.ChannelFixture.INITIALIZE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MisbehavingServerTest {
  private static final String PAGE = "<html><title>Sign in</title><body>secret-token</body></html>";

  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.json(ANSWER));

  /** The failure of a call that is handled so, after these messages. */
  private AbstractThrowableAssert<?, ?> assertFailure(
      TestHttpServer.Handler handler, String... messages) throws Exception {
    server.handle(handler);
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      Throwable failure = client.failure(CALL);
      assertThat(client.messages).containsExactly(messages);
      return assertThat(failure);
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
    assertFailure(
            (request, answer) -> {
              answer.raw(
                  "HTTP/1.1 500 X\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{");
              answer.awaitClose();
            })
        .hasMessageEndingWith("answered 500 Server Error");
  }

  @ParameterizedTest
  @ValueSource(strings = {"202 Accepted", "204 No Content", "200 OK"})
  void failsARequestThatIsOnlyAccepted(String status) throws Exception {
    assertFailure((request, answer) -> answer.empty(status))
        .hasMessage(server.authority() + " accepted the request without an answer");
  }

  @Table(
      """
      `` | hello | no content type
      text/plain | hello | content type text/plain
      application/json | [1] | content type application/json
      application/json | {"jsonrpc":"2.0","id":2, | content type application/json
      application/json | {"id":2} | content type application/json
      """)
  void failsAnAnswerThatIsNotAMessage(String type, String body, String said) throws Exception {
    assertFailure((request, answer) -> answer.status("200 OK", type, body))
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("not a JSON-RPC message (" + said + ")");
  }

  @Test
  void failsAPageUnder200() throws Exception {
    assertFailure((request, answer) -> answer.status("200 OK", "text/html;charset=x", PAGE))
        .hasMessage(
            server.authority()
                + " answered with an HTML page: Sign in; check that the backend's url is a"
                + " streamable HTTP MCP endpoint");
  }

  @Test
  void failsAnAnswerToAnotherRequest() throws Exception {
    assertFailure(
            (request, answer) -> answer.json("{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"result\":{}}"))
        .hasMessageContaining("does not belong to the request");
  }

  @Test
  void failsAStreamThatEndsWithoutTheAnswerButKeepsWhatCame() throws Exception {
    assertFailure(
            (request, answer) -> {
              answer.stream();
              answer.event("data: " + CHANGED + "\n\ndata: " + ANSWER);
              answer.end();
            },
            CHANGED)
        .isInstanceOf(BackendCallException.class)
        .hasMessage(server.authority() + " ended the event stream without the answer");
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
    assertFailure(
            (request, answer) -> {
              answer.raw(
                  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
                      + ANSWER);
              answer.cut();
            })
        .hasMessageContaining("closed in the middle of the answer");
  }

  @Test
  void failsAConnectionThatClosesWithoutAnAnswer() throws Exception {
    assertFailure((request, answer) -> answer.cut())
        .hasMessage(server.authority() + " closed the connection without an answer");
  }

  @Test
  void failsWhatIsNotHttp() throws Exception {
    assertFailure(
            (request, answer) -> {
              answer.raw("SSH-2.0-OpenSSH_9.6\r\n\r\n");
              answer.cut();
            })
        .hasMessageContaining("did not speak proper HTTP");
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
    try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ChannelFixture client =
            new ChannelFixture("https://localhost:" + plain.getLocalPort() + "/mcp")) {
      CompletableFuture<Void> call = client.send(CALL);
      try (Socket socket = plain.accept()) {
        socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
        await().until(call::isDone);
      }

      // The plain answer and the end of the connection race each other to the handshake.
      assertThat(call.handle((done, failure) -> String.valueOf(failure.getMessage())).get())
          .contains("localhost:" + plain.getLocalPort())
          .containsAnyOf("the TLS handshake failed (", "the connection was closed", "closed the");
    }
  }

  @Tag("long")
  @Test
  void doesNotWaitForATlsHandshakeThatNeverComes() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ChannelFixture client =
            new ChannelFixture("https://localhost:" + silent.getLocalPort() + "/mcp")) {

      CompletableFuture<Void> call = client.send(CALL);

      await().atMost(60, TimeUnit.SECONDS).until(call::isDone);
      assertThat(call.handle((done, failure) -> failure).get())
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessage("failed to connect to localhost:" + silent.getLocalPort() + ": timed out");
    }
  }
}
