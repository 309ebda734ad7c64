package io.gatemini.jmh;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.presentation.Presentation;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Retriever.Hit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A large catalog, 50 tools a backend: what readers pay, and what a change of one backend costs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CatalogBenchmark {
  private static final int TOOLS_EACH = 50;
  private static final int CHANGING = 100;
  private static final int VOCABULARY = 8_000;
  private static final int WORDS_EACH = 18;
  private static final RawJson SCHEMA = RawJson.parse("{\"type\":\"object\"}");

  @Param({"10000", "50000"})
  public int tools;

  private final Catalog catalog = new Catalog(Map.of("alias", "backend_17.tool_17_3"));
  private final List<ToolDescriptor> before = tools(CHANGING, 0);
  private final List<ToolDescriptor> after = tools(CHANGING, 1);
  private final Presentations presentations = new Presentations(JavaScript.LANGUAGE);
  private boolean changed;

  @Setup
  public void fill() {
    catalog.batch(
        () ->
            IntStream.range(0, tools / TOOLS_EACH)
                .forEach(i -> catalog.put("backend_" + i, tools(i, 0))));
  }

  @Benchmark
  public Optional<ToolDescriptor> resolveKey() {
    return catalog.snapshot().resolve("backend_17.tool_17_3");
  }

  @Benchmark
  public Optional<ToolDescriptor> resolveBareName() {
    return catalog.snapshot().resolve("tool_17_3");
  }

  @Benchmark
  public Optional<ToolDescriptor> resolveAlias() {
    return catalog.snapshot().resolve("alias");
  }

  /** One backend publishes another list. */
  @Benchmark
  public CatalogSnapshot publish() {
    changed = !changed;
    catalog.put("backend_" + CHANGING, changed ? after : before);
    return catalog.snapshot();
  }

  /** All that is made of a change before a search sees it, the retriever's index aside. */
  @Benchmark
  public Presentation change() {
    changed = !changed;
    catalog.put("backend_" + CHANGING, changed ? after : before);
    Presentation presentation = presentations.of(catalog.snapshot());
    presentation.prepare();
    return presentation;
  }

  /** The same for all tools at once, as at the start. */
  @Benchmark
  public Presentation start() {
    Presentation presentation = new Presentations(JavaScript.LANGUAGE).of(catalog.snapshot());
    presentation.prepare();
    return presentation;
  }

  /** Ten tools of ten backends shown for the first time. */
  @Benchmark
  public int showAfterAChange() {
    Presentation presentation = change();
    int length = 0;
    for (int i = 0; i < 10; i++) {
      ToolDescriptor tool = catalog.snapshot().tools("backend_" + (CHANGING + i)).get(i);
      length += presentation.hit(new Hit(tool, 1)).call().length();
    }
    return length;
  }

  /** A name that is not known, answered with near matches. */
  @Benchmark
  public String unknownTool() {
    return NearMatches.unknownTool(catalog.snapshot(), "backend_17.tol_17_3", 0);
  }

  /** Words as unevenly frequent as those of a language. */
  private static String description(Random random) {
    return IntStream.range(0, WORDS_EACH)
        .mapToObj(i -> "word" + (int) Math.pow(VOCABULARY, random.nextDouble()))
        .collect(Collectors.joining(" ", "Does ", "."));
  }

  private static List<ToolDescriptor> tools(int backend, int variant) {
    return IntStream.range(0, TOOLS_EACH)
        .mapToObj(
            i ->
                new ToolDescriptor(
                    "backend_" + backend + ".tool_" + backend + "_" + i,
                    "backend_" + backend,
                    BackendTool.of(
                        "tool_" + backend + "_" + i,
                        description(new Random(backend * 1_000L + i * 2L + variant)),
                        SCHEMA.tree())))
        .toList();
  }
}
