package io.gatemini.transport.stdio;

import static io.gatemini.testing.TwoThreads.check;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.spi.MessageMemory;
import io.gatemini.testing.TwoThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lines of two threads at once, under the interleavings that Lincheck finds. */
class LineWriterModelTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<String> broken = new ArrayList<>();
  private final LineWriter writer =
      new LineWriter(
          out, "unused", LineWriter.UNBOUNDED, 1_000, MessageMemory.unbounded(), broken::add);

  @Test
  @Tag("long")
  void writesEachLineOnceAndInTheOrderOfItsThread() {
    Lincheck.runConcurrentTest(300, () -> new LineWriterModelTest().sendFromTwoThreads());
  }

  private void sendFromTwoThreads() {
    TwoThreads.run(() -> send("a", "b"), () -> send("c", "d"));

    String written = out.toString(UTF_8);
    check(written.length() == 8, written);
    check(written.indexOf("a\n") < written.indexOf("b\n") && written.contains("a\n"), written);
    check(written.indexOf("c\n") < written.indexOf("d\n") && written.contains("c\n"), written);
    check(writer.writtenBytes() == 8 && writer.sentBytes() == 8, writer.writtenBytes());
    check(writer.awaitWritten(0) && broken.isEmpty(), broken);
  }

  private void send(String... lines) {
    for (String line : lines) {
      try {
        writer.send(line.getBytes(UTF_8));
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
