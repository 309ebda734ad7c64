package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.ChainRequest;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.call.CallNotes;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.presentation.AnswerForm;
import io.gatemini.internal.program.code.FailedProgram;
import io.gatemini.internal.program.code.RawSlices;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptLanguage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The gateway as one program reaches it, from its start to its end. A name of the catalog at its
 * start stays; others are those of the catalog when it asks. After {@link #close} no call goes
 * through, and open ones are cancelled.
 */
final class ScriptSide implements ScriptHost, AutoCloseable {
  /** A larger value is compared as it is written, without its tree. */
  private static final int MAX_TREE_BYTES = 1 << 20;

  /** An engine has one kind of number: 1.0 comes back as 1. */
  private static final Comparator<JsonNode> NUMBERS =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? Double.compare(one.doubleValue(), other.doubleValue())
              : one.equals(other) ? 0 : 1;

  /** The answer of a planned call; the engine shows the program a placeholder. */
  private static final ToolResult NO_ANSWER = ToolResult.of(RawJson.parse("{\"content\":[]}"));

  /** For answers of other backends; further ones are alike. */
  private static final int MOST_NOTES = 10;

  /** The most tools whose first answer is looked at, for a hint. */
  private static final int MOST_FORMS = 5;

  /** A catalog of ten thousand tools is compared with a name in a tenth of that. */
  private static final Duration LONGEST_HINT = Duration.ofMillis(200);

  private final ChainEnvironment environment;
  private final ScriptLanguage language;
  private final ScriptNames names;
  private final CallContext context;
  private final ChainRequest.Mode mode;
  private final Duration timeout;
  private final ProgressSeries progress;
  private volatile String code = "";
  private volatile long end;
  private final CallPlan plan = new CallPlan();
  private final Map<Integer, CompletableFuture<ToolResult>> open = new ConcurrentHashMap<>();
  private final List<String> completed = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Share given;
  private final Map<String, String> forms = new HashMap<>();
  private int calls;
  private @Nullable ToolResult only;
  private volatile boolean readOriginals;
  private volatile boolean closed;

  /**
   * @param timeout how long the program may take
   * @param context the caller of the program, and so of its calls
   */
  ScriptSide(
      ChainEnvironment environment,
      ScriptLanguage language,
      Duration timeout,
      CallContext context,
      ChainRequest.Mode mode) {
    this.environment = environment;
    this.language = language;
    this.names = now();
    this.context = context.withReadOnly(mode == ChainRequest.Mode.READ_ONLY).withInProgram(true);
    this.mode = mode;
    this.timeout = timeout;
    this.progress = new ProgressSeries(context.client().progress(), 0);
    this.given = environment.context().messageMemory().open();
  }

  /** Starts the program; its starter reports when it has {@link #ended}. */
  CompletableFuture<Outcome> run(ScriptEngine engine, Program program) {
    code = program.code();
    end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
    return engine
        .run(program, Limits.of(environment.sandbox(), timeout), this)
        .toCompletableFuture();
  }

  /** The program has ended; its stage failed where there is no outcome. */
  void ended(@Nullable Outcome outcome, @Nullable Throwable failure) {
    progress.finish();
    close();
    Status status =
        outcome != null
            ? outcome.status()
            : failure instanceof CancellationException ? Status.CANCELLED : Status.ERROR;
    environment.ledger().programEnded(status);
  }

  @Override
  public String client() {
    return context.session().client();
  }

  @Override
  public List<ScriptBackend> backends() {
    return now().backends();
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    return now().backend(name).or(() -> names.backend(name));
  }

  @Override
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    return names
        .resolve(backend, tool)
        .or(() -> now().resolve(backend, tool))
        .or(() -> environment.gateway().withheld(backend, tool));
  }

  /** The names of now: a call may have switched tools on. */
  private ScriptNames now() {
    return ScriptNames.of(environment.gateway().catalog(), language.names());
  }

  @Override
  public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
    if (closed) {
      return CompletableFuture.failedFuture(
          new CallRefusedException("the program has ended; " + tool + " was not called"));
    }
    if (mode == ChainRequest.Mode.PLAN) {
      plan.add(tool, arguments, environment.gateway().problem(tool, arguments));
      return CompletableFuture.completedFuture(NO_ANSWER);
    }
    // A program that goes on has taken what it was given: from here on it is the engine's.
    given.shrinkTo(0);
    int number = count();
    ProgressSeries.Call callProgress = progress.of(tool);
    callProgress.begins();
    // The engine cancels what is open at its own deadline; a stated bound is never shorter.
    CompletableFuture<ToolResult> call =
        environment
            .gateway()
            .call(new ToolCall(tool, meant(tool, arguments), context.withProgress(callProgress)));
    open.put(number, call);
    // The program continues only after the call is recorded.
    CompletableFuture<ToolResult> recorded =
        Relay.of(
            call,
            (relay, result, failure) -> {
              ended(number, tool, callProgress, result);
              relay.settle(result, failure);
            });
    if (closed) {
      call.cancel(true);
    }
    return recorded;
  }

  /** A program names a backend by its identifier. */
  private RawJson meant(String tool, RawJson arguments) {
    if (!environment.gateway().isRequest(tool)
        || !(arguments.tree() instanceof ObjectNode given)
        || !given.path("backend").isTextual()) {
      return arguments;
    }
    return backend(given.get("backend").asText())
        .map(backend -> RawJson.of(given.deepCopy().put("backend", backend.name())))
        .orElse(arguments);
  }

  private void ended(
      int number, String tool, ProgressSeries.Call callProgress, @Nullable ToolResult result) {
    open.remove(number);
    if (result != null) {
      long bytes = result.sizeEstimate();
      if (bytes > MessageMemory.FREE_BYTES) {
        given.claim(bytes);
      }
      completed(tool, result);
    }
    if (!closed) {
      callProgress.ended(result == null || result.isError());
    }
  }

  private int count() {
    synchronized (completed) {
      only = null;
      return ++calls;
    }
  }

  private void completed(String tool, ToolResult result) {
    String entry = result.isError() ? tool + " (failed)" : tool;
    Optional<String> note = CallNotes.of(result);
    synchronized (completed) {
      if (forms.size() < MOST_FORMS && !forms.containsKey(tool) && ToolAnswers.isSmall(result)) {
        forms.put(tool, AnswerForm.of(result.value()));
      }
      only = calls == 1 ? result : null;
      note.filter(text -> notes.size() < MOST_NOTES)
          .ifPresent(text -> notes.add(tool + ": " + text));
      if (completed.size() < environment.sandbox().maxToolCalls()) {
        completed.add(entry);
      }
    }
  }

  @Override
  public RawJson search(String query, int limit) {
    return environment.gateway().search(query, limit);
  }

  @Override
  public RawJson info(String tool) {
    return environment.gateway().info(key(environment, now(), tool).orElse(tool));
  }

  @Override
  public RawJson result(String id) {
    readOriginals = true;
    return environment.gateway().result(context.session().id(), id);
  }

  @Override
  public void log(String line) {
    // The lines come with the outcome; they are not streamed.
  }

  /** The key of a tool that is named in any of the ways a program or an agent names one. */
  static Optional<String> key(ChainEnvironment environment, ScriptNames names, String name) {
    Optional<ToolDescriptor> tool = environment.gateway().catalog().resolve(name);
    if (tool.isEmpty()) {
      int dot = name.indexOf('.');
      tool =
          dot < 0
              ? Optional.empty()
              : names.resolve(name.substring(0, dot), name.substring(dot + 1));
    }
    return tool.map(ToolDescriptor::key);
  }

  /**
   * A hint that helps the program's author over an error, if the time of the program allows to find
   * it.
   *
   * @param abandoned whether the caller has given up
   */
  Optional<String> hint(Outcome outcome, BooleanSupplier abandoned) {
    Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    TimeBudget time =
        TimeBudget.of(left.compareTo(LONGEST_HINT) < 0 ? left : LONGEST_HINT, abandoned);
    return language.hint(
        outcome,
        new FailedProgram(
            environment.gateway().catalog(),
            names,
            environment.gateway()::down,
            forms(),
            environment.agent().names(),
            code,
            time));
  }

  private Map<String, String> forms() {
    synchronized (completed) {
      return Map.copyOf(forms);
    }
  }

  /** The answer of the program's only call, where the program ended with it and nothing else. */
  Optional<ToolResult> answeredBy(Outcome outcome) {
    return onlyAnswer().filter(result -> isLoneAnswer(result, outcome));
  }

  /** The answer of the program's only call. */
  Optional<ToolResult> onlyAnswer() {
    synchronized (completed) {
      return Optional.ofNullable(only);
    }
  }

  /** Whether the program read the original of a reduced answer. */
  boolean readOriginals() {
    return readOriginals;
  }

  /** How many calls the program made. */
  int calls() {
    synchronized (completed) {
      return calls;
    }
  }

  /** The calls that the program would have made, where it only plans. */
  CallPlan plan() {
    return plan;
  }

  /** The console of the program, and which of its calls were answered by a fallback. */
  List<String> logs(Outcome outcome) {
    synchronized (completed) {
      return notes.isEmpty()
          ? outcome.logs()
          : Stream.concat(outcome.logs().stream(), notes.stream()).toList();
    }
  }

  /** The calls that were answered, in that order. */
  List<String> completed() {
    synchronized (completed) {
      return List.copyOf(completed);
    }
  }

  @Override
  public void close() {
    closed = true;
    given.close();
    open.values().forEach(call -> call.cancel(true));
  }

  /**
   * Whether the program ended with this result, or with the error that it is. Then it was a lone
   * call, however it was written, and is answered like one: with the whole result, of which the
   * program saw a part.
   */
  private static boolean isLoneAnswer(ToolResult result, Outcome outcome) {
    if (outcome.status() == Status.ERROR) {
      String text = result.text();
      return result.isError()
          && outcome.message().endsWith(": " + text)
          && !ScriptAnswers.CLAIMED_HINT.matcher(text).find();
    }
    return outcome.status() == Status.OK
        && !result.isError()
        && isSame(ToolAnswers.valueOf(result), outcome.value());
  }

  private static boolean isSame(RawJson seen, RawJson value) {
    if (RawSlices.isSame(seen, value)) {
      return true;
    }
    // Escapes, numbers and the order of members are as an engine writes them.
    return seen.length() <= MAX_TREE_BYTES
        && value.length() <= MAX_TREE_BYTES
        && !RawSlices.isDeep(seen)
        && !RawSlices.isDeep(value)
        && seen.tree().equals(NUMBERS, value.tree());
  }
}
