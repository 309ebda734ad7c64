package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.answer.ReductionPipeline;
import io.gatemini.internal.catalog.JavaScriptNames;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.program.ChainEnvironment;
import io.gatemini.internal.program.ChainEnvironment.AgentTools;
import io.gatemini.internal.program.ChainRouter;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.internal.settings.Settings;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import io.gatemini.testing.GivenChainGateway;
import io.gatemini.testing.TestContext;
import io.gatemini.text.BytesTokenEstimator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.statistics.Statistics;

/**
 * A program that takes the fast path does what the engine would do: the same calls with the same
 * arguments, byte for byte, and the same value. The fast side has no engine to fall back to, and
 * the other side is the engine itself.
 */
class FastPathEquivalenceTest {
  private static final EngineFixture FIXTURE = new EngineFixture(2);

  private final Catalog catalog = new Catalog();
  private final ScriptNames names = ScriptNames.of(catalog);

  @AfterContainer
  static void close() {
    FIXTURE.close();
  }

  @Property(tries = 300)
  @Domain(SimplePrograms.class)
  void meansTheSameBothWays(@ForAll String program) {
    List<String> directCalls = Collections.synchronizedList(new ArrayList<>());
    ChainResult direct = router(directCalls).run(ChainRequest.of(program)).join();
    boolean isFast = !direct.text().contains("io.gatemini:gatemini-sandbox");
    Statistics.label("tier")
        .collect(isFast ? "fast" : "engine")
        .coverage(
            tiers -> {
              tiers.check("fast").percentage(share -> share > 20);
              tiers.check("engine").percentage(share -> share > 20);
            });
    if (!isFast) {
      assertThat(directCalls).isEmpty();
      return;
    }

    NamedTools host = new NamedTools();
    Outcome outcome = FIXTURE.run(program, host);
    if (direct.isError() || direct.text().startsWith("[read as ")) {
      // A program that fails in an engine, or is answered by it, is rejected or read as a call.
      assertThat(host.calls).as(program).isEmpty();
      return;
    }

    assertThat(outcome.status()).as("%s%n%s", program, outcome.message()).isEqualTo(Status.OK);
    assertThat(direct.isError()).as(program).isFalse();
    assertThat(directCalls).as(program).isEqualTo(host.calls);
    assertThat(direct.json().toString()).as(program).isEqualTo(outcome.value().toString());
    assertThat(direct.result().hasStructuredContent()).as(program).isFalse();
  }

  /** A name that equals a global of the engine must not be taken for a backend. */
  @Example
  void reservesEveryGlobalOfTheEngine() {
    Outcome globals =
        FIXTURE.run(
            """
            const names = [];
            for (let o = globalThis; o !== null; o = Object.getPrototypeOf(o)) {
              names.push(...Object.getOwnPropertyNames(o));
            }
            return names;\
            """,
            new NamedTools());

    assertThat(globals.message()).isEmpty();
    assertThat(globals.value().tree()).hasSizeGreaterThan(50);
    assertThat(globals.value().tree())
        .allSatisfy(
            name -> assertThat(JavaScriptNames.RULES.isReserved(name.textValue())).isTrue());
  }

  private ChainRouter router(List<String> calls) {
    return new ChainRouter(
        new ChainEnvironment(
            new GivenChainGateway(catalog) {
              @Override
              public CompletableFuture<ToolResult> call(ToolCall call) {
                return answer(call.tool(), call.arguments(), calls);
              }

              @Override
              public RawJson info(String tool) {
                return information(tool);
              }
            },
            new LosslessReduction(
                new ReductionPipeline(List.of()),
                ResultStore.none(),
                new BytesTokenEstimator(),
                OutputConfig::defaults,
                JavaScript.LANGUAGE::stored),
            new TestContext(),
            new Settings(GatewaySettings.defaults()),
            new AgentTools("call_tool_chain", Set.of()),
            (session, tool, processed, returned) -> {}));
  }

  private static CompletableFuture<ToolResult> answer(
      String tool, RawJson arguments, List<String> calls) {
    calls.add(tool + arguments);
    return CompletableFuture.completedFuture(
        ToolResult.text(tool.endsWith("echo") ? arguments.toString() : "answer of " + tool));
  }

  private static RawJson information(String key) {
    return RawJson.parse("{\"name\":\"" + key + "\"}");
  }

  /** The router's result for a program, over the same names. */
  private final class NamedTools implements ScriptHost {
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    @Override
    public List<ScriptBackend> backends() {
      return names.backends();
    }

    @Override
    public Optional<ScriptBackend> backend(String name) {
      return names.backend(name);
    }

    @Override
    public Optional<ToolDescriptor> resolve(String backend, String tool) {
      return names.resolve(backend, tool);
    }

    @Override
    public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
      return answer(tool, arguments, calls);
    }

    @Override
    public RawJson search(String query, int limit) {
      return RawJson.parse("[]");
    }

    @Override
    public RawJson info(String tool) {
      return catalog
          .resolve(tool)
          .map(found -> information(found.key()))
          .orElseThrow(() -> new UnknownToolException("no tool " + tool));
    }

    @Override
    public RawJson result(String id) {
      throw new UnknownToolException("no result " + id);
    }

    @Override
    public void log(String line) {}
  }

  /** Names that are sanitised, collide, or belong to the language. */
  private static final class Catalog implements CatalogSnapshot {
    @Override
    public long generation() {
      return 1;
    }

    @Override
    public List<ToolDescriptor> tools() {
      return backends().stream().flatMap(backend -> tools(backend).stream()).toList();
    }

    private static ToolDescriptor tool(String backend, String name) {
      return new ToolDescriptor(
          backend + "." + name,
          backend,
          BackendTool.of(name, "", JsonNodeFactory.instance.objectNode()));
    }

    @Override
    public List<ToolDescriptor> tools(String backend) {
      return List.of(
          tool(backend, "a-b"),
          tool(backend, "a_b"),
          tool(backend, "constructor"),
          tool(backend, "echo"),
          tool(backend, "stringify"));
    }

    @Override
    public List<String> backends() {
      return List.of("JSON", "demo", "my-demo", "my_demo");
    }

    @Override
    public Optional<ToolDescriptor> resolve(String name) {
      return tools().stream().filter(tool -> tool.key().equals(name)).findFirst();
    }

    @Override
    public List<ToolDescriptor> withOriginalName(String name) {
      return tools().stream().filter(tool -> tool.originalName().equals(name)).toList();
    }

    @Override
    public Map<String, String> aliases() {
      return Map.of();
    }
  }
}
