package io.gatemini.transport.cli;

import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.internal.process.LineSplitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Templates of command-line tools, and what their programs write. */
@Tag("long")
class HostileTemplatesTest {
  /** A person writes them; a quadratic reader takes ten seconds for as much. */
  private static final int LONGEST = 100_000;

  @Test
  void readsTemplatesInLinearTime() {
    LinearTime.of(
        LONGEST,
        text -> {
          read(() -> ArgumentTemplate.parse("run " + text));
          read(() -> ArgumentTemplate.parse("run " + text + "]"));
          read(() -> ShellTemplate.parse("run " + text, false));
          read(() -> ShellTemplate.parse("run \"" + text + " {{a}}", false));
        });
  }

  @Test
  void readsWhatProgramsWriteInLinearTime() {
    LinearTime.of(
        text -> {
          lines(text);
          CliBackend.lastWords(List.of(text, text));
          StartProblem.of(
              List.of("run"), Optional.empty(), new IOException("error=1, " + text + "error=1, "));
        });
  }

  private static void lines(String text) {
    try {
      new LineSplitter(
              new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
              100_000,
              new LineSplitter.Lines() {
                @Override
                public void line(byte[] buffer, int offset, int length) {}

                @Override
                public void tooLong(byte[] head, byte[] tail, long length) {}
              })
          .run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(Runnable reading) {
    try {
      reading.run();
    } catch (TemplateException e) {
      // Most of them are no templates.
    }
  }
}
