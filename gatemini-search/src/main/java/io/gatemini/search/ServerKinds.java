package io.gatemini.search;

import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.embedding.VectorIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The kinds of servers that there are, and where each lies for a model: a task that is nearer to
 * another kind than to this catalog is for another catalog. Immutable.
 */
final class ServerKinds {
  /** A line each: name, tab, what its tools do. */
  private static final String FILE = "kinds.tsv";

  private final List<String> names = new ArrayList<>();
  private final List<QueryVector> vectors = new ArrayList<>();

  ServerKinds(StaticModel model) {
    for (String line : lines()) {
      names.add(line.substring(0, line.indexOf('\t')));
      vectors.add(QueryVector.of(model.encode(line)));
    }
  }

  private static List<String> lines() {
    try (InputStream file = ServerKinds.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("the jar has no " + FILE);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cosines of a text with every kind. */
  float[] likeness(QuantizedVector text) {
    VectorIndex alone = VectorIndex.of(List.of(text));
    float[] cosines = new float[vectors.size()];
    for (int kind = 0; kind < cosines.length; kind++) {
      cosines[kind] = alone.dot(0, vectors.get(kind));
    }
    return cosines;
  }

  String name(int kind) {
    return names.get(kind);
  }

  static int nearest(float[] likeness) {
    int nearest = 0;
    for (int kind = 1; kind < likeness.length; kind++) {
      nearest = likeness[kind] > likeness[nearest] ? kind : nearest;
    }
    return nearest;
  }
}
