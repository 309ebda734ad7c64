package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.SandboxConfig;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * A native transpiler that a program in the gateway's own process reaches: it is in a worker, where
 * a text that it never gets through ends with the process. To the worker it is a program in a
 * language of its own. Thread-safe.
 */
final class WorkerTranspiler implements TypeScriptTranspiler {
  /** A worker that is killed answers within this; a text takes some milliseconds. */
  private static final Duration LIMIT = Duration.ofSeconds(6);

  private static final String LANGUAGE = "typescript-to-javascript ";

  private final TypeScriptTranspiler inWorker;
  private final LazyWorkers workers;
  private final SandboxConfig sandbox;

  /** There is no worker for it; another transpiler may take the text. */
  static final class NoWorkerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoWorkerException(String message) {
      super(message);
    }
  }

  /**
   * @param inWorker whose name and bounds it has
   */
  WorkerTranspiler(TypeScriptTranspiler inWorker, LazyWorkers workers, SandboxConfig sandbox) {
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
    Program program = new Program(source, language(form), Optional.empty(), true, false);
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
      throw new NoWorkerException(String.valueOf(e.getMessage()));
    }
    return switch (outcome.status()) {
      case OK -> transpiled(outcome.value().tree());
      case REFUSED -> throw new NoWorkerException(outcome.message());
      case SYNTAX -> throw new ScriptException(outcome.message());
      default ->
          throw new ScriptException(
              "the program cannot be read as TypeScript (" + outcome.message() + ")");
    };
  }

  private static String language(Form form) {
    return LANGUAGE + form.name().toLowerCase(Locale.ROOT);
  }

  // ---- the worker's side ----

  /** The form of a text that is only to be transpiled. */
  static Optional<Form> asked(Program program) {
    for (Form form : Form.values()) {
      if (program.language().equals(language(form))) {
        return Optional.of(form);
      }
    }
    return Optional.empty();
  }

  /** Transpiles the text of such a program. */
  static Outcome answer(Transpilers transpilers, String source, Form form) {
    try {
      Transpiled made = transpilers.transpile(source, form);
      ObjectNode value = JsonNodeFactory.instance.objectNode().put("code", made.code());
      ArrayNode lines = value.putArray("lines");
      made.sourceLines().forEach(lines::add);
      return new Outcome(Status.OK, RawJson.of(value), "", OptionalInt.empty(), List.of());
    } catch (ScriptException e) {
      return GraalJsEngine.failed(Status.SYNTAX, String.valueOf(e.getMessage()), List.of());
    }
  }

  private static Transpiled transpiled(JsonNode value) {
    List<Integer> lines = new ArrayList<>();
    value.path("lines").forEach(line -> lines.add(line.intValue()));
    return new Transpiled(value.path("code").textValue(), lines);
  }
}
