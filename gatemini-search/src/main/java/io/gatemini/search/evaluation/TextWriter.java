package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Writes the texts that were counted, one JSON object a line, for a tokenizer of one's own. */
final class TextWriter implements AutoCloseable {
  private final Writer out;

  private TextWriter(Writer out) {
    this.out = out;
  }

  /** A writer to a file, or one that writes nothing. */
  static TextWriter to(Optional<Path> file) {
    if (file.isEmpty()) {
      return new TextWriter(Writer.nullWriter());
    }
    try {
      return new TextWriter(Files.newBufferedWriter(file.get()));
    } catch (IOException e) {
      throw new ConfigException(
          "the texts cannot be written to "
              + file.get()
              + "; name a file in a directory that exists",
          e);
    }
  }

  void write(int tools, String form, String task, String step, String text) {
    try {
      out.write(
          JsonNodeFactory.instance
              .objectNode()
              .put("tools", tools)
              .put("form", form)
              .put("task", task)
              .put("step", step)
              .put("text", text)
              .toString());
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
