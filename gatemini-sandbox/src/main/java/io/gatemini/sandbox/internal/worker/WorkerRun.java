package io.gatemini.sandbox.internal.worker;

import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.sandbox.internal.run.LogBuffer;
import io.gatemini.sandbox.internal.run.ProgramSlots.Refusals;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One program from its arrival to its end, seen from the gateway: its clock, what it asks of its
 * host, and its outcome. The first completion of {@link #outcome()} ends it; the worker is notified
 * then, and not waited for. Thread-safe.
 */
final class WorkerRun {
  private static final Logger LOG = System.getLogger(WorkerRun.class.getName());

  /**
   * The most lookups of tools before a program runs, a few milliseconds; what remains is looked up
   * when the program names it.
   */
  private static final int MOST_LOOKUPS = 20_000;

  /** How long a deadline waits for the worker's word; a caller is to hear within 50 ms. */
  private static final Duration WORKER_FIRST = Duration.ofMillis(40);

  final int number;
  final Program program;
  final Limits limits;
  private final ScriptHost host;
  private final PluginContext context;
  private final Transpilers transpilers;
  private final long arrivedNanos = System.nanoTime();
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private volatile LogBuffer logs;
  private final Map<Integer, CompletableFuture<ToolResult>> calls = new ConcurrentHashMap<>();

  /** Its requests run one after the other, as they would on a thread of its own. */
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  private boolean working;
  private volatile boolean called;
  private volatile boolean startedOver;
  private volatile long waitedNanos = -1;
  private volatile long endedNanos;
  private volatile @Nullable Future<?> deadline;

  WorkerRun(
      int number,
      Program program,
      Limits limits,
      ScriptHost host,
      PluginContext context,
      Transpilers transpilers) {
    this.number = number;
    this.program = program;
    this.limits = limits;
    this.host = host;
    this.context = context;
    this.transpilers = transpilers;
    this.logs = new LogBuffer(limits.maxLogBytes());
  }

  CompletableFuture<Outcome> outcome() {
    return outcome;
  }

  String client() {
    return host.client();
  }

  /** The programs with the same one share a worker; one that starts over is with no others. */
  String tenant() {
    return startedOver ? number + " of " + client() : client();
  }

  boolean isDone() {
    return outcome.isDone();
  }

  /** It has a place: from here on its time stands still until it runs. */
  void getPlace() {
    waitedNanos = System.nanoTime() - arrivedNanos;
  }

  /** It makes a call, and what it calls may do something. */
  void calls() {
    called = true;
  }

  /** Whether it can run again in another worker, which no caller sees. */
  boolean mayStartOver() {
    return !called && !startedOver;
  }

  /** It runs again in another worker, within the rest of its time. */
  void startOver() {
    startedOver = true;
    logs = new LogBuffer(limits.maxLogBytes());
    getPlace();
  }

  /** The rest of the program's time. */
  Duration left() {
    long waited = waitedNanos;
    return limits.timeout().minusNanos(waited < 0 ? System.nanoTime() - arrivedNanos : waited);
  }

  /**
   * Its time runs. The worker has a clock as well and knows more, such as that the program returned
   * and only goes on; it is the first to speak.
   */
  void startClock() {
    Duration left = left();
    if (left.isNegative() || left.isZero()) {
      end(
          Status.TIMEOUT,
          "nothing was left of "
              + limits.timeout().toMillis()
              + " ms when the program's turn came");
    } else {
      endAfter(left.plus(WORKER_FIRST), timeoutMessage());
    }
  }

  private String timeoutMessage() {
    return "the program did not end within " + limits.timeout().toMillis() + " ms and was stopped";
  }

  /** The worker says how it ended. */
  void ended(Outcome said) {
    // The worker was given what was left of the time, and does not know how much it was in all.
    end(
        said.status() == Status.TIMEOUT
            ? Outcome.failed(Status.TIMEOUT, timeoutMessage(), said.logs())
            : said);
  }

  /** Ends the program, if it has not ended yet. */
  void end(Status status, String message) {
    end(failed(status, message));
  }

  /** An outcome with what it wrote to the console. */
  Outcome failed(Status status, String message) {
    return Outcome.failed(status, message, logs.lines());
  }

  void end(Outcome known) {
    outcome.complete(known);
  }

  /** Ends the program after some time; replaces what was said before. */
  void endAfter(Duration time, String message) {
    cancelDeadline();
    if (time.isNegative() || time.isZero()) {
      end(Status.TIMEOUT, message);
      return;
    }
    deadline = Tasks.trySchedule(context::scheduler, time, () -> end(Status.TIMEOUT, message));
    if (deadline == null) {
      end(Status.CANCELLED, Refusals.CLOSED);
    }
    if (outcome.isDone()) {
      cancelDeadline();
    }
  }

  private void cancelDeadline() {
    Future<?> pending = deadline;
    if (pending != null) {
      pending.cancel(false);
    }
  }

  /** Whether it has ended, and not longer ago. */
  boolean hasEndedWithin(Duration time) {
    long ended = endedNanos;
    return isDone() && (ended == 0 || System.nanoTime() - ended < time.toNanos());
  }

  /** After the end: nothing of it goes on here. */
  void halt() {
    endedNanos = System.nanoTime();
    cancelDeadline();
    calls.values().forEach(call -> call.cancel(true));
  }

  /** The backends behind words of its text, each with the tools behind words of its text. */
  Map<String, ScriptBackend> mentioned() {
    Set<String> words = WorkerHost.words(program.code());
    Map<String, ScriptBackend> mentioned = new LinkedHashMap<>();
    for (String word : words) {
      lookUp(() -> host.backend(word).ifPresent(backend -> mentioned.put(word, backend)));
    }
    int lookups = MOST_LOOKUPS / Math.max(1, mentioned.size());
    mentioned.replaceAll(
        (name, backend) -> {
          List<ScriptTool> tools = new ArrayList<>();
          lookUp(
              () ->
                  words.stream()
                      .limit(lookups)
                      .forEach(
                          word ->
                              host.resolve(backend.identifier(), word)
                                  .ifPresent(tool -> tools.add(new ScriptTool(word, tool)))));
          return new ScriptBackend(backend.identifier(), backend.name(), tools);
        });
    return mentioned;
  }

  /** A word need not be a name; the program runs, and fails where it uses the word. */
  private static void lookUp(Runnable work) {
    Guarded.run(LOG, "a word of a program could not be looked up", work);
  }

  /** Does something after all that was asked for before. */
  void later(Runnable task) {
    if (add(task) && !Tasks.tryExecute(context::executor, this::work)) {
      end(Status.CANCELLED, Refusals.CLOSED);
    }
  }

  /** The same for what never blocks: at once, where nothing comes before it. */
  void soon(Runnable task) {
    if (add(task)) {
      work();
    }
  }

  private boolean add(Runnable task) {
    synchronized (tasks) {
      tasks.add(task);
      boolean first = !working;
      working = true;
      return first;
    }
  }

  private void work() {
    while (true) {
      Runnable task;
      synchronized (tasks) {
        task = tasks.poll();
        if (task == null) {
          working = false;
          return;
        }
      }
      Guarded.run(LOG, "the gateway failed under a program", task);
    }
  }

  void log(String line) {
    if (!isDone() && logs.add(line)) {
      host.log(line);
    }
  }

  void call(WorkerProcess worker, int request, String tool, RawJson arguments) {
    if (isDone()) {
      return;
    }
    CompletableFuture<ToolResult> call = Futures.of(() -> host.call(tool, arguments));
    calls.put(request, call);
    if (isDone()) {
      call.cancel(true);
    }
    call.whenComplete(
        (result, failure) -> {
          calls.remove(request);
          if (result != null) {
            worker.answer(number, request, result);
          } else {
            fail(worker, request, failure != null ? failure : new GatewayException("no answer"));
          }
        });
  }

  void cancel(int request) {
    CompletableFuture<ToolResult> call = calls.get(request);
    if (call != null) {
      call.cancel(true);
    }
  }

  /** Answers a question of the program. */
  void ask(WorkerProcess worker, int request, WireReader in) {
    if (isDone()) {
      return;
    }
    WorkerHost.Question question = in.oneOf(WorkerHost.Question.class);
    WireWriter answer = new WireWriter().flag(true);
    Guarded.orFail(
        () -> {
          switch (question) {
            case SEARCH -> {
              worker.answer(number, request, host.search(in.text(), in.number()));
              return;
            }
            case INFO -> {
              worker.answer(number, request, host.info(in.text()));
              return;
            }
            case RESULT -> {
              worker.answer(number, request, host.result(in.text()));
              return;
            }
            case BACKENDS -> answer.list(host.backends(), WorkerCodec::write);
            case BACKEND -> answer.optional(host.backend(in.text()), WorkerCodec::write);
            case TOOLS ->
                answer.list(
                    host.backend(in.text()).map(ScriptBackend::tools).orElse(List.of()),
                    WorkerCodec::write);
            case RESOLVE -> answer.optional(host.resolve(in.text(), in.text()), WorkerCodec::write);
            case TRANSPILE ->
                answer.optional(
                    transpilers.find(in.text(), in.oneOf(Form.class)),
                    (out, made) ->
                        out.text(made.code()).list(made.sourceLines(), WireWriter::number));
          }
          worker.answer(number, request, answer);
        },
        problem -> fail(worker, request, problem));
  }

  /** The program hears that it failed; why it did is the operator's to read. */
  private void fail(WorkerProcess worker, int request, Throwable failure) {
    if (!(Causes.of(failure) instanceof GatewayException
        || Causes.of(failure) instanceof CancellationException)) {
      LOG.log(Level.WARNING, "the gateway failed under a program", failure);
    }
    worker.fail(number, request, failure);
  }
}
