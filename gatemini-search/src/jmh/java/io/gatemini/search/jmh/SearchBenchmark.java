package io.gatemini.search.jmh;

import io.gatemini.search.HybridRetriever;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.jmh.GeneratedCatalog.Task;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.text.EnglishAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A search over {@link GeneratedCatalog}: each one another task, so that nothing but the index is
 * at hand. Samples give p50 and p99.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SearchBenchmark {
  private static final int TASKS = 2_000;
  private static final int LIMIT = 10;

  /** How many tools are searched. */
  @Param({"258", "2500", "10000", "50000"})
  int tools;

  /** The retriever. */
  @Param({"hybrid", "lexical", "semantic"})
  String retrieval;

  /** The kind of the tasks, one of {@link Task}; mixed is all of them in turn. */
  @Param("mixed")
  String tasks;

  private Index index = query -> List.of();
  private List<String> texts = List.of();
  private int searches;

  /** The retriever of a name. */
  static Retriever retriever(String name) {
    EnglishAnalyzer analyzer = new EnglishAnalyzer();
    return switch (name) {
      case "lexical" -> HybridRetriever.lexical(analyzer);
      case "semantic" -> HybridRetriever.semantic(analyzer, StaticModel.bundled().orElseThrow());
      default -> HybridRetriever.of(analyzer, StaticModel.bundled().orElseThrow());
    };
  }

  @Setup
  public void fill() {
    GeneratedCatalog catalog = new GeneratedCatalog(tools);
    index = retriever(retrieval).index(catalog.snapshot(), Optional.empty());
    if (!tasks.equals("mixed")) {
      texts = catalog.tasks(Task.valueOf(tasks.toUpperCase(Locale.ROOT)), TASKS);
      return;
    }
    List<List<String>> kinds = new ArrayList<>();
    for (Task kind : Task.values()) {
      kinds.add(catalog.tasks(kind, TASKS / Task.values().length));
    }
    texts = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      texts.add(kinds.get(i % kinds.size()).get(i / kinds.size()));
    }
  }

  @Benchmark
  public List<Hit> search() {
    String text = texts.get(searches++ % texts.size());
    return index.search(new Query(text, LIMIT, tool -> true));
  }
}
