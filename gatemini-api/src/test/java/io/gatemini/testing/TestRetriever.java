package io.gatemini.testing;

import io.gatemini.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import java.util.Optional;
import java.util.function.BiFunction;

/** A retriever whose indexes a function makes of a snapshot and the index before. */
public record TestRetriever(
    String name, BiFunction<CatalogSnapshot, Optional<Retriever.Index>, Retriever.Index> indexes)
    implements Retriever {
  /** A retriever that finds every tool for every query. */
  public static Retriever ofAll() {
    return new TestRetriever("all", (snapshot, previous) -> all(snapshot));
  }

  /** An index that finds every tool of a snapshot for every query. */
  public static Index all(CatalogSnapshot snapshot) {
    return query -> snapshot.tools().stream().map(tool -> new Hit(tool, 1)).toList();
  }

  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    return indexes.apply(snapshot, previous);
  }
}
