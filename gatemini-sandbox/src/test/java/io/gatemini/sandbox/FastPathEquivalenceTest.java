package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Json;
import io.gatemini.RawJson;
import io.gatemini.SandboxConfig;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDefinition;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.chain.ChainEnvironment;
import io.gatemini.internal.chain.ChainRouter;
import io.gatemini.internal.reduce.ReductionPipeline;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.ResultStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/** A program means the same whether it takes the fast path or the engine. */
class FastPathEquivalenceTest {
  private static final EngineFixture FIXTURE = new EngineFixture(2);

  private final List<RawJson> calls = Collections.synchronizedList(new ArrayList<>());

  @AfterContainer
  static void close() {
    FIXTURE.close();
  }

  @Property(tries = 150)
  void meansTheSameBothWays(@ForAll("programs") String program) {
    calls.clear();

    ChainResult direct = router().run(ChainRequest.of(program)).join();
    // A comment is not part of the fast path's grammar.
    ChainResult engine = router().run(ChainRequest.of("/* engine */ " + program)).join();

    assertThat(direct.isError()).as(program).isEqualTo(engine.isError());
    assertThat(direct.value()).as(program).isEqualTo(engine.value());
    if (!direct.isError()) {
      assertThat(direct.result().structuredContent())
          .isEqualTo(engine.result().structuredContent());
    }
    assertThat(calls.size() % 2).isZero();
    for (int i = 0; i < calls.size() / 2; i++) {
      assertThat(calls.get(i)).isEqualTo(calls.get(calls.size() / 2 + i));
    }
  }

  @Provide
  Arbitrary<String> programs() {
    Arbitrary<String> arguments =
        Arbitraries.maps(
                Arbitraries.of("a", "b", "__proto__", "é", "x y"),
                Arbitraries.oneOf(
                    Arbitraries.of(0, -1, 1.5, 1e30, 12345678901234567L, true).map(v -> (Object) v),
                    Arbitraries.of("", "s", "a\"b\\\n", "😀", "[1]").map(v -> (Object) v)))
            .ofMaxSize(3)
            .map(map -> Json.mapper().valueToTree(map).toString());
    Arbitrary<String> head =
        Arbitraries.of(
            "",
            "await ",
            "return ",
            "return await ",
            "return\n",
            "const r = await ",
            "let r = ",
            "const demo = await ",
            "var r = await ");
    Arbitrary<String> callee = Arbitraries.of("demo.echo", "demo.other_tool", "demo.none", "x.y");
    Arbitrary<String> tail =
        Arbitraries.of(
            "",
            ";",
            "; return r",
            ";\nreturn r;",
            "\nreturn r",
            "; return 1",
            "; return null",
            ".a",
            " return r");
    return Combinators.combine(head, callee, arguments, tail)
        .as((before, name, json, after) -> before + name + "(" + json + ")" + after);
  }

  private ChainRouter router() {
    Catalog catalog = new Catalog();
    ScriptNames names = ScriptNames.of(catalog);
    return new ChainRouter(
        new ChainEnvironment(
            () -> catalog,
            () -> names,
            call -> {
              calls.add(call.arguments());
              return CompletableFuture.completedFuture(
                  ToolResult.text(call.arguments().tree().toString()));
            },
            (tool, arguments) -> Optional.empty(),
            (program, timeout) -> CompletableFuture.completedFuture(null),
            () -> Optional.of(FIXTURE.engine),
            ReductionPipeline.boundOnly(),
            ResultStore.none(),
            (query, limit) -> RawJson.parse("[]"),
            key -> RawJson.parse("{}"),
            Duration.ofSeconds(30),
            SandboxConfig.defaults(),
            200_000,
            status -> {},
            (session, tool, processed, returned) -> {}));
  }

  private static final class Catalog implements CatalogSnapshot {
    @Override
    public long generation() {
      return 1;
    }

    @Override
    public List<ToolDefinition> tools() {
      return List.of(tool("echo"), tool("other-tool"));
    }

    private static ToolDefinition tool(String name) {
      return new ToolDefinition(
          "demo." + name,
          "demo",
          name,
          Optional.empty(),
          "",
          JsonNodeFactory.instance.objectNode(),
          Optional.empty(),
          ToolAnnotations.none(),
          List.of());
    }

    @Override
    public List<ToolDefinition> tools(String backend) {
      return tools();
    }

    @Override
    public List<String> backends() {
      return List.of("demo");
    }

    @Override
    public Optional<ToolDefinition> resolve(String name) {
      return tools().stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    @Override
    public List<ToolDefinition> withOriginalName(String name) {
      return List.of();
    }

    @Override
    public Map<String, String> aliases() {
      return Map.of();
    }
  }
}
