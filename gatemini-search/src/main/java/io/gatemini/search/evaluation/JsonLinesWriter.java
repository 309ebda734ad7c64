package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Writes what a measurement was made of, one JSON object a line. */
record JsonLinesWriter(Writer out) implements AutoCloseable {
  /**
   * A writer to a file, or one that writes nothing.
   *
   * @param what is written, for the message where it cannot be
   */
  static JsonLinesWriter to(Optional<Path> file, String what) {
    if (file.isEmpty()) {
      return new JsonLinesWriter(Writer.nullWriter());
    }
    try {
      // Not Files.newBufferedWriter: half a surrogate pair in an id must not end the run.
      return new JsonLinesWriter(
          new BufferedWriter(
              new OutputStreamWriter(Files.newOutputStream(file.get()), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new ConfigException(
          "the %s cannot be written to %s; name a file in a directory that exists"
              .formatted(what, file.get()),
          e);
    }
  }

  void write(JsonNode line) {
    try {
      out.write(line.toString());
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
