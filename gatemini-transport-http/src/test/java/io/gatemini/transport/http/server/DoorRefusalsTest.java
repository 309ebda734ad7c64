package io.gatemini.transport.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.testing.Patience;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are not handled, each with its status, while others are served. */
class DoorRefusalsTest {
  @AutoClose
  private final DoorFixture door =
      new DoorFixture(
          """
          {"tokens": {"ann": "secret-of-ann", "bob": "secret-of-bob"},
           "allowed_hosts": ["gateway.example"], "allowed_origins": ["https://app.example"],
           "max_message_bytes": 100000, "body_timeout": "1s"}""");

  private static final String ANN = "Bearer secret-of-ann";
  private static final String BOB = "Bearer secret-of-bob";

  private static final String INITIALIZE = DoorFixture.INITIALIZE.formatted("2025-11-25");

  private int statusOf(String headers) throws IOException {
    String answer = door.raw(headers + "Authorization: " + ANN + "\r\n", INITIALIZE);
    return Integer.parseInt(answer.substring(9, 12));
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "LOCALHOST:1, 200",
    "127.0.0.1, 200",
    "127.0.0.9:80, 200",
    "[::1]:8420, 200",
    "gateway.example, 200",
    "evil.example, 403",
    "localhost.evil.example, 403",
    "127.0.0.1.evil.example, 403",
    "[::2], 403",
    "0.0.0.0, 403",
  })
  void theHostHasToBeThisOne(String host, int status) throws IOException {
    assertThat(statusOf("Host: " + host + "\r\n")).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:3000, 200",
    "http://127.0.0.1, 200",
    "http://[::1]:8080, 200",
    "https://app.example, 200",
    "https://app.example:8443, 403",
    "https://evil.example, 403",
    "http://localhost.evil.example, 403",
    "null, 403",
    "file://, 403",
    "'http:// x', 403",
  })
  void aPageHasToBeAllowed(String origin, int status) throws IOException {
    assertThat(statusOf("Host: localhost\r\nOrigin: " + origin + "\r\n")).isEqualTo(status);
  }

  @Test
  void forwardedHeadersChangeNothing() throws IOException {
    assertThat(
            statusOf(
                "Host: evil.example\r\nX-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\n"))
        .isEqualTo(403);
  }

  @Test
  void aPageAsksFirst() throws IOException {
    String answer =
        door.raw(
            ("OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Origin: https://app.example\r\nAccess-Control-Request-Method: POST\r\n"
                    + "Access-Control-Request-Headers: authorization,mcp-session-id\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));

    assertThat(answer)
        .startsWith("HTTP/1.1 204")
        .contains("Access-Control-Allow-Origin: https://app.example")
        .contains("Access-Control-Allow-Headers: authorization,mcp-session-id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer", "Bearer ", "Basic secret-of-ann", "secret-of-ann", ""})
  void aTokenIsNeeded(String authorization) {
    HttpResponse<String> refused =
        authorization.isEmpty()
            ? door.post(INITIALIZE)
            : door.post(INITIALIZE, "Authorization", authorization);

    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    assertThat(refused.body()).contains("a token is needed").doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wrong", "secret-of-an", "secret-of-ann2", "secretref:env:ANN_TOKEN"})
  void aWrongTokenIsAnsweredAsWrong(String token) {
    HttpResponse<String> refused = door.post(INITIALIZE, "Authorization", "Bearer " + token);

    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate"))
        .hasValue("Bearer error=\"invalid_token\"");
    assertThat(refused.body()).contains("this token is not valid here").doesNotContain("secret");
  }

  @Test
  void aSessionBelongsToOneClient() {
    String session = door.session("2025-11-25", "Authorization", ANN);

    assertThat(
            door.post(DoorFixture.PING, "Authorization", ANN, "Mcp-Session-Id", session)
                .statusCode())
        .isEqualTo(200);
    for (String id : List.of(session, UUID.randomUUID().toString(), "", "x".repeat(8000))) {
      assertThat(
              door.post(DoorFixture.PING, "Authorization", BOB, "Mcp-Session-Id", id).statusCode())
          .isEqualTo(404);
      assertThat(
              door.send(door.request("Authorization", BOB, "Mcp-Session-Id", id).DELETE().build())
                  .statusCode())
          .isEqualTo(404);
    }
    assertThat(door.post(DoorFixture.PING, "Authorization", ANN).statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Type, text/plain, 415",
    "Accept, application/json, 200",
    "Accept, text/event-stream, 200",
    "Accept, 'text/html, application/xml;q=0.9', 406",
    "Accept, 'application/json;q=0, text/html', 406",
    "Accept, */*, 200",
    "Accept, '*/*;q=0.1', 200",
    "Accept, 'application/*, TEXT/Event-Stream;q=1', 200",
    "Accept, 'application/json, text/event-stream;q=0', 200",
    "Accept, 'application/jsons, text/event-streams', 406",
    "MCP-Protocol-Version, 1999-01-01, 400",
  })
  void headersAreChecked(String name, String value, int status) {
    String session = door.session("2025-11-25", "Authorization", ANN);

    assertThat(
            door.post(
                    DoorFixture.PING, "Authorization", ANN, "Mcp-Session-Id", session, name, value)
                .statusCode())
        .isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "TRACE", "HEAD"})
  void otherMethodsAreNotAllowed(String method) {
    HttpResponse<String> refused =
        door.send(
            door.request("Authorization", ANN).method(method, BodyPublishers.noBody()).build());

    assertThat(refused.statusCode()).isEqualTo(405);
    assertThat(refused.headers().firstValue("Allow")).hasValue("POST, GET, DELETE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/mcp/", "/mcp/x", "/mcp;a=b/../x", "/x/%2e%2e/mcp%00", "/../mcp2", "//mcp"})
  void otherPathsAreNotThere(String path) throws IOException {
    String answer =
        door.raw(
            ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));

    assertThat(answer).matches("(?s)HTTP/1.1 4\\d\\d .*");
  }

  @Test
  void aFloodOfHeadersIsRefused() throws IOException {
    StringBuilder headers = new StringBuilder("Host: localhost\r\n");
    for (int i = 0; i < 2000; i++) {
      headers.append("X-Header-").append(i).append(": ").append("v".repeat(50)).append("\r\n");
    }

    assertThat(door.raw(headers.toString(), "")).startsWith("HTTP/1.1 431");
  }

  @Test
  void aBodyThatSaysItIsTooLargeIsNotRead() throws IOException {
    String answer =
        door.raw(
            ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: "
                    + ANN
                    + "\r\nContent-Type: application/json\r\nAccept: */*\r\n"
                    + "Content-Length: 200000000\r\n\r\n{")
                .getBytes(StandardCharsets.US_ASCII));

    assertThat(answer).startsWith("HTTP/1.1 413").contains("100000 bytes");
  }

  @Test
  void aBodyThatBecomesTooLargeIsRefused() throws IOException {
    try (Socket socket = door.connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(head("Transfer-Encoding: chunked"));
      byte[] chunk =
          ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      out.write(chunk);
      out.write(chunk);
      out.flush();

      assertThat(firstLine(socket)).startsWith("HTTP/1.1 413");
    }
  }

  @Test
  void aSlowBodyIsRefusedWhileOthersAreServed() throws IOException {
    List<Socket> slow = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Socket socket = door.connect();
      socket.getOutputStream().write(head("Content-Length: 50"));
      socket.getOutputStream().write('{');
      slow.add(socket);
    }

    String session = door.session("2025-11-25", "Authorization", ANN);
    assertThat(
            door.post(DoorFixture.PING, "Authorization", ANN, "Mcp-Session-Id", session)
                .statusCode())
        .isEqualTo(200);
    for (Socket socket : slow) {
      assertThat(firstLine(socket)).startsWith("HTTP/1.1 408");
      socket.close();
    }
  }

  private static byte[] head(String header) {
    return ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
            + ANN
            + "\r\nContent-Type: application/json\r\nAccept: */*\r\n"
            + header
            + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String firstLine(Socket socket) throws IOException {
    byte[] start = socket.getInputStream().readNBytes(12);
    return new String(start, StandardCharsets.US_ASCII);
  }

  @Test
  void malformedMessagesAreAnsweredWithAnError() throws IOException {
    String session = door.session("2025-11-25", "Authorization", ANN);
    String headers =
        "Host: localhost\r\nAuthorization: " + ANN + "\r\nMcp-Session-Id: " + session + "\r\n";

    for (String body : List.of("", "{", "nonsense", "{\"jsonrpc\":\"2.0\"}", "5")) {
      assertThat(door.raw(headers, body)).as(body).startsWith("HTTP/1.1 400").contains("\"error\"");
    }
    assertThat(door.raw(headers, "[" + DoorFixture.PING + "]")).contains("2025-03-26");
    byte[] invalid =
        head("Mcp-Session-Id: " + session + "\r\nConnection: close\r\nContent-Length: 44");
    byte[] body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\u00ff\"}    "
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = java.util.Arrays.copyOf(invalid, invalid.length + 44);
    System.arraycopy(body, 0, all, invalid.length, Math.min(44, body.length));
    assertThat(door.raw(all)).startsWith("HTTP/1.1 400");
  }

  @Test
  void aClientThatAsksTooOftenHasToWait() {
    try (DoorFixture limited = new DoorFixture("{\"max_requests_per_second\": 2}")) {
      String session = limited.session("2025-11-25");
      List<Integer> statuses = new ArrayList<>();
      HttpResponse<String> last = null;
      for (int i = 0; i < 8; i++) {
        last = limited.post(DoorFixture.PING, "Mcp-Session-Id", session);
        statuses.add(last.statusCode());
      }

      assertThat(statuses).contains(200, 429);
      assertThat(last.headers().firstValue("Retry-After")).isPresent();
    }
  }

  @Test
  void anIdleSessionGivesWayToANewOne() {
    try (DoorFixture small = new DoorFixture("{\"max_sessions\": 2}")) {
      String first = small.session("2025-11-25");
      String second = small.session("2025-11-25");
      small.post(DoorFixture.PING, "Mcp-Session-Id", first);
      String third = small.session("2025-11-25");

      assertThat(small.post(DoorFixture.PING, "Mcp-Session-Id", second).statusCode())
          .isEqualTo(404);
      for (String session : List.of(first, third)) {
        assertThat(small.post(DoorFixture.PING, "Mcp-Session-Id", session).statusCode())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void aSessionAtWorkDoesNotGiveWay() {
    try (DoorFixture small = new DoorFixture("{\"max_sessions\": 1}")) {
      String session = small.session("2025-11-25");
      var news = small.stream(small.request("Mcp-Session-Id", session).GET().build());

      HttpResponse<String> refused = small.post(INITIALIZE);

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      news.close();
    }
  }

  @Test
  void idleSessionsEnd() {
    try (DoorFixture small = new DoorFixture("{\"session_timeout\": \"1s\"}")) {
      String session = small.session("2025-11-25");

      await().atMost(Patience.LIMIT).until(() -> small.surface.disconnected.size() == 1);

      assertThat(small.post(DoorFixture.PING, "Mcp-Session-Id", session).statusCode())
          .isEqualTo(404);
    }
  }
}
