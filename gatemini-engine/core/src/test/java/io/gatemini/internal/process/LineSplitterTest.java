package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.internal.limit.SharedMessageMemory;
import io.gatemini.spi.MessageMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class LineSplitterTest {
  private static final Pattern LINE_END = Pattern.compile("\n");

  /** Hands a text out in pieces of random size, as a pipe does. */
  private static InputStream inPieces(byte[] bytes, long seed, int largest) {
    Random random = new Random(seed);
    return new InputStream() {
      private int position;

      @Override
      public int read() {
        return position == bytes.length ? -1 : bytes[position++] & 0xff;
      }

      @Override
      public int read(byte[] target, int offset, int length) {
        if (position == bytes.length) {
          return -1;
        }
        int count =
            Math.min(Math.min(length, bytes.length - position), 1 + random.nextInt(largest));
        System.arraycopy(bytes, position, target, offset, count);
        position += count;
        return count;
      }
    };
  }

  private record Seen(List<String> lines, List<Long> tooLong, List<String> ends) {}

  private static Seen split(byte[] bytes, long seed, int largest, int bound) throws IOException {
    Seen seen = new Seen(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    new LineSplitter(
            inPieces(bytes, seed, largest),
            bound,
            new LineSplitter.Lines() {
              @Override
              public void line(byte[] buffer, int offset, int length) {
                seen.lines.add(new String(buffer, offset, length, StandardCharsets.ISO_8859_1));
              }

              @Override
              public void tooLong(byte[] head, byte[] tail, long length) {
                seen.tooLong.add(length);
                seen.ends.add(new String(head, StandardCharsets.ISO_8859_1));
                seen.ends.add(new String(tail, StandardCharsets.ISO_8859_1));
              }
            })
        .run();
    return seen;
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("abc{} \t\r\n\n").ofMaxLength(400);
  }

  @Property
  void findsTheLinesHoweverTheyArrive(
      @ForAll("texts") String text,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 50) int largest)
      throws IOException {
    List<String> expected = new ArrayList<>();
    for (String line : LINE_END.split(text, -1)) {
      String cut = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      if (!cut.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\r')) {
        expected.add(cut);
      }
    }

    Seen seen = split(text.getBytes(StandardCharsets.ISO_8859_1), seed, largest, 1_000);

    assertThat(seen.lines).isEqualTo(expected);
    assertThat(seen.tooLong).isEmpty();
  }

  @Property
  void skipsAndReportsLinesAboveTheBoundAndNoOthers(
      @ForAll List<@IntRange(max = 40) Integer> lengths,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 60) int largest,
      @ForAll @IntRange(min = 1, max = 40) int bound)
      throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> short_ = new ArrayList<>();
    List<Long> long_ = new ArrayList<>();
    for (int length : lengths) {
      text.append("x".repeat(length)).append('\n');
      if (length > bound) {
        long_.add((long) length);
      } else if (length > 0) {
        short_.add("x".repeat(length));
      }
    }

    Seen seen = split(text.toString().getBytes(StandardCharsets.ISO_8859_1), seed, largest, bound);

    assertThat(seen.lines).isEqualTo(short_);
    assertThat(seen.tooLong).isEqualTo(long_);
  }

  @Example
  void growsToALongLineAndKeepsTheEndsOfOneThatIsTooLong() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(("{" + "a".repeat(3_000_000) + "}\n").getBytes(StandardCharsets.UTF_8));
    bytes.write(("<" + "b".repeat(5_000_000) + ">\n").getBytes(StandardCharsets.UTF_8));
    bytes.write("last".getBytes(StandardCharsets.UTF_8));

    Seen seen = split(bytes.toByteArray(), 1, 100_000, 4_000_000);

    assertThat(seen.lines).hasSize(2);
    assertThat(seen.lines.get(0)).hasSize(3_000_002).endsWith("}");
    assertThat(seen.lines.get(1)).isEqualTo("last");
    assertThat(seen.tooLong).containsExactly(5_000_002L);
    assertThat(seen.ends.get(0)).startsWith("<bb").hasSize(1024);
    assertThat(seen.ends.get(1)).endsWith("bb>").hasSize(1024);
  }

  /** Reads lines with a bound on what is on its way. */
  private static List<String> read(InputStream in, MessageMemory memory) throws IOException {
    List<String> seen = new ArrayList<>();
    new LineSplitter(
            in,
            64_000_000,
            memory,
            new LineSplitter.Lines() {
              @Override
              public void line(byte[] buffer, int offset, int length) {
                seen.add(length + " bytes, " + (memory.usage().bytes() > 0 ? "counted" : "free"));
              }

              @Override
              public void tooLong(byte[] head, byte[] tail, long length) {
                throw new AssertionError("not too long");
              }

              @Override
              public void noRoom(byte[] head, byte[] tail, long length, String refusal) {
                seen.add(
                    "no room for "
                        + length
                        + " from "
                        + (char) head[0]
                        + " to "
                        + (char) tail[tail.length - 1]
                        + ", "
                        + refusal);
              }
            })
        .run();
    return seen;
  }

  @Example
  void skipsALineForWhichThereIsNoRoomAndReadsOn() throws IOException {
    MessageMemory memory = SharedMessageMemory.of(1_000_000, Duration.ofMillis(10));
    byte[] text =
        ("{" + "a".repeat(3_000_000) + "}\n" + "b".repeat(500_000) + "\nlast")
            .getBytes(StandardCharsets.UTF_8);

    List<String> seen = read(inPieces(text, 3, 70_000), memory);

    assertThat(seen).hasSize(3);
    assertThat(seen.get(0))
        .startsWith("no room for 3000002 from { to }, ")
        .contains("max_in_flight_bytes");
    assertThat(seen.get(1)).isEqualTo("500000 bytes, counted");
    assertThat(seen.get(2)).isEqualTo("4 bytes, free");
    assertThat(memory.usage().bytes()).isZero();
  }

  @Example
  void waitsForRoomAndGivesItBackWhereTheStreamBreaks() throws Exception {
    MessageMemory memory = SharedMessageMemory.of(1_000_000, Duration.ofMinutes(1));
    MessageMemory.Share other = memory.claim(900_000);
    InputStream text =
        new SequenceInputStream(
            new ByteArrayInputStream("b".repeat(500_000).getBytes(StandardCharsets.UTF_8)),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("broken");
              }

              @Override
              public int read(byte[] target, int offset, int length) throws IOException {
                return read();
              }
            });
    CompletableFuture<List<String>> reading =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return read(text, memory);
              } catch (IOException e) {
                return List.of(String.valueOf(e.getMessage()));
              }
            });
    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (memory.usage().waiting() == 0 && System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    assertThat(memory.usage().waiting()).isEqualTo(1);

    other.close();

    assertThat(reading.get(60, TimeUnit.SECONDS)).containsExactly("broken");
    assertThat(memory.usage().bytes()).isZero();
  }

  @Example
  void skipsALineThatDoesNotEndWhereOthersWaitForItsRoom() throws Exception {
    MessageMemory memory = SharedMessageMemory.of(1_200_000, Duration.ofMinutes(1));
    PipedOutputStream peer = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(peer, 1_000_000);
    CompletableFuture<List<String>> reading =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return read(in, memory);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    peer.write(("{" + "a".repeat(800_000)).getBytes(StandardCharsets.UTF_8));
    peer.flush();
    await().until(() -> memory.usage().bytes() >= 800_000);

    // The reader is in the middle of a read.
    assertThat(memory.open().grow(500_000).get(60, TimeUnit.SECONDS)).isTrue();

    peer.write(("a".repeat(100_000) + "}\nlast").getBytes(StandardCharsets.UTF_8));
    peer.close();
    List<String> seen = reading.get(60, TimeUnit.SECONDS);
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0))
        .startsWith("no room for 900002 from { to }, which took long and held up others for")
        .contains("more than 2 s");
    assertThat(seen.get(1)).startsWith("4 bytes");
  }

  @Property(tries = 60)
  void longLinesAreWholeWhereverTheyAreCut(
      @ForAll List<@IntRange(max = 400_000) Integer> lengths, @ForAll long seed)
      throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int length : lengths) {
      String line = (length + "-").repeat(1 + length / 8);
      expected.add(line);
      text.append(line).append("\r\n");
    }

    Seen seen =
        split(text.toString().getBytes(StandardCharsets.ISO_8859_1), seed, 100_000, 4_000_000);

    assertThat(seen.lines).isEqualTo(expected);
    assertThat(seen.tooLong).isEmpty();
  }
}
