package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.testing.TestHttpServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a request that failed may be sent again, and how soon it is let go of. */
class UnsentRequestTest {
  @Test
  void aRequestThatBreaksOffOnItsWayHasNotReachedTheServer() throws Exception {
    String large =
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\",\"x\":\"" + "y".repeat(30_000_000) + "\"}";
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ChannelFixture client =
            new ChannelFixture("http://localhost:" + listener.getLocalPort() + "/mcp")) {
      CompletableFuture<Void> call = client.send(large);
      try (Socket socket = listener.accept()) {
        InputStream in = socket.getInputStream();
        assertThat(in.readNBytes(1000)).hasSize(1000);
      }

      await().until(call::isDone);

      assertThat(call.handle((done, failure) -> failure).get())
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageStartingWith("failed to connect to localhost:");
    }
  }

  @Test
  void aRequestThatWasReadMayHaveBeenActedOn() throws Exception {
    try (TestHttpServer server = new TestHttpServer((request, answer) -> answer.cut());
        ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).isInstanceOf(BackendCallException.class);
    }
  }

  @Test
  void aRequestThatWasReadMayHaveBeenActedOnWhenTheBackendStops() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    try (TestHttpServer server =
        new TestHttpServer(
            (request, answer) -> {
              arrived.countDown();
              answer.awaitClose();
            })) {
      ChannelFixture client = new ChannelFixture(server.url());
      CompletableFuture<Void> call = client.send(CALL);
      assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();

      client.close();

      assertThat(call.handle((done, failure) -> failure).get())
          .isInstanceOf(BackendCallException.class)
          .hasMessage("the backend was stopped");
    }
  }

  /** The gateway ends a call at its deadline in the same way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"a\":",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n: still there\n\n",
        "HTTP/1.1 500 Oops\r\nContent-Length: 500\r\n\r\n<html>"
      })
  void lettingGoClosesTheConnectionWhateverHasCome(String begun) throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try (TestHttpServer server =
            new TestHttpServer(
                (request, answer) -> {
                  answer.raw(begun);
                  arrived.countDown();
                  answer.awaitClose();
                  closed.countDown();
                });
        ChannelFixture client = new ChannelFixture(server.url())) {
      CompletableFuture<Void> call = client.send(CALL);
      assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();

      call.cancel(true);

      assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
      server.handle((request, answer) -> answer.json(ANSWER));
      client.sendAndWait(CALL);
    }
  }

  @Test
  void usesAConnectionAgain() throws Exception {
    try (TestHttpServer server = new TestHttpServer((request, answer) -> answer.json(ANSWER));
        ChannelFixture client = new ChannelFixture(server.url())) {

      for (int i = 0; i < 20; i++) {
        client.sendAndWait(CALL);
      }

      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Property(tries = 50)
  void handsOutEveryByteOnceAndNoneAfterItWasWithdrawn(
      @ForAll @IntRange(max = 200_000) int size, @ForAll @IntRange(max = 8) int reads) {
    byte[] message = new byte[size];
    for (int i = 0; i < size; i++) {
      message[i] = (byte) i;
    }
    RequestBody body = new RequestBody(message);
    ByteBuffer read = ByteBuffer.allocate(size);
    boolean ended = false;

    for (int i = 0; i < reads && !ended; i++) {
      Content.Chunk chunk = body.read();
      ended = chunk.isLast();
      read.put(chunk.getByteBuffer());
    }

    assertThat(body.getLength()).isEqualTo(size);
    assertThat(body.mayHaveArrived()).isEqualTo(ended);
    assertThat(body.withdraw()).isNotEqualTo(ended);
    if (ended) {
      assertThat(read.array()).isEqualTo(message);
    } else {
      assertThat(Content.Chunk.isFailure(body.read()) || read.position() < size).isTrue();
    }
  }
}
