package io.gatemini.internal.chain;

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
import io.gatemini.UnknownToolException;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.chain.code.CallForms;
import io.gatemini.internal.chain.code.CallForms.Call;
import io.gatemini.internal.chain.code.CallForms.KnownTools;
import io.gatemini.internal.chain.code.CodeFence;
import io.gatemini.internal.chain.code.JsonCall;
import io.gatemini.internal.chain.code.SimpleCall;
import io.gatemini.internal.config.Durations;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.reduce.AnswerBounds;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptLanguage.LoneCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code call_tool_chain}: decides what a program is, cheapest first, and has it run.
 *
 * <pre>
 * JSON call ▸ introspection ▸ lone call ▸ calls as other systems write them ▸ script engine
 * </pre>
 *
 * <p>A program is taken for a lone call only where an engine would do the same; whatever is in
 * doubt goes to the engine. What an engine would only fail at, or answer with itself, but that
 * means one call, is that call, and the answer says so in its first line. Thread-safe; no thread of
 * its own.
 */
public final class ChainRouter {
  private static final Logger LOG = System.getLogger(ChainRouter.class.getName());

  private final ChainEnvironment environment;
  private final ToolAnswers toolAnswers;
  private final ScriptAnswers scriptAnswers;

  public ChainRouter(ChainEnvironment environment) {
    this.environment = environment;
    this.toolAnswers = new ToolAnswers(environment.reduction());
    this.scriptAnswers = new ScriptAnswers(environment.reduction(), toolAnswers);
  }

  /**
   * Runs a chain. Never throws, and the future does not fail: whatever goes wrong is a result that
   * says {@code isError}. Completing the future from outside cancels the work.
   */
  public CompletableFuture<ChainResult> run(ChainRequest request) {
    Duration timeout = request.context().timeout().orElse(environment.timeout());
    if (timeout.isZero() || timeout.isNegative()) {
      return answered(request, "timeout must be a positive number of milliseconds");
    }
    ProgramLanguage language;
    try {
      language = environment.language().apply(request.language());
    } catch (GatewayException e) {
      return answered(request, messageOf(e));
    }
    String code = CodeFence.without(request.code());
    if (code.length() < request.code().length()) {
      return noted("[taken out of its code fence]", 0, run(request.withCode(code)));
    }
    JsonCall json = JsonCall.read(code);
    if (json != null && request.options().mode() != ChainRequest.Mode.PLAN) {
      return begun(json, language, timeout, request);
    }
    Function<Duration, CompletableFuture<ChainResult>> run =
        left -> begun(json, language, left, request);
    CompletableFuture<Void> named = environment.named().apply(request.code(), timeout);
    return named.isDone() ? run.apply(timeout) : whenStarted(named, run, timeout, request);
  }

  private CompletableFuture<ChainResult> begun(
      @Nullable JsonCall json, ProgramLanguage language, Duration timeout, ChainRequest request) {
    // Whatever a stranger's program does to a parser.
    return Guarded.valueOr(
        () -> {
          if (json == null) {
            return program(language, timeout, request);
          }
          return request.options().mode() == ChainRequest.Mode.PLAN
              ? planned(List.of(new Call(json.tool(), json.arguments())), request)
              : call(json.tool(), json.arguments(), timeout, request);
        },
        problem -> answered(request, messageOf(problem)));
  }

  /** A program may come before the backends that it names: it waits for them, within its time. */
  private CompletableFuture<ChainResult> whenStarted(
      CompletableFuture<Void> named,
      Function<Duration, CompletableFuture<ChainResult>> start,
      Duration timeout,
      ChainRequest request) {
    long arrived = System.nanoTime();
    return Relay.compose(
        named,
        (nothing, never) -> {
          Duration left = timeout.minusNanos(System.nanoTime() - arrived);
          return left.isNegative() || left.isZero()
              ? answered(
                  request,
                  "the backends that the program names did not start within "
                      + Durations.text(timeout)
                      + "; give the call a longer \"timeout\", or try again later")
              : start.apply(left);
        });
  }

  private CompletableFuture<ChainResult> program(
      ProgramLanguage language, Duration timeout, ChainRequest request) {
    ScriptNames names = ScriptNames.of(environment.catalog().get(), language.rules().names());
    String introspected = SimpleCall.introspected(request.code());
    if (introspected != null) {
      Optional<RawJson> info = info(introspected, names);
      if (info.isPresent()) {
        return completed(request, scriptAnswers.value(info.get(), List.of(), 0, bounds(request)));
      }
    }
    Optional<LoneCall> lone = language.rules().loneCall(request.code());
    if (lone.isPresent()) {
      LoneCall simple = lone.get();
      Optional<ToolDescriptor> tool = names.resolve(simple.backend(), simple.tool());
      if (tool.isPresent() && request.options().mode() == ChainRequest.Mode.PLAN) {
        return planned(List.of(new Call(tool.get().key(), simple.arguments())), request);
      }
      if (tool.isPresent()) {
        return call(tool.get().key(), simple.arguments(), timeout, request);
      }
    }
    CallForms forms =
        language.rules().readsForeignCalls() || JsonText.canBeginContainer(request.code())
            ? CallForms.read(request.code(), knownTools())
            : null;
    if (forms != null) {
      return forms(forms, timeout, request);
    }
    return language
        .engine()
        .get()
        .map(engine -> script(engine, language, timeout, request))
        .orElseGet(() -> answered(request, noEngine()));
  }

  private KnownTools knownTools() {
    return new KnownTools(environment.catalog().get()::resolve, environment.agent().names());
  }

  private CompletableFuture<ChainResult> forms(
      CallForms forms, Duration timeout, ChainRequest request) {
    if (forms.fault() != null) {
      return answered(request, forms.fault());
    }
    if (forms.code() != null) {
      ChainRequest inside = request.withCode(forms.code());
      return run(request.context().timeout().isPresent() ? inside.withTimeout(timeout) : inside);
    }
    List<Call> calls = forms.calls();
    if (request.options().mode() == ChainRequest.Mode.PLAN) {
      return planned(calls, request);
    }
    return noted(
        forms.line(),
        calls.size(),
        calls.size() == 1
            ? call(calls.get(0).tool(), calls.get(0).arguments(), timeout, request)
            : answer(
                CallList.run(
                    calls,
                    timeout,
                    request.context().client().progress(),
                    (call, left, progress) ->
                        called(
                            call.tool(), call.arguments(), left, request.withProgress(progress))),
                "",
                request));
  }

  /** An answer that says in its first line how the code was taken. */
  private static CompletableFuture<ChainResult> noted(
      String line, int calls, CompletableFuture<ChainResult> answer) {
    return Relay.handle(
        answer, (result, never) -> ToolAnswers.headed(line, calls, Objects.requireNonNull(result)));
  }

  private Optional<RawJson> info(String name, ScriptNames names) {
    Optional<String> key = ScriptSide.key(environment, names, name);
    try {
      return key.map(environment.info());
    } catch (UnknownToolException e) {
      // Its backend went in between; what a program gets then is the engine's to say.
      return Optional.empty();
    }
  }

  private CompletableFuture<ChainResult> call(
      String tool, RawJson arguments, Duration timeout, ChainRequest request) {
    ProgressListener client = request.context().client().progress();
    if (!client.isListening()) {
      return answer(called(tool, arguments, timeout, request), tool, request);
    }
    PacedProgress paced = new PacedProgress(client, System::nanoTime);
    CompletableFuture<ToolResult> call =
        Relay.of(
            called(tool, arguments, timeout, request.withProgress(paced)),
            (relay, result, failure) -> {
              // Before the answer: what follows that is not sent.
              paced.finish();
              relay.tell(result, failure);
            });
    return answer(call, tool, request);
  }

  /** Whatever the request is, its calls came by the tool that runs programs. */
  private CallContext context(ChainRequest request) {
    return request.context().withCaller(environment.agent().run());
  }

  private CompletableFuture<ToolResult> called(
      String tool, RawJson arguments, Duration timeout, ChainRequest request) {
    return environment
        .calls()
        .apply(
            new ToolCall(
                tool,
                arguments,
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
    // What came is there until what is made of it is done, whichever way.
    call.whenComplete(
        (result, failure) -> {
          long bytes = result == null || answer.isDone() ? 0 : result.sizeEstimate();
          if (bytes > MessageMemory.FREE_BYTES) {
            Share share = environment.memory().claim(bytes);
            answer.whenComplete((done, problem) -> share.close());
          }
        });
    return answer;
  }

  /**
   * Makes an answer of what has come: in place where that is hardly any work, else on the executor.
   * What has come was brought by a thread that others wait for: the only reader of its backend, or
   * the one that a program holds.
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
            tell(answer, request, tool, program, shaping);
          }
        };
    // A gateway that is closing, or a host's executor that is full: late is better than never.
    if (plain || !Tasks.tryExecute(environment::executor, unlessGivenUp)) {
      unlessGivenUp.run();
    }
  }

  private void tell(
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
    answer.tell(shaped);
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

  /** Tells of calls instead of making them. */
  private CompletableFuture<ChainResult> planned(List<Call> calls, ChainRequest request) {
    CallPlan plan = new CallPlan();
    for (Call call : calls) {
      String tool =
          environment
              .catalog()
              .get()
              .resolve(call.tool())
              .map(ToolDescriptor::key)
              .orElse(call.tool());
      plan.add(tool, call.arguments(), environment.problems().apply(tool, call.arguments()));
    }
    return completed(request, scriptAnswers.planned(plan, bounds(request)));
  }

  private CompletableFuture<ChainResult> script(
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

  /** A plan is worth telling however its program ended, once there is something in it. */
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

  private CompletableFuture<ChainResult> answered(ChainRequest request, String error) {
    return completed(request, ScriptAnswers.error(error, 0));
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
  public ToolResult fitting(Session session, ToolResult answer) {
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
   * What an answer may have. One that fits is left whole where the call says how large it may be,
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
        bytes,
        readOriginals ? Long.MAX_VALUE : Math.max(asked ? bytes : 0, defaults.maxMediaSize()),
        tokens,
        request.options().intent(),
        request.context().session(),
        request.options().intent().isEmpty() && (asked || readOriginals),
        answer::isDone);
  }

  private static String noEngine() {
    return "programs need a script engine; add io.gatemini:gatemini-sandbox to the class path. One"
        + " tool can be called without it: {\"tool\": \"files.read\", \"arguments\": {\"path\":"
        + " \"a.txt\"}}";
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
