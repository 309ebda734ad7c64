package io.gatemini.internal.program;

import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.GatewayException;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.AnswerBounds;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.program.ChainGateway.ProgramLanguage;
import io.gatemini.internal.program.code.CallForms;
import io.gatemini.internal.program.code.CallForms.Call;
import io.gatemini.internal.program.code.CallForms.KnownTools;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of a chain, or has its program run, and makes an answer of what comes back.
 * Thread-safe; no thread of its own.
 */
final class ChainAnswers {
  private static final Logger LOG = System.getLogger(ChainAnswers.class.getName());

  private final ChainEnvironment environment;
  private final ToolAnswers toolAnswers;
  private final ScriptAnswers scriptAnswers;

  ChainAnswers(ChainEnvironment environment) {
    this.environment = environment;
    this.toolAnswers = new ToolAnswers(environment.reduction());
    this.scriptAnswers = new ScriptAnswers(environment.reduction(), toolAnswers);
  }

  /** Makes a call and answers with what it gives. */
  CompletableFuture<ChainResult> call(Call made, Duration timeout, ChainRequest request) {
    String tool = made.tool();
    ProgressListener client = request.context().client().progress();
    if (!client.isListening()) {
      return answer(called(made, timeout, request), tool, request);
    }
    PacedProgress paced = new PacedProgress(client, System::nanoTime);
    CompletableFuture<ToolResult> call =
        Relay.of(
            called(made, timeout, request.withProgress(paced)),
            (relay, result, failure) -> {
              // Before the answer: what follows that is not sent.
              paced.finish();
              relay.settle(result, failure);
            });
    return answer(call, tool, request);
  }

  /** Makes calls one after the other and answers with all. */
  CompletableFuture<ChainResult> calls(List<Call> calls, Duration timeout, ChainRequest request) {
    return answer(
        CallList.run(
            calls,
            timeout,
            request.context().client().progress(),
            (call, left, progress) -> called(call, left, request.withProgress(progress))),
        "",
        request);
  }

  /** Whatever the request is, its calls came by the tool that runs programs. */
  private CallContext context(ChainRequest request) {
    return request.context().withCaller(environment.agent().run());
  }

  private CompletableFuture<ToolResult> called(Call call, Duration timeout, ChainRequest request) {
    return environment
        .gateway()
        .call(
            new ToolCall(
                call.tool(),
                call.arguments(),
                context(request)
                    // Without one of the caller it is the backend's, not that of programs.
                    .withTimeout(request.context().timeout().map(stated -> timeout))
                    .withReadOnly(request.options().mode() == ChainRequest.Mode.READ_ONLY)));
  }

  private CompletableFuture<ChainResult> answer(
      CompletableFuture<ToolResult> call, String tool, ChainRequest request) {
    Relay<ToolResult, ChainResult> answer =
        Relay.of(
            call,
            (relay, result, failure) ->
                shape(
                    result == null || toolAnswers.isPlain(result, bounds(request, relay)),
                    relay,
                    request,
                    tool,
                    null,
                    () ->
                        result == null
                            ? ScriptAnswers.error(messageOf(failure), 1)
                            : toolAnswers.of(result, bounds(request, relay))));
    // The received message stays counted until its answer is done, in every case.
    call.whenComplete(
        (result, failure) -> {
          long bytes = result == null || answer.isDone() ? 0 : result.sizeEstimate();
          if (bytes > MessageMemory.FREE_BYTES) {
            Share share = environment.context().messageMemory().claim(bytes);
            answer.whenComplete((done, problem) -> share.close());
          }
        });
    return answer;
  }

  /**
   * Makes an answer of what has come: in place where that is hardly any work, else on the executor.
   * The result arrived on a thread that others wait for: the only reader of its backend, or the one
   * that a program holds.
   *
   * @param tool the one whose answer it is
   * @param program the one whose value it is, if it is one of a program
   */
  private void shape(
      boolean plain,
      Relay<?, ChainResult> answer,
      ChainRequest request,
      String tool,
      @Nullable ScriptSide program,
      Supplier<ChainResult> shaping) {
    if (answer.isDone()) {
      return;
    }
    Runnable unlessGivenUp =
        () -> {
          if (!answer.isDone()) {
            settle(answer, request, tool, program, shaping);
          }
        };
    // A gateway that is closing, or a host's executor that is full: late is better than never.
    if (plain || !Tasks.tryExecute(environment.context()::executor, unlessGivenUp)) {
      unlessGivenUp.run();
    }
  }

  private void settle(
      Relay<?, ChainResult> answer,
      ChainRequest request,
      String tool,
      @Nullable ScriptSide program,
      Supplier<ChainResult> shaping) {
    ChainResult shaped =
        Guarded.valueOr(
            shaping,
            problem ->
                ScriptAnswers.error(
                    unshaped(tool, program, problem), program == null ? 1 : program.calls()));
    // Before the answer is seen: who asks for figures after it finds it counted.
    record(request, program == null ? Optional.of(tool) : Optional.empty(), shaped);
    answer.settle(shaped);
  }

  private static String unshaped(String tool, @Nullable ScriptSide program, Throwable problem) {
    if (problem instanceof OutOfMemoryError || problem instanceof StackOverflowError) {
      String what =
          program == null ? "the answer of the tool \"" + tool + "\"" : "the value of the program";
      Guarded.log(LOG, what + " could not be shaped", problem);
      return what + " is too large for the memory of the gateway; ask for less of it at once";
    }
    if (program == null && problem instanceof RuntimeException) {
      LOG.log(Level.WARNING, "the answer of " + tool + " could not be read", problem);
      return "the tool \"" + tool + "\" answered with malformed JSON";
    }
    return messageOf(problem);
  }

  /** Lists calls instead of making them. */
  CompletableFuture<ChainResult> planned(List<Call> calls, ChainRequest request) {
    CallPlan plan = new CallPlan();
    for (Call call : calls) {
      String tool =
          environment
              .gateway()
              .catalog()
              .resolve(call.tool())
              .map(ToolDescriptor::key)
              .orElse(call.tool());
      plan.add(tool, call.arguments(), environment.gateway().problem(tool, call.arguments()));
    }
    return completed(request, scriptAnswers.planned(plan, bounds(request)));
  }

  /** Runs a program and answers with its value. */
  CompletableFuture<ChainResult> script(
      ScriptEngine engine, ProgramLanguage language, Duration timeout, ChainRequest request) {
    ScriptSide host =
        new ScriptSide(
            environment, language.rules(), timeout, context(request), request.options().mode());
    CompletableFuture<Outcome> run =
        host.run(
            engine,
            new Program(
                request.code(),
                language.name(),
                Optional.empty(),
                false,
                request.options().mode() == ChainRequest.Mode.PLAN));
    Relay<Outcome, ChainResult> answer =
        Relay.of(
            run,
            (relay, outcome, failure) -> {
              host.ended(outcome, failure);
              shape(
                  outcome == null
                      || scriptAnswers.isPlain(outcome, host, bounds(request, relay, host)),
                  relay,
                  request,
                  "",
                  host,
                  () ->
                      outcome == null
                          ? ScriptAnswers.error(messageOf(failure), host.calls())
                          : shaped(outcome, host, request, bounds(request, relay, host)));
            });
    answer.whenComplete((result, failure) -> host.close());
    return answer;
  }

  /** A plan with at least one step is shown, however its program ended. */
  private ChainResult shaped(
      Outcome outcome, ScriptSide host, ChainRequest request, AnswerBounds bounds) {
    boolean plans =
        request.options().mode() == ChainRequest.Mode.PLAN
            && (outcome.status() == Status.OK || host.plan().calls() > 0);
    if (plans) {
      return scriptAnswers.planned(outcome, host, bounds);
    }
    Optional<String> uncalled =
        outcome.status() == Status.OK && host.calls() == 0
            ? CallForms.returned(outcome.value(), knownTools())
            : Optional.empty();
    return uncalled
        .map(
            call ->
                ScriptAnswers.error("the program returned a call and made none; send " + call, 0))
        .orElseGet(() -> scriptAnswers.of(outcome, host, bounds));
  }

  /** Answers with an error before anything was called. */
  CompletableFuture<ChainResult> failed(ChainRequest request, String error) {
    return completed(request, ScriptAnswers.error(error, 0));
  }

  /** Answers with a value that the gateway has itself. */
  CompletableFuture<ChainResult> value(ChainRequest request, RawJson value) {
    return completed(request, scriptAnswers.value(value, List.of(), 0, bounds(request)));
  }

  private CompletableFuture<ChainResult> completed(ChainRequest request, ChainResult result) {
    record(request, Optional.empty(), result);
    return CompletableFuture.completedFuture(result);
  }

  private void record(ChainRequest request, Optional<String> tool, ChainResult result) {
    environment
        .ledger()
        .record(request.context().session(), tool, result.bytesProcessed(), result.bytesReturned());
  }

  /** An answer of the gateway itself, held to the default bounds and otherwise left whole. */
  ToolResult fitting(Session session, ToolResult answer) {
    OutputConfig defaults = environment.output();
    ChainRequest request =
        ChainRequest.of("").withSession(session).withMaxOutputBytes(defaults.maxOutputSize());
    return toolAnswers
        .of(
            answer,
            bounds(
                defaults.maxOutputTokens() == 0
                    ? request
                    : request.withMaxOutputTokens(defaults.maxOutputTokens())))
        .result();
  }

  private AnswerBounds bounds(ChainRequest request) {
    return bounds(request, new CompletableFuture<>());
  }

  private AnswerBounds bounds(ChainRequest request, CompletableFuture<ChainResult> answer) {
    return bounds(request, answer, null);
  }

  /**
   * The bounds of an answer. One that fits is left whole where the call says how large it may be,
   * or the program read a kept original: either knows what it asks for.
   */
  private AnswerBounds bounds(
      ChainRequest request, CompletableFuture<ChainResult> answer, @Nullable ScriptSide host) {
    OutputConfig defaults = environment.output();
    boolean asked =
        request.options().maxOutputBytes().isPresent()
            || request.options().maxOutputTokens().isPresent();
    OptionalInt tokens =
        asked || defaults.maxOutputTokens() == 0
            ? request.options().maxOutputTokens()
            : OptionalInt.of(defaults.maxOutputTokens());
    int bytes = Math.max(0, request.options().maxOutputBytes().orElse(defaults.maxOutputSize()));
    boolean readOriginals = host != null && host.readOriginals();
    return new AnswerBounds(
        asked,
        bytes,
        readOriginals ? Long.MAX_VALUE : Math.max(asked ? bytes : 0, defaults.maxMediaSize()),
        tokens,
        request.options().intent(),
        request.context().session(),
        request.options().intent().isEmpty() && (asked || readOriginals),
        AnswerBounds.time(answer::isDone));
  }

  /** The tools that an agent may mean. */
  KnownTools knownTools() {
    return new KnownTools(environment.gateway().catalog()::resolve, environment.agent().names());
  }

  static String messageOf(@Nullable Throwable failure) {
    Throwable cause = failure == null ? new IllegalStateException("no result") : Causes.of(failure);
    if (cause instanceof GatewayException) {
      return VisibleText.of(String.valueOf(cause.getMessage()));
    }
    if (cause instanceof CancellationException) {
      return "the call was cancelled";
    }
    LOG.log(Level.WARNING, "a chain failed unexpectedly", cause);
    return "the call failed inside the gateway (" + cause.getClass().getSimpleName() + ")";
  }
}
