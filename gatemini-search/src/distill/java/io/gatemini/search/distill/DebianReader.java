package io.gatemini.search.distill;

import io.gatemini.text.FirstSentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads package descriptions out of Debian's {@code Translation-en}: a {@code Description-en:} line
 * and the indented paragraphs below it.
 */
final class DebianReader {
  static final String SUMMARY = "debian-summary";
  static final String PARAGRAPH = "debian-paragraph";

  private static final String FIELD = "Description-en:";

  private DebianReader() {}

  static void read(Path file, Consumer<Entry> sink) {
    String name = "";
    String summary = "";
    StringBuilder body = new StringBuilder();
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8) + "\n\n";
      for (String line : text.split("\n", -1)) {
        if (line.startsWith("Package:")) {
          name = line.substring(8).strip();
        } else if (line.startsWith(FIELD)) {
          summary = line.substring(FIELD.length()).strip();
          body.setLength(0);
        } else if (line.startsWith(" ") && !summary.isEmpty()) {
          body.append(line.equals(" .") ? "\n\n" : line);
        } else if (line.isEmpty() && !summary.isEmpty()) {
          emit(name, summary, body.toString(), sink);
          summary = "";
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void emit(String name, String summary, String body, Consumer<Entry> sink) {
    String prose = Prose.clean(summary);
    if (!prose.isEmpty()) {
      sink.accept(new Entry(SUMMARY, name, prose));
    }
    String first = Prose.clean(FirstSentence.of(body));
    if (first.length() > 30) {
      sink.accept(new Entry(PARAGRAPH, name, first));
    }
  }
}
