package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Foreign bytes are read or refused with a message, never anything else. */
class JsonLineTest {
  @Property(tries = 300)
  void anyBytesAreReadOrRefused(@ForAll byte[] bytes) throws IOException {
    readOrRefuse(bytes);
  }

  @Property(tries = 300)
  void anyTextIsReadOrRefused(@ForAll String text) throws IOException {
    readOrRefuse(text.getBytes(StandardCharsets.UTF_8));
    readOrRefuse(("{" + text + "}").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void passesOverEmptyLinesAByteOrderMarkAndForeignLineEnds() throws IOException {
    String text = "\uFEFF{\"a\": \"x\u2028y\"}\r\n\r\n  \n{\"a\": 1}";

    List<JsonLine> lines = readOrRefuse(text.getBytes(StandardCharsets.UTF_8));

    assertThat(lines).extracting(line -> line.text("a")).containsExactly("x\u2028y", "1");
    assertThat(lines.get(1).place()).isEqualTo("lines.jsonl, line 4");
  }

  private static List<JsonLine> readOrRefuse(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("lines", ".jsonl");
    List<JsonLine> lines = new ArrayList<>();
    try {
      Files.write(file, bytes);
      JsonLine.read(file, "lines.jsonl", lines::add);
    } catch (ConfigException e) {
      assertThat(e).hasMessageStartingWith("lines.jsonl");
    } finally {
      Files.delete(file);
    }
    return lines;
  }
}
