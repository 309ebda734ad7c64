package io.gatemini.internal.program;

import io.gatemini.ChainRequest;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.ChainResult;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.program.ChainGateway.ProgramLanguage;
import io.gatemini.internal.program.code.CallForms;
import io.gatemini.internal.program.code.CallForms.Call;
import io.gatemini.internal.program.code.JsonCall;
import io.gatemini.internal.program.code.SimpleCall;
import io.gatemini.internal.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code call_tool_chain}: decides what a program is, cheapest first, and has it run.
 *
 * <pre>
 * code fence ▸ JSON call ▸ introspection ▸ lone call ▸ calls as other systems write them ▸ script engine
 * </pre>
 *
 * <p>A program is taken for a lone call only where an engine would do the same; whatever is in
 * doubt goes to the engine. Code that an engine would reject, or return unchanged, but that means
 * one call, is made as that call, and the answer says so in its first line. Thread-safe; no thread
 * of its own.
 */
public final class ChainRouter {
  private final ChainEnvironment environment;
  private final ChainAnswers answers;

  /** The forms of code beside a program, cheapest first; an engine has the rest. */
  private final List<Function<Chain, @Nullable CodeReading>> readings =
      List.of(
          chain -> jsonCall(chain.request.code()),
          this::introspection,
          this::loneCall,
          this::foreignCalls);

  public ChainRouter(ChainEnvironment environment) {
    this.environment = environment;
    this.answers = new ChainAnswers(environment);
  }

  /** A chain, and the names that it can write. */
  private record Chain(ChainRequest request, ProgramLanguage language, ScriptNames names) {}

  /**
   * Runs a chain. Never throws, and the future does not fail: whatever goes wrong is a result that
   * says {@code isError}. Completing the future from outside cancels the work.
   */
  public CompletableFuture<ChainResult> run(ChainRequest request) {
    Duration timeout = request.context().timeout().orElse(environment.timeout());
    if (timeout.isZero() || timeout.isNegative()) {
      return answers.failed(request, "timeout must be a positive number of milliseconds");
    }
    ProgramLanguage language;
    try {
      language = environment.gateway().language(request.language());
    } catch (GatewayException e) {
      return answers.failed(request, ChainAnswers.messageOf(e));
    }
    String code = CodeFence.without(request.code());
    if (code.length() < request.code().length()) {
      return noted("[taken out of its code fence]", 0, run(request.withCode(code)));
    }
    // It names one backend, for which the call waits by itself.
    CodeReading call = request.options().mode() == Mode.PLAN ? null : jsonCall(code);
    if (call != null) {
      return guarded(request, () -> taken(call, request, timeout));
    }
    CompletableFuture<List<String>> named = environment.gateway().named(code, timeout);
    return named.isDone()
        ? read(request, language, timeout)
        : whenStarted(named, language, timeout, request);
  }

  /** A program may come before the backends that it names: it waits for them, within its time. */
  private CompletableFuture<ChainResult> whenStarted(
      CompletableFuture<List<String>> named,
      ProgramLanguage language,
      Duration timeout,
      ChainRequest request) {
    long arrived = System.nanoTime();
    return Relay.compose(
        named,
        (starting, never) -> {
          Duration left = timeout.minusNanos(System.nanoTime() - arrived);
          return left.isNegative() || left.isZero()
              ? answers.failed(
                  request,
                  "the program's backends did not start within %s: %s; give the call a longer \"timeout\", or try again later"
                      .formatted(Durations.text(timeout), String.join(", ", starting)))
              : read(request, language, left);
        });
  }

  private CompletableFuture<ChainResult> read(
      ChainRequest request, ProgramLanguage language, Duration timeout) {
    return guarded(
        request,
        () -> {
          ScriptNames names =
              ScriptNames.of(environment.gateway().catalog(), language.rules().names());
          Chain chain = new Chain(request, language, names);
          for (Function<Chain, @Nullable CodeReading> each : readings) {
            CodeReading reading = each.apply(chain);
            if (reading != null) {
              return taken(reading, request, timeout);
            }
          }
          return language
              .engine()
              .get()
              .map(engine -> answers.script(engine, language, timeout, request))
              .orElseGet(() -> answers.failed(request, noEngine()));
        });
  }

  /** Whatever a stranger's program does to a parser. */
  private CompletableFuture<ChainResult> guarded(
      ChainRequest request, Supplier<CompletableFuture<ChainResult>> work) {
    return Guarded.valueOr(
        work, problem -> answers.failed(request, ChainAnswers.messageOf(problem)));
  }

  private CompletableFuture<ChainResult> taken(
      CodeReading reading, ChainRequest request, Duration timeout) {
    if (reading.fault() != null) {
      return answers.failed(request, reading.fault());
    }
    if (reading.answer() != null) {
      return answers.value(request, reading.answer());
    }
    if (reading.code() != null) {
      ChainRequest inside = request.withCode(reading.code());
      return run(request.context().timeout().isPresent() ? inside.withTimeout(timeout) : inside);
    }
    List<Call> calls = reading.calls();
    if (request.options().mode() == Mode.PLAN) {
      return answers.planned(calls, request);
    }
    CompletableFuture<ChainResult> made =
        calls.size() == 1
            ? answers.call(calls.get(0), timeout, request)
            : answers.calls(calls, timeout, request);
    return reading.note().isEmpty() ? made : noted(reading.note(), calls.size(), made);
  }

  /** Not one of a tool that agents have beside programs, which {@link #foreignCalls} explains. */
  private @Nullable CodeReading jsonCall(String code) {
    JsonCall call = JsonCall.read(code);
    boolean isOwn =
        call != null
            && environment.agent().names().contains(call.tool())
            && environment.gateway().catalog().resolve(call.tool()).isEmpty();
    return call == null || isOwn ? null : CodeReading.call(call.tool(), call.arguments());
  }

  private @Nullable CodeReading introspection(Chain chain) {
    String name = SimpleCall.introspected(chain.request.code());
    try {
      return name == null
          ? null
          : ScriptSide.key(environment, chain.names, name)
              .map(environment.gateway()::info)
              .map(CodeReading::answer)
              .orElse(null);
    } catch (UnknownToolException e) {
      // Its backend went in between; what a program gets then is the engine's to say.
      return null;
    }
  }

  private @Nullable CodeReading loneCall(Chain chain) {
    return chain
        .language
        .rules()
        .loneCall(chain.request.code())
        .flatMap(
            call ->
                chain
                    .names
                    .resolve(call.backend(), call.tool())
                    .map(tool -> CodeReading.call(tool.key(), call.arguments())))
        .orElse(null);
  }

  private @Nullable CodeReading foreignCalls(Chain chain) {
    String code = chain.request.code();
    CallForms forms =
        chain.language.rules().readsForeignCalls() || JsonText.canBeginContainer(code)
            ? CallForms.read(code, answers.knownTools())
            : null;
    return forms == null ? null : CodeReading.of(forms);
  }

  /** An answer that says in its first line how the code was taken. */
  private static CompletableFuture<ChainResult> noted(
      String line, int calls, CompletableFuture<ChainResult> answer) {
    return Relay.handle(
        answer, (result, never) -> ToolAnswers.headed(line, calls, Objects.requireNonNull(result)));
  }

  /** An answer of the gateway itself, held to the default bounds and otherwise left whole. */
  public ToolResult fitting(Session session, ToolResult answer) {
    return answers.fitting(session, answer);
  }

  private static String noEngine() {
    return "programs need a script engine; add io.gatemini:gatemini-sandbox to the class path. One"
        + " tool can be called without it: {\"tool\": \"files.read\", \"arguments\": {\"path\":"
        + " \"a.txt\"}}";
  }
}
