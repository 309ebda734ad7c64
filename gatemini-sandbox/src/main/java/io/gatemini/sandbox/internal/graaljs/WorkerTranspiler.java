package io.gatemini.sandbox.internal.graaljs;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.js.WarmUp;
import io.gatemini.sandbox.internal.run.Refusals;
import io.gatemini.sandbox.internal.typescript.Swc4jTranspiler;
import io.gatemini.sandbox.internal.typescript.TranspilationProgram;
import io.gatemini.sandbox.internal.typescript.TranspilerUnavailableException;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * A native transpiler that a program in the gateway's own process reaches: it is in a worker, where
 * a text that it never gets through ends with the process. Thread-safe.
 */
final class WorkerTranspiler implements TypeScriptTranspiler {
  /** A worker that is killed answers within this; a text takes some milliseconds. */
  private static final Duration LIMIT = Duration.ofSeconds(6);

  private final TypeScriptTranspiler inWorker;
  private final Supplier<Optional<ScriptEngine>> workers;
  private final SandboxConfig sandbox;

  /**
   * @param inWorker whose name and bounds it has
   * @param workers the engine over the workers; empty after its end
   */
  WorkerTranspiler(
      TypeScriptTranspiler inWorker,
      Supplier<Optional<ScriptEngine>> workers,
      SandboxConfig sandbox) {
    this.inWorker = inWorker;
    this.workers = workers;
    this.sandbox = sandbox;
  }

  @Override
  public String name() {
    return inWorker.name();
  }

  /** Without its native part on this platform, the worker has another transpiler. */
  @Override
  public boolean isAvailable() {
    return Swc4jTranspiler.isOnClassPath();
  }

  @Override
  public boolean accepts(String source) {
    return inWorker.accepts(source);
  }

  @Override
  public Transpiled transpile(String source, Form form) {
    ScriptEngine engine = workers.get().orElseThrow(() -> new ScriptException(Refusals.CLOSED));
    Program program = TranspilationProgram.of(source, form);
    CompletableFuture<Outcome> asked =
        engine.run(program, Limits.of(sandbox, LIMIT), WarmUp.host()).toCompletableFuture();
    Outcome outcome;
    try {
      outcome = asked.get();
    } catch (InterruptedException e) {
      asked.cancel(true);
      Thread.currentThread().interrupt();
      throw new ScriptException("the program was stopped");
    } catch (ExecutionException e) {
      throw new TranspilerUnavailableException(String.valueOf(e.getMessage()));
    }
    return switch (outcome.status()) {
      case OK -> TranspilationProgram.transpiled(outcome);
      case REFUSED -> throw new TranspilerUnavailableException(outcome.message());
      case SYNTAX -> throw new ScriptException(outcome.message());
      default ->
          throw new ScriptException(
              "the program cannot be read as TypeScript (" + outcome.message() + ")");
    };
  }
}
