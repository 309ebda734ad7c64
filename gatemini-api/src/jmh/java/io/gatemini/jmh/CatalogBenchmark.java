package io.gatemini.jmh;

import io.gatemini.RawJson;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.surface.Presentation;
import io.gatemini.spi.CatalogSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A catalog of 10,000 tools in 200 backends: what readers pay, and what a change costs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CatalogBenchmark {
  private static final int BACKENDS = 200;
  private static final int TOOLS_EACH = 50;
  private static final RawJson SCHEMA = RawJson.parse("{\"type\":\"object\"}");

  private final Catalog catalog = new Catalog(Map.of("alias", "backend_17.tool_17_3"));
  private final List<ToolDefinition> before = tools(100, 0);
  private final List<ToolDefinition> after = tools(100, 1);
  private boolean changed;

  @Setup
  public void fill() {
    IntStream.range(0, BACKENDS).forEach(i -> catalog.put("backend_" + i, tools(i, 0)));
  }

  @Benchmark
  public Optional<ToolDefinition> resolveKey() {
    return catalog.snapshot().resolve("backend_17.tool_17_3");
  }

  @Benchmark
  public Optional<ToolDefinition> resolveBareName() {
    return catalog.snapshot().resolve("tool_17_3");
  }

  @Benchmark
  public Optional<ToolDefinition> resolveAlias() {
    return catalog.snapshot().resolve("alias");
  }

  /** One backend publishes another list. */
  @Benchmark
  public CatalogSnapshot publish() {
    changed = !changed;
    catalog.put("backend_100", changed ? after : before);
    return catalog.snapshot();
  }

  /** What is made of a new snapshot before the first answer over it. */
  @Benchmark
  public Presentation presentation() {
    Presentation presentation = Presentation.of(catalog.snapshot());
    presentation.prepare();
    return presentation;
  }

  /** What the first program over a new snapshot pays. */
  @Benchmark
  public ScriptNames scriptNames() {
    return ScriptNames.of(catalog.snapshot());
  }

  /** A name that is not known, answered with near matches. */
  @Benchmark
  public String unknownTool() {
    return NearMatches.unknownTool(catalog.snapshot(), "backend_17.tol_17_3", 0);
  }

  private static List<ToolDefinition> tools(int backend, int variant) {
    return IntStream.range(0, TOOLS_EACH)
        .mapToObj(
            i ->
                new ToolDefinition(
                    "backend_" + backend + ".tool_" + backend + "_" + i,
                    "backend_" + backend,
                    "tool_" + backend + "_" + i,
                    Optional.empty(),
                    "Does thing " + i + ", variant " + variant + ".",
                    SCHEMA.tree(),
                    Optional.empty(),
                    ToolAnnotations.none(),
                    List.of()))
        .toList();
  }
}
