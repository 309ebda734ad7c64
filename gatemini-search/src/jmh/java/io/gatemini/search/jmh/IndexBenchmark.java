package io.gatemini.search.jmh;

import io.gatemini.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The making of an index: from nothing, after a change of one backend, and what heap it takes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class IndexBenchmark {
  private static final int CHANGES = 16;

  /** How many tools there are. */
  @Param({"258", "2500", "10000", "50000"})
  int tools;

  /** The retriever. */
  @Param({"hybrid", "lexical"})
  String retrieval;

  private Retriever retriever = SearchBenchmark.retriever("lexical");
  private final List<CatalogSnapshot> snapshots = new ArrayList<>();
  private Index index = query -> List.of();
  private int changes;

  @Setup
  public void fill() {
    retriever = SearchBenchmark.retriever(retrieval);
    GeneratedCatalog catalog = new GeneratedCatalog(tools);
    snapshots.add(catalog.snapshot());
    for (int i = 0; i < CHANGES; i++) {
      snapshots.add(catalog.change());
    }
    index = build();
  }

  @Benchmark
  public Index build() {
    return retriever.index(snapshots.get(0), Optional.empty());
  }

  /** The 20 tools of one backend are described in other words. */
  @Benchmark
  public Index update() {
    // Forth and back, so that neighbours differ in one backend.
    int at = CHANGES - Math.abs(CHANGES - ++changes % (2 * CHANGES));
    index = retriever.index(snapshots.get(at), Optional.of(index));
    return index;
  }

  /** The figure of interest is {@link Heap#bytesPerTool}. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  public Index heap(Heap heap) {
    index = query -> List.of();
    long before = heap.used();
    index = build();
    heap.bytesPerTool = (heap.used() - before) / tools;
    return index;
  }

  /** Live bytes; the tools and the embedding model are not among what an index adds. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Heap {
    private static final int COLLECTIONS = 3;

    /** The cost of one more tool. */
    public long bytesPerTool;

    long used() {
      for (int i = 0; i < COLLECTIONS; i++) {
        System.gc();
      }
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
  }
}
