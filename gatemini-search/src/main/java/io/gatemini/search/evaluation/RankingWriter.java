package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ConfigException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes what was found for each query, one JSON object a line. */
final class RankingWriter implements AutoCloseable {
  private final Writer out;

  private RankingWriter(Writer out) {
    this.out = out;
  }

  /** A writer to a file, or one that writes nothing. */
  static RankingWriter to(Optional<Path> file) {
    if (file.isEmpty()) {
      return new RankingWriter(Writer.nullWriter());
    }
    try {
      // Not Files.newBufferedWriter: half a surrogate pair in an id must not end the run.
      return new RankingWriter(
          new BufferedWriter(
              new OutputStreamWriter(Files.newOutputStream(file.get()), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new ConfigException(
          "the rankings cannot be written to "
              + file.get()
              + "; name a file in a directory that exists",
          e);
    }
  }

  void write(String pool, String query, List<String> ranking) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("pool", pool).put("id", query);
    ArrayNode ids = line.putArray("ranking");
    ranking.forEach(ids::add);
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
