package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.EngineFactory.EngineJars;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.spi.NameRules;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * A language of two statements, one a line, the last of which gives the program its value: {@code
 * CALL backend.tool {...}} and {@code ADD 1 2}.
 */
public final class CallLines implements ScriptEngineProvider {
  private static final String NAME = "lines";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<String> languages() {
    return Set.of(NAME);
  }

  @Override
  public Optional<ScriptLanguage> language() {
    return Optional.of(new Language());
  }

  @Override
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return new SandboxEngines(new Factory()).create(sandbox, config, context);
  }

  private static final class Language implements ScriptLanguage {
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public NameRules names() {
      return NameRules.of("CALL", "ADD");
    }

    @Override
    public String call(String tool, JsonNode arguments) {
      return "CALL " + tool + " " + arguments;
    }

    @Override
    public Optional<String> hint(Outcome outcome, HintContext program) {
      return Optional.of("there is " + program.backends().get(0).tools().get(0).identifier());
    }

    @Override
    public String brief() {
      return "lines: CALL b.t {\"q\":\"x\"}";
    }

    @Override
    public String guide(NextSteps steps) {
      return "A statement a line: `CALL` or `ADD`.";
    }
  }

  /** Makes the engine, also in a worker. */
  public static final class Factory implements EngineFactory {
    @Override
    public String plugin() {
      return NAME;
    }

    @Override
    public LocalEngine create(SandboxConfig sandbox, PluginContext context) {
      return new Engine(context.executor());
    }

    @Override
    public EngineJars jars() {
      return EngineJars.of();
    }
  }

  private static final class Engine implements LocalEngine {
    private final Executor executor;

    Engine(Executor executor) {
      this.executor = executor;
    }

    @Override
    public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
      CompletableFuture<RawJson> value =
          CompletableFuture.supplyAsync(() -> RawJson.parse("null"), executor);
      for (String line : program.code().lines().toList()) {
        value = value.thenComposeAsync(nothing -> statement(line.split(" ", 3), host), executor);
      }
      return value
          .thenApply(last -> new Outcome(Status.OK, last, "", OptionalInt.empty(), List.of()))
          .exceptionally(
              failure ->
                  Outcome.failed(Status.ERROR, String.valueOf(failure.getMessage()), List.of()));
    }

    private static CompletionStage<RawJson> statement(String[] words, ScriptHost host) {
      if (words[0].equals("ADD")) {
        long sum = Long.parseLong(words[1]) + Long.parseLong(words[2]);
        return CompletableFuture.completedFuture(RawJson.of(LongNode.valueOf(sum)));
      }
      String[] names = words[1].split("\\.", 2);
      ToolDescriptor tool =
          host.resolve(names[0], names[1])
              .orElseThrow(() -> new IllegalStateException("no tool " + words[1]));
      return host.call(tool.key(), RawJson.parse(words[2]))
          .thenApply(ToolResult::value)
          .thenApply(RawJson::of);
    }

    @Override
    public void close() {}
  }
}
