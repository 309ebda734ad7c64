package io.gatemini.transport.stdio;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.internal.limit.SharedMessageMemory;
import io.gatemini.spi.MessageMemory;
import io.gatemini.testing.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LineWriterTest {
  private final List<String> broken = new CopyOnWriteArrayList<>();

  /** An output whose writes wait at a gate. */
  private static final class Gated extends OutputStream {
    final CountDownLatch gate = new CountDownLatch(1);
    final CountDownLatch entered = new CountDownLatch(1);
    final List<String> writers = new CopyOnWriteArrayList<>();
    final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      writers.add(Thread.currentThread().getName());
      entered.countDown();
      Patience.await(gate);
      written.write(bytes, offset, length);
    }
  }

  private LineWriter writer(OutputStream out, long window, long maxWaiting) {
    return new LineWriter(
        out, "writer-under-test", window, maxWaiting, MessageMemory.unbounded(), broken::add);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void keepsLinesWholeFromManyThreads() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LineWriter writer = writer(out, LineWriter.UNBOUNDED, 1 << 30);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      String letter = String.valueOf((char) ('a' + t));
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 500; i++) {
                  try {
                    writer.send(utf8(letter.repeat(1 + i * 300 % 90_000)));
                  } catch (IOException e) {
                    broken.add(String.valueOf(e.getMessage()));
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(writer.awaitWritten(10_000)).isTrue();
    assertThat(broken).isEmpty();
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(4_000);
    assertThat(lines).allMatch(line -> line.chars().allMatch(c -> c == line.charAt(0)));
  }

  @Test
  void letsNoSecondCallerWaitForTheFirst() throws Exception {
    Gated out = new Gated();
    LineWriter writer = writer(out, LineWriter.UNBOUNDED, 1_000);
    Thread first =
        new Thread(
            () -> {
              try {
                writer.send(utf8("first"));
              } catch (IOException e) {
                broken.add(String.valueOf(e.getMessage()));
              }
            });
    first.start();
    assertThat(out.entered.await(60, TimeUnit.SECONDS)).isTrue();

    writer.send(utf8("second"));
    out.gate.countDown();
    first.join();

    assertThat(out.written.toString(StandardCharsets.UTF_8)).isEqualTo("first\nsecond\n");
  }

  @Test
  void writesOnTheCallersThreadWithinTheWindowAndOnItsOwnBeyond() throws Exception {
    Gated out = new Gated();
    out.gate.countDown();
    LineWriter writer = writer(out, 100, 1 << 20);

    writer.send(utf8("x".repeat(90)));
    assertThat(out.writers).containsOnly(Thread.currentThread().getName());

    writer.send(utf8("y".repeat(50)));
    assertThat(writer.awaitWritten(5_000)).isTrue();
    assertThat(out.writers).contains("writer-under-test");

    out.writers.clear();
    writer.peerHasRead(writer.sentBytes());
    writer.send(utf8("z"));
    assertThat(out.writers).containsOnly(Thread.currentThread().getName());
    assertThat(writer.close()).isTrue();
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("writer-under-test")));
  }

  @Test
  void boundsWhatWaitsAndTakesNothingOfWhatItRefuses() throws Exception {
    Gated out = new Gated();
    LineWriter writer = writer(out, 0, 10);
    writer.send(utf8("a"));
    assertThat(out.entered.await(60, TimeUnit.SECONDS)).isTrue();
    writer.send(utf8("x".repeat(50)));

    assertThrown(IOException.class, () -> writer.send(utf8("refused")))
        .hasMessageContaining("50 bytes wait");
    out.gate.countDown();

    assertThat(writer.awaitWritten(5_000)).isTrue();
    assertThat(out.written.toString(StandardCharsets.UTF_8))
        .isEqualTo("a\n" + "x".repeat(50) + "\n");
    writer.close();
  }

  @Test
  void tellsOnceThatItsStreamBroke() {
    LineWriter writer =
        writer(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
              }
            },
            LineWriter.UNBOUNDED,
            100);

    try {
      writer.send(utf8("a"));
    } catch (IOException e) {
      broken.add("thrown");
    }

    assertThat(broken).containsExactly("Broken pipe");
    assertThatThrownBy(() -> writer.send(utf8("b"))).hasMessageContaining("closed");
    assertThat(writer.isOpen()).isFalse();
  }

  @Test
  void countsWhatWaitsOnceItIsMuchAndGivesItBack() throws Exception {
    MessageMemory memory = SharedMessageMemory.of(10_000_000);
    Gated out = new Gated();
    LineWriter writer =
        new LineWriter(out, "writer-under-test", 0, 10_000_000, memory, broken::add);

    writer.send(utf8("a"));
    assertThat(out.entered.await(60, TimeUnit.SECONDS)).isTrue();
    writer.send(utf8("b".repeat(1_000)));
    assertThat(memory.usage().bytes()).isZero();
    writer.send(utf8("c".repeat(100_000)));
    assertThat(memory.usage().bytes()).isEqualTo(101_000);

    out.gate.countDown();
    assertThat(writer.awaitWritten(5_000)).isTrue();
    assertThat(memory.usage().bytes()).isZero();
    writer.close();
  }

  @Test
  void givesBackWhatIsForgotten() throws Exception {
    MessageMemory memory = SharedMessageMemory.of(10_000_000);
    Gated out = new Gated();
    LineWriter writer =
        new LineWriter(out, "writer-under-test", 0, 10_000_000, memory, broken::add);
    writer.send(utf8("a".repeat(200_000)));
    assertThat(out.entered.await(60, TimeUnit.SECONDS)).isTrue();
    writer.send(utf8("c".repeat(100_000)));
    assertThat(memory.usage().bytes()).isGreaterThanOrEqualTo(300_000);

    writer.close();

    assertThat(memory.usage().bytes()).isZero();
    out.gate.countDown();
  }

  @Test
  void waitsForAPeerThatReadsButNotForOneThatStands() throws Exception {
    Gated out = new Gated();
    LineWriter writer = writer(out, 0, 1 << 20);
    writer.send(utf8("a".repeat(100)));
    assertThat(out.entered.await(60, TimeUnit.SECONDS)).isTrue();

    writer.awaitWritten(1_000, Duration.ofMinutes(5).toNanos()); // little is not waited for
    long standstill = TimeUnit.MILLISECONDS.toNanos(100);
    long began = System.nanoTime();
    writer.awaitWritten(10, standstill);
    long waited = System.nanoTime() - began;
    // Nothing has moved since: it is not waited for again.
    writer.awaitWritten(10, Duration.ofMinutes(5).toNanos());

    assertThat(waited).isGreaterThanOrEqualTo(standstill);
    out.gate.countDown();
    assertThat(writer.awaitWritten(5_000)).isTrue();
    writer.close();
  }
}
