package io.gatemini.sandbox.internal.js;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptHost;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Programs that do what programs usually do, over a tool that exists for them only: what they load
 * and compile, the first real program finds ready.
 */
final class WarmUp implements ScriptHost {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final String JAVASCRIPT =
      """
      const rows = await Promise.all([1, 2, 3].map(n => warm.echo({n, name: `row ${n}`})));
      const byName = new Map(rows.map(row => [row.name, row.n]));
      const words = "a warm engine, b".split(/[ ,]+/).filter(word => word.length > 1);
      let sum = 0;
      for (const row of rows) sum += row.n;
      try { await warm.echo(5) } catch (e) { console.log("caught", e.message) }
      return {sum, words: words.sort(), rows: JSON.parse(JSON.stringify(rows)), byName};""";

  private static final String TYPESCRIPT =
      """
      interface Row { n: number }
      const row = await warm.echo({n: 1}) as Row;
      return row.n;""";

  private WarmUp() {}

  /**
   * Runs them, at no one's place. The stage never fails; it has the outcome of the first one, for
   * whether there is a transpiler that works here is not known, and its absence is no failure.
   */
  static CompletionStage<Outcome> run(ScriptEngine engine, SandboxConfig config) {
    Limits limits = Limits.of(config, TIMEOUT);
    return engine
        .run(program(JAVASCRIPT, "javascript"), limits, new WarmUp())
        .thenCompose(
            outcome ->
                engine
                    .run(program(TYPESCRIPT, "typescript"), limits, new WarmUp())
                    .thenApply(ignored -> outcome));
  }

  /** A host with nothing of a gateway behind it. */
  static ScriptHost host() {
    return new WarmUp();
  }

  private static Program program(String code, String language) {
    return new Program(code, language, Optional.empty(), true, false);
  }

  @Override
  public List<ScriptBackend> backends() {
    return List.of(
        new ScriptBackend("warm", "warm", List.of(new ScriptTool("echo", definition()))));
  }

  private static ToolDescriptor definition() {
    return new ToolDescriptor(
        "warm.echo", "warm", BackendTool.of("echo", "", JsonNodeFactory.instance.objectNode()));
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    return backends().stream().filter(backend -> backend.name().equals(name)).findFirst();
  }

  @Override
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    return backend.equals("warm") && tool.equals("echo")
        ? Optional.of(definition())
        : Optional.empty();
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
    throw new UnknownToolException("the tool \"" + tool + "\" is not known");
  }

  @Override
  public RawJson result(String id) {
    throw new UnknownToolException("there is no result \"" + id + "\"");
  }

  @Override
  public void log(String line) {}
}
