package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.SandboxConfig;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDefinition;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptHost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A program that does what programs do, over a tool that only exists for it: what it loads and
 * compiles, the first real program finds ready.
 */
final class WarmUp implements ScriptHost {
  private static final Program PROGRAM =
      new Program(
          """
          const answers: any[] = await Promise.all([1, 2, 3].map((n) => warm.up({n})));
          const sum = answers.map((a) => a.n).filter((n) => n > 1).reduce((a, b) => a + b, 0);
          console.log(`warm ${sum}`, JSON.parse('{"a": [1, "b", null]}'));
          return {sum, text: "a\\nb".split("\\n").map((line) => line.trim()).join(), ok: /^a/.test("ab")};
          """,
          "typescript",
          Optional.empty(),
          true,
          false);

  private static final ScriptTool TOOL =
      new ScriptTool(
          "up",
          new ToolDefinition(
              "warm.up",
              "warm",
              "up",
              Optional.empty(),
              "",
              JsonNodeFactory.instance.objectNode(),
              Optional.empty(),
              ToolAnnotations.none(),
              List.of()));

  private static final ScriptBackend BACKEND = new ScriptBackend("warm", "warm", List.of(TOOL));

  private WarmUp() {}

  /** Runs it; completes when the engine is warm, and never fails. */
  static CompletionStage<ScriptEngine.Outcome> of(ScriptEngine engine, SandboxConfig sandbox) {
    return engine.run(PROGRAM, Limits.of(sandbox, Duration.ofMinutes(1)), new WarmUp());
  }

  @Override
  public List<ScriptBackend> backends() {
    return List.of(BACKEND);
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    return name.equals(BACKEND.name()) ? Optional.of(BACKEND) : Optional.empty();
  }

  @Override
  public Optional<ToolDefinition> resolve(String backend, String tool) {
    return tool.equals(TOOL.identifier()) ? Optional.of(TOOL.tool()) : Optional.empty();
  }

  @Override
  public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
    return CompletableFuture.completedFuture(ToolResult.text(arguments.toString()));
  }

  @Override
  public RawJson search(String query, int limit) {
    return RawJson.parse("[]");
  }

  @Override
  public RawJson info(String tool) {
    throw new UnknownToolException("there is no tool " + tool);
  }

  @Override
  public RawJson result(String id) {
    throw new UnknownToolException("there is no result " + id);
  }

  @Override
  public void log(String line) {}
}
