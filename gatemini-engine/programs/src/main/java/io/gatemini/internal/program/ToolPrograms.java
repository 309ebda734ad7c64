package io.gatemini.internal.program;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.CompositeTool;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.program.ChainGateway.ProgramLanguage;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Runs the programs of composite tools. Thread-safe; no thread of its own. */
public final class ToolPrograms {
  /**
   * How much earlier than its caller a program gives up, so that the caller hears what had been
   * done, and not only that time is over; a tenth of the time where that is less.
   */
  private static final Duration HEAD_START = Duration.ofMillis(100);

  private final ChainEnvironment environment;

  public ToolPrograms(ChainEnvironment environment) {
    this.environment = environment;
  }

  /**
   * Runs the program of a tool. Completing the future from outside stops it and what it calls.
   *
   * @param key the tool's key
   * @param params what the program sees as {@code params}
   * @param call who calls the tool, and until when
   */
  public CompletableFuture<ToolResult> run(
      String key, CompositeTool tool, RawJson params, BackendCall call) {
    return Relay.compose(
        environment.gateway().named(tool.code(), timeLeft(call)),
        (nothing, never) -> start(key, tool, params, call));
  }

  private static Duration timeLeft(BackendCall call) {
    long nanos = Math.max(0, call.context().deadlineNanos() - System.nanoTime());
    return Duration.ofNanos(nanos - Math.min(HEAD_START.toNanos(), nanos / 10));
  }

  private CompletableFuture<ToolResult> start(
      String key, CompositeTool tool, RawJson params, BackendCall call) {
    Duration timeout = timeLeft(call);
    if (timeout.isZero()) {
      throw new CallTimeoutException(
          "the backends that " + key + " names did not start in time; try again later");
    }
    ProgramLanguage language = environment.gateway().language(tool.language());
    ScriptEngine engine = language.engine().get().orElseThrow(() -> noEngine(key));
    Mode mode = tool.readOnly() ? Mode.READ_ONLY : Mode.RUN;
    ScriptSide host =
        new ScriptSide(
            environment, language.rules(), timeout, call.context().withCaller(key), mode);
    Program program =
        new Program(
            tool.code(), language.name(), Optional.of(params), call.context().inProgram(), false);
    Relay<Outcome, ToolResult> answer =
        Relay.of(
            host.run(engine, program),
            (relay, outcome, failure) -> {
              host.ended(outcome, failure);
              relay.settle(
                  outcome != null
                      ? result(outcome, host, relay::isDone)
                      : ToolResult.error(ChainAnswers.messageOf(failure)));
            });
    answer.whenComplete((result, failure) -> host.close());
    return answer;
  }

  private static ToolResult result(Outcome outcome, ScriptSide host, BooleanSupplier abandoned) {
    if (outcome.status() != Status.OK) {
      return ToolResult.error(ScriptAnswers.failure(outcome, host, abandoned).toString());
    }
    RawJson value = outcome.value();
    return host.answeredBy(outcome)
        .or(() -> ReturnedContent.in(value))
        .orElseGet(
            () ->
                ToolResult.text(
                    value.toString().startsWith("\"")
                        ? value.tree().textValue()
                        : value.toString()));
  }

  private static BackendUnavailableException noEngine(String key) {
    return BackendUnavailableException.lasting(
        "\""
            + key
            + "\" is a program, and programs need a script engine; add"
            + " io.gatemini:gatemini-sandbox to the class path");
  }
}
