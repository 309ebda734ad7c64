package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Exposure;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import io.gatemini.transport.stdio.StreamChannel;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A client that has stopped to read. */
@Tag("long")
class UnreadTest {
  private static final Duration DRAIN = Duration.ofMinutes(2);

  private final TestContext context = new TestContext();
  private final TestSurface surface = new TestSurface();
  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();
  private final Stoppable pipe = new Stoppable(toClient.out);
  private final TestClient client = new TestClient(toClient.in, toServer.out);
  private final StreamChannel channel = StreamChannel.over("unread", toServer.in, pipe, 1 << 20);
  private final Exposure exposure =
      SurfaceServer.of(surface, context.scheduler()).withDrainTimeout(DRAIN).serve(channel);

  @AfterEach
  void end() {
    pipe.resume();
    exposure.close();
    context.close();
  }

  /** A pipe that can be full. */
  private static final class Stoppable extends FilterOutputStream {
    final CountDownLatch stuck = new CountDownLatch(1);
    private final Semaphore room = new Semaphore(1);
    private final AtomicBoolean stopped = new AtomicBoolean();

    Stoppable(OutputStream out) {
      super(out);
    }

    void stop() {
      stopped.set(true);
      room.acquireUninterruptibly();
    }

    void resume() {
      if (stopped.compareAndSet(true, false)) {
        room.release();
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (stopped.get()) {
        stuck.countDown();
      }
      room.acquireUninterruptibly();
      try {
        out.write(bytes, offset, length);
      } finally {
        room.release();
      }
    }
  }

  /** From here on the sender writes, on a thread that does not read. */
  private void stopReading() {
    await().until(() -> channel.writtenBytes() == channel.sentBytes());
    pipe.stop();
  }

  /** Notifies as a surface does: not while the listener is not ready. */
  private int changeTools(int times) {
    int[] told = {0};
    for (int i = 0; i < times; i++) {
      surface.deliver(
          listener -> {
            if (listener.isReady()) {
              listener.toolsChanged();
              told[0]++;
            }
          });
    }
    return told[0];
  }

  @Test
  void hasABoundedNumberOfNoticesWaitingAndHearsMoreWhenItReadsAgain() throws Exception {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    surface.tool("slow", call -> answer);
    client.initialize();
    client.call(1, "slow", "{}");
    client.ping("the call has been read");
    stopReading();
    Thread writer = new Thread(() -> answer.complete(ToolResult.text("late")), "unread-writer");
    writer.start();
    assertThat(pipe.stuck.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(changeTools(10_000)).isEqualTo(ClientNews.MAX_UNREAD);
    pipe.resume();
    writer.join();

    assertThat(client.next().get("id").asInt()).isEqualTo(1);
    for (int i = 0; i < ClientNews.MAX_UNREAD; i++) {
      assertThat(client.next().path("method").asText())
          .isEqualTo("notifications/tools/list_changed");
    }
    await().untilAsserted(() -> assertThat(changeTools(1)).isEqualTo(1));
    assertThat(client.next().path("method").asText()).isEqualTo("notifications/tools/list_changed");
    assertThat(client.ping("alive").get("id").asText()).isEqualTo("alive");
  }

  @Test
  void isNotWaitedForWhenAllThatIsLeftIsToWrite() throws Exception {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    surface.tool("slow", call -> answer);
    client.initialize();
    client.call(1, "slow", "{}");
    client.ping("the call has been read");
    stopReading();
    new Thread(() -> answer.complete(ToolResult.text("late")), "unread-writer").start();
    assertThat(pipe.stuck.await(60, TimeUnit.SECONDS)).isTrue();

    client.hangUp();

    assertThat(exposure.closed()).succeedsWithin(DRAIN.dividedBy(2));
  }

  @Test
  void isGivenUpWhileAReportWaitsForIt() throws Exception {
    CompletableFuture<SurfaceCall> called = new CompletableFuture<>();
    surface.tool(
        "slow",
        call -> {
          called.complete(call);
          return new CompletableFuture<>();
        });
    client.initialize();
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"slow\",\"_meta\":{\"progressToken\":1}}}");
    client.ping("the call has been read");
    stopReading();
    SurfaceCall call = called.get(60, TimeUnit.SECONDS);
    new Thread(
            () ->
                call.context()
                    .client()
                    .progress()
                    .onProgress(1, OptionalDouble.empty(), Optional.empty()),
            "unread-reporter")
        .start();
    assertThat(pipe.stuck.await(60, TimeUnit.SECONDS)).isTrue();

    client.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
            + "\"params\":{\"requestId\":1}}");
    client.hangUp();

    assertThat(exposure.closed()).succeedsWithin(DRAIN.dividedBy(2));
  }
}
