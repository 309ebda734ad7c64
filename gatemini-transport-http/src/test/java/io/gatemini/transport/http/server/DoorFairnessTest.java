package io.gatemini.transport.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several people at one door: what one of them takes, and what is left to the others. */
class DoorFairnessTest {
  private static final int MOST = 20;
  private static final String[] ANN = {"Authorization", "Bearer secret-of-ann"};
  private static final String[] BOB = {"Authorization", "Bearer secret-of-bob"};
  private static final String INITIALIZE = DoorFixture.INITIALIZE.formatted("2025-11-25");

  @AutoClose
  private final DoorFixture door =
      new DoorFixture(
          """
          {"tokens": {"ann": "secret-of-ann", "bob": "secret-of-bob"}, "max_sessions": %d}"""
              .formatted(MOST));

  private int ping(String session, String... client) {
    return door.post(DoorFixture.PING, client[0], client[1], "Mcp-Session-Id", session)
        .statusCode();
  }

  @Test
  void theClientWithMostSessionsPaysWithItsOwn() {
    String anns = door.session("2025-11-25", ANN);
    List<String> bobs = new ArrayList<>();
    for (int i = 0; i < 3 * MOST; i++) {
      bobs.add(door.session("2025-11-25", BOB));
    }

    assertThat(ping(anns, ANN)).isEqualTo(200);
    assertThat(ping(bobs.get(0), BOB)).isEqualTo(404);
    assertThat(ping(bobs.get(bobs.size() - 1), BOB)).isEqualTo(200);
  }

  @Test
  void sessionsAtWorkGiveWayToAnotherClient() {
    List<DoorFixture.Events> streams = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      String session = door.session("2025-11-25", BOB);
      streams.add(
          door.stream(door.request(BOB[0], BOB[1], "Mcp-Session-Id", session).GET().build()));
    }
    assertThat(door.post(INITIALIZE, BOB).statusCode()).isEqualTo(503);

    String anns = door.session("2025-11-25", ANN);

    assertThat(ping(anns, ANN)).isEqualTo(200);
    streams.forEach(DoorFixture.Events::close);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n",
        "5\r\n{}\r\n0\r\n\r\n",
        "2 2\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}0\r\n\r\n",
        "\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}\r\n0x\r\n\r\n",
      })
  void brokenChunksAreABadRequest(String chunks) throws IOException {
    String answer =
        door.raw(
            ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret-of-ann\r\n"
                    + "Content-Type: application/json\r\nAccept: */*\r\nConnection: close\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + chunks)
                .getBytes(US_ASCII));

    assertThat(answer).startsWith("HTTP/1.1 400");
  }

  @Test
  void aBodyThatEndsBeforeItsEndIsABadRequest() throws IOException {
    try (Socket socket = door.connect()) {
      send(socket, 200);
      socket.shutdownOutput();

      assertThat(DoorFixture.read(socket.getInputStream())).startsWith("HTTP/1.1 400");
    }
  }

  @Test
  void aBodyThatStandsStillIsNotAwaited() throws IOException {
    long begun = System.nanoTime();
    try (Socket socket = door.connect()) {
      send(socket, 200_000);

      assertThat(DoorFixture.read(socket.getInputStream())).startsWith("HTTP/1.1 408");
    }
    assertThat(System.nanoTime() - begun).isLessThan(25_000_000_000L); // body_timeout is 30 s
  }

  private static void send(Socket socket, int length) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(
        ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret-of-ann\r\n"
                + "Content-Type: application/json\r\nAccept: */*\r\nContent-Length: "
                + length
                + "\r\n\r\n{")
            .getBytes(US_ASCII));
    out.flush();
  }
}
