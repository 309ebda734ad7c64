package io.gatemini.search.jmh;

import io.gatemini.RawJson;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.search.HybridRetriever;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A search over the lexical index, and the making of the index. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LexicalBenchmark {
  private static final RawJson SCHEMA = RawJson.parse("{\"type\":\"object\"}");
  private static final List<String> ACTIONS =
      List.of("create", "list", "update", "delete", "search", "archive", "export", "approve");
  private static final List<String> OBJECTS =
      List.of("invoice", "customer", "ticket", "branch", "document", "message", "event", "order");
  private static final List<String> SERVICES =
      List.of("billing", "warehouse", "github", "calendar", "mail", "chat", "storage", "payroll");

  /** How many tools are searched. */
  @Param({"258", "10000"})
  int tools;

  private final Retriever retriever = HybridRetriever.lexical(new EnglishAnalyzer());
  private final Catalog catalog = new Catalog(Map.of());
  private CatalogSnapshot snapshot = catalog.snapshot();
  private Index index = retriever.index(snapshot, Optional.empty());
  private int searches;

  @Setup
  public void fill() {
    catalog.put("b", IntStream.range(0, tools).mapToObj(LexicalBenchmark::tool).toList());
    snapshot = catalog.snapshot();
    index = retriever.index(snapshot, Optional.empty());
  }

  @Benchmark
  public List<Hit> search() {
    int i = searches++ % tools;
    return index.search(
        new Query(
            word(ACTIONS, i) + " the " + word(OBJECTS, i / 8) + " of our " + word(SERVICES, i / 64),
            10,
            tool -> true));
  }

  @Benchmark
  public Index index() {
    return retriever.index(snapshot, Optional.empty());
  }

  private static ToolDefinition tool(int i) {
    String action = word(ACTIONS, i);
    String object = word(OBJECTS, i / 8);
    String service = word(SERVICES, i / 64);
    String name = action + "_" + service + "_" + object + "_" + i / 512;
    return new ToolDefinition(
        "b." + name,
        "b",
        name,
        Optional.empty(),
        "To " + action + " a " + object + " in the " + service + " system, variant " + i / 512,
        SCHEMA.tree(),
        Optional.empty(),
        ToolAnnotations.none(),
        List.of());
  }

  private static String word(List<String> words, int i) {
    return words.get(i % words.size());
  }
}
