package io.gatemini.sandbox.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.TestHost;
import io.gatemini.spi.ScriptEngine.Outcome;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs in a worker over a backend of 10,000 tools: what of the catalog they make it read. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class WorkerCatalogTest {
  private static final int TOOLS = 10_000;

  @AutoClose private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(WorkerEngineTest.config());
  }

  /** Counts the tools that are read of its list, and the tools that are looked up. */
  private static final class Catalog extends TestHost {
    final AtomicInteger listed = new AtomicInteger();
    final AtomicInteger lookups = new AtomicInteger();
    final int backends;

    Catalog(int backends) {
      super((tool, arguments) -> CompletableFuture.completedFuture(ToolResult.string(tool)));
      this.backends = backends;
    }

    private static ToolDescriptor tool(String backend, int number) {
      return definition(backend, "tool-" + number);
    }

    private ScriptBackend backend(int number) {
      String name = "big-" + number;
      List<ScriptTool> tools =
          new AbstractList<>() {
            @Override
            public ScriptTool get(int index) {
              listed.incrementAndGet();
              return new ScriptTool("tool_" + index, tool(name, index));
            }

            @Override
            public int size() {
              return TOOLS;
            }
          };
      return new ScriptBackend("big_" + number, name, tools);
    }

    @Override
    public List<ScriptBackend> backends() {
      return IntStream.range(0, backends).mapToObj(this::backend).toList();
    }

    /** Also by a third name, as a namespace is one. */
    @Override
    public Optional<ScriptBackend> backend(String name) {
      return number(name, "(?:big|Big)[-_]").filter(number -> number < backends).map(this::backend);
    }

    @Override
    public Optional<ToolDescriptor> resolve(String backend, String tool) {
      lookups.incrementAndGet();
      return backend(backend)
          .flatMap(
              found ->
                  number(tool, "tool[-_]")
                      .filter(number -> number < TOOLS)
                      .map(number -> tool(found.name(), number)));
    }

    private static Optional<Integer> number(String name, String prefix) {
      return name.matches(prefix + "\\d{1,6}")
          ? Optional.of(Integer.valueOf(name.replaceFirst(prefix, "")))
          : Optional.empty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "big_0.tool_5({})|\"big-0.tool-5\"",
        "Big_0.tool_5({})|\"big-0.tool-5\"",
        "globalThis['big-0']['tool-9999']({})|\"big-0.tool-9999\"",
        "__backends['big' + '_1']['tool_' + (2 + 4)]({})|\"big-1.tool-6\"",
        "const {tool_7: t} = big_1; return t({})|\"big-1.tool-7\"",
        "'tool_1' in big_0 && !('tool_10000' in big_0)|true",
        "Object.keys(__backends)|[\"big_0\",\"big_1\"]",
        "typeof big_2|\"undefined\"",
      })
  void namesToolsWithoutListingThem(String code, String expected) {
    Catalog catalog = new Catalog(2);

    Outcome outcome = fixture.run(code, catalog);

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).hasToString(expected);
    assertThat(catalog.listed).hasValue(0);
  }

  @Test
  void asksForNoToolThatTheTextNames() {
    Catalog catalog = new Catalog(1);

    fixture.run("await big_0.tool_5({}); return big_0.tool_5({})", catalog);

    // Once per word.
    assertThat(catalog.lookups).hasValue(4);
  }

  @Test
  void asksOnceForAToolThatIsNamedAtRunTime() {
    Catalog catalog = new Catalog(1);

    fixture.run("for (let i = 0; i < 9; i++) 'tool_x'.replace('x', '5') in big_0", catalog);
    int once = catalog.lookups.get();
    fixture.run("for (let i = 0; i < 1; i++) 'tool_x'.replace('x', '5') in big_0", catalog);

    assertThat(catalog.lookups).hasValue(2 * once);
  }

  @Test
  void readsTheListOnceWhereAProgramListsTools() {
    Catalog catalog = new Catalog(1);

    Outcome outcome =
        fixture.run(
            "const all = Object.keys(big_0);"
                + " return [all.length, Object.keys(big_0).length, await big_0[all[77]]({})]",
            catalog);

    assertThat(outcome.value()).hasToString("[10000,10000,\"big-0.tool-77\"]");
    assertThat(catalog.listed).hasValue(TOOLS);
    assertThat(catalog.lookups).hasValueLessThan(20);
  }

  @Test
  void boundsTheLookupsBeforeALongProgram() {
    Catalog catalog = new Catalog(50);
    String names =
        IntStream.range(0, 50).mapToObj(i -> "big_" + i).collect(Collectors.joining(","));
    String words =
        IntStream.range(0, 1_900).mapToObj(i -> "w" + i).collect(Collectors.joining(","));

    Outcome outcome =
        fixture.run("// " + names + words + "\nreturn await big_49.tool_3({})", catalog);

    assertThat(outcome.value()).hasToString("\"big-49.tool-3\"");
    assertThat(catalog.lookups).hasValueLessThan(20_100);
  }
}
