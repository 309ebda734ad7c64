package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Exposure;
import io.gatemini.internal.process.LineSplitter;
import io.gatemini.internal.process.StderrTail;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An Error on the threads of a pipe: each time the next message goes through, or the end is
 * reported.
 */
class PipeErrorsTest {
  private static final String ALL = "io.gatemini.testing.MadeErrors#all";

  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();

  /** The errors of the next reads or writes, and how often. */
  private final AtomicReference<@Nullable Error> armed = new AtomicReference<>();

  private final AtomicInteger times = new AtomicInteger(1);

  private void meet() {
    Error error = armed.get();
    if (error != null) {
      if (times.decrementAndGet() <= 0) {
        armed.set(null);
      }
      throw error;
    }
  }

  /** Throws after a read has taken nothing. */
  private InputStream reading(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        meet();
        return super.read(bytes, offset, length);
      }
    };
  }

  private OutputStream writing(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        meet();
        out.write(bytes, offset, length);
      }
    };
  }

  private Exposure serve(TestContext context, InputStream in, OutputStream out) {
    return SurfaceServer.of(new TestSurface(), context.scheduler())
        .withDrainTimeout(Duration.ofSeconds(1))
        .serve(StreamChannel.over("errors", in, out, 1 << 20));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aReadThatMeetsItCostsOneLine(Error error) throws Exception {
    try (LoggedErrors logged = new LoggedErrors();
        TestContext context = new TestContext();
        Exposure exposure = serve(context, reading(toServer.in), toClient.out)) {
      TestClient client = new TestClient(toClient.in, toServer.out);
      client.initialize();

      armed.set(error);
      toServer.out.write("half a line".getBytes(StandardCharsets.UTF_8));
      await().until(() -> armed.get() == null);
      client.send(" and its end");

      assertThat(client.next().has("error")).isTrue();
      assertThat(client.ping("after").at("/result").isObject()).isTrue();
      assertThat(logged.times(error)).isEqualTo(1);
      assertThat(exposure.closed().toCompletableFuture()).isNotDone();
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void theLineThatIsBeingReadIsSkippedAndNoOther(Error error) throws Exception {
    Deque<Object> reads = new ArrayDeque<>(List.of("one\nha", error, "lf\ntwo\n"));
    InputStream in =
        new InputStream() {
          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            Object next = reads.poll();
            if (next instanceof Error made) {
              throw made;
            }
            byte[] text = String.valueOf(next == null ? "" : next).getBytes(StandardCharsets.UTF_8);
            System.arraycopy(text, 0, bytes, offset, text.length);
            return next == null ? -1 : text.length;
          }
        };
    List<String> lines = new ArrayList<>();
    LineSplitter.Lines taking =
        new LineSplitter.Lines() {
          @Override
          public void line(byte[] buffer, int offset, int length) {
            lines.add(new String(buffer, offset, length, StandardCharsets.UTF_8));
          }

          @Override
          public void tooLong(byte[] head, byte[] tail, long length) {
            lines.add("skipped " + length);
          }
        };
    try (LoggedErrors logged = new LoggedErrors()) {
      new LineSplitter(in, 100, taking)
          .runOn(System.getLogger(StreamChannel.class.getName()), "a line was lost");

      assertThat(lines).containsExactly("one", "skipped 4", "two");
      assertThat(logged.times(error)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aReaderThatMeetsNothingElseEndsAndSaysWhy(Error error) {
    try (LoggedErrors logged = new LoggedErrors();
        TestContext context = new TestContext();
        Exposure exposure = serve(context, reading(toServer.in), toClient.out)) {
      TestClient client = new TestClient(toClient.in, toServer.out);
      client.initialize();

      times.set(Integer.MAX_VALUE);
      armed.set(error);
      client.send("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}");

      assertThat(exposure.closed())
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .withCause(error);
      assertThat(logged.times(error)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aWriteThatMeetsItEndsTheConnectionAndSaysWhy(Error error) {
    try (LoggedErrors logged = new LoggedErrors();
        TestContext context = new TestContext();
        Exposure exposure = serve(context, toServer.in, writing(toClient.out))) {
      TestClient client = new TestClient(toClient.in, toServer.out);
      client.initialize();

      armed.set(error);
      client.call(1, "echo", "{}");

      assertThat(exposure.closed())
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableThat()
          .withCause(error);
      assertThat(client.nextIsEnd()).isTrue();
      assertThat(logged.times(error)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aReceiverThatThrowsGetsTheNextMessage(Error error) throws Exception {
    List<String> taken = new CopyOnWriteArrayList<>();
    List<String> endings = new CopyOnWriteArrayList<>();
    try (LoggedErrors logged = new LoggedErrors()) {
      StreamChannel channel = StreamChannel.over("throws", toServer.in, toClient.out, 1 << 20);
      channel.open(
          new MessageChannel.Receiver() {
            @Override
            public void message(byte[] buffer, int offset, int length) {
              String message = new String(buffer, offset, length, StandardCharsets.UTF_8);
              if (message.equals("bad")) {
                throw error;
              }
              taken.add(message);
            }

            @Override
            public void closed(String reason) {
              endings.add(reason);
            }
          });

      toServer.out.write("bad\ngood\n".getBytes(StandardCharsets.UTF_8));
      toServer.out.close();

      await().until(() -> !endings.isEmpty());
      assertThat(taken).containsExactly("good");
      assertThat(logged.times(error)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aTailOfStderrReadsOn(Error error) throws Exception {
    try (LoggedErrors logged = new LoggedErrors()) {
      StderrTail tail = new StderrTail();
      armed.set(error);
      tail.follow(reading(toServer.in), "tail-under-test");
      await().until(() -> armed.get() == null);

      toServer.out.write("kept\n".getBytes(StandardCharsets.UTF_8));
      toServer.out.close();
      tail.awaitEnd(10_000);

      assertThat(tail.lines()).contains("kept");
      assertThat(logged.times(error)).isEqualTo(1);
    }
  }
}
