package io.gatemini.sandbox.internal.js;

import io.gatemini.RawJson;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.sandbox.internal.run.LocalRun;
import io.gatemini.sandbox.internal.run.LogBuffer;
import io.gatemini.sandbox.internal.run.Refusals;
import io.gatemini.sandbox.internal.typescript.TranspilationProgram;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * One program from its arrival to its end. Its thread owns the context and runs the turns of its
 * event loop; whoever completes {@link #outcome()} first, ends it. The caller is answered then, and
 * does not wait for the thread.
 */
final class ScriptRun implements LocalRun {
  private static final Logger LOG = System.getLogger(ScriptRun.class.getName());

  /** The first program of a process pays for the engine; its clock starts when that is done. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /**
   * A program that can be stopped is stopped within this, on a busy machine as well: out of a deep
   * recursion it takes a third of a second on an idle one.
   */
  private static final long ZOMBIE_MILLIS = 1_500;

  /** A program says in its message what it wants, and an agent has to read it. */
  private static final int MAX_MESSAGE_CHARACTERS = 10_000;

  private final Program program;
  private final Limits limits;
  private final ScriptHost host;
  private final PolyglotRuntime runtime;
  private final ScheduledExecutorService scheduler;
  private final Watchdog watchdog;
  private final Transpilers transpilers;
  private final Consumer<ScriptRun> abandoned;
  private final long arrivedNanos = System.nanoTime();
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final EventLoop loop = new EventLoop();
  private final LogBuffer logs;
  private final ToolCalls calls;

  private volatile @Nullable Context context;
  private volatile boolean inProgram;
  private final CompletableFuture<Void> settled = new CompletableFuture<>();

  /** Whether it has a thread, or will never have one. */
  private final AtomicBoolean begun = new AtomicBoolean();

  private volatile @Nullable Outcome ended;
  private volatile @Nullable Future<?> deadline;
  private ThrownLines lines = ThrownLines.none();

  /**
   * @param abandoned told when the program goes on although it was stopped
   */
  @SuppressWarnings("this-escape") // the outcome itself is watched
  ScriptRun(
      Program program,
      Limits limits,
      ScriptHost host,
      PolyglotRuntime runtime,
      ScheduledExecutorService scheduler,
      Watchdog watchdog,
      Transpilers transpilers,
      Consumer<ScriptRun> abandoned) {
    this.program = program;
    this.limits = limits;
    this.host = host;
    this.runtime = runtime;
    this.scheduler = scheduler;
    this.watchdog = watchdog;
    this.transpilers = transpilers;
    this.abandoned = abandoned;
    this.logs = new LogBuffer(limits.maxLogBytes());
    this.calls = new ToolCalls(host, loop, limits, this::limitReached, outcome::isDone);
    outcome.whenComplete((result, failure) -> halt());
  }

  @Override
  public CompletableFuture<Outcome> outcome() {
    return outcome;
  }

  @Override
  public CompletableFuture<Void> settled() {
    return settled;
  }

  @Override
  public boolean isInside() {
    return inProgram;
  }

  /** Bounds the wait for a place among the running programs. */
  void waitForPlace(int places, Runnable leave) {
    within(limits.timeout(), Refusals.noPlace(places, limits.timeout().toMillis()));
    outcome.whenComplete((result, failure) -> leave.run());
  }

  /** Ends the program with the given status, if it has not ended yet. */
  void stop(Status status, String message) {
    Outcome known = ended;
    outcome.complete(known != null ? known : Outcome.failed(status, message, logs.lines()));
  }

  /**
   * Runs the program on the calling thread, which it needs until it has ended. Throws what an
   * engine fails with.
   */
  void execute() {
    if (!begun.compareAndSet(false, true)) {
      return;
    }
    Duration waited = Duration.ofNanos(System.nanoTime() - arrivedNanos);
    Watchdog.Watch watch = watchdog.watch(this, limits.maxAllocatedBytes());
    Optional<Form> onlyTranspiled = TranspilationProgram.form(program);
    if (onlyTranspiled.isPresent()) {
      transpile(onlyTranspiled.get(), watch);
      return;
    }
    try (ProgramContext own = takeContext()) {
      try {
        context = own.context();
        turn(() -> start(own, limits.timeout().minus(waited)));
        turns();
      } finally {
        own.used(program.code().length(), watch.bytes());
      }
    } catch (PolyglotException e) {
      crashed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop(Status.CANCELLED, "the program was interrupted");
    } catch (OutOfMemoryError e) {
      stop(Status.MEMORY, "the heap was full; the program was stopped");
    } finally {
      over(watch);
    }
  }

  private void over(Watchdog.Watch watch) {
    watch.end();
    Future<?> pending = deadline;
    if (pending != null) {
      pending.cancel(false);
    }
    context = null;
    settled.complete(null);
  }

  /** Its transpiler has a deadline of its own. */
  private void transpile(Form form, Watchdog.Watch watch) {
    try {
      turn(() -> outcome.complete(TranspilationProgram.run(transpilers, program.code(), form)));
    } finally {
      over(watch);
    }
  }

  private ProgramContext takeContext() {
    ProgramContext ready = runtime.poll(limits.maxStatements());
    if (ready != null) {
      return ready;
    }
    within(limits.timeout().plus(WARM_UP), "the script engine did not start in time");
    return runtime.make(limits.maxStatements());
  }

  private void start(ProgramContext own, Duration left) {
    own.host().bind(new HostSide.Binding(host, loop, calls, logs, this::finish, this::fail));
    Globals.install(own.context(), program.code(), name -> host.backend(name).isPresent());
    program.params().ifPresent(params -> own.function("params").executeVoid(params.toString()));
    if (left.isNegative() || left.isZero()) {
      stop(
          Status.TIMEOUT,
          "nothing was left of "
              + limits.timeout().toMillis()
              + " ms when the program's turn came");
      return;
    }
    within(
        left,
        "the program did not end within " + limits.timeout().toMillis() + " ms and was stopped");
    try {
      ProgramCompiler.Compiled compiled =
          new ProgramCompiler(
                  own.function("compile"),
                  program.language().equals("javascript")
                      ? Optional.empty()
                      : Optional.of(transpilers))
              .compile(program.code());
      lines = compiled.lines();
      own.function("run").executeVoid(compiled.main(), compiled.isModule(), program.plan());
    } catch (SyntaxFailure e) {
      ended = ended(Status.SYNTAX, String.valueOf(e.getMessage()), e.line());
    }
  }

  private void turns() throws InterruptedException {
    while (!outcome.isDone()) {
      Outcome known = ended;
      if (known != null) {
        outcome.complete(known);
        return;
      }
      Runnable next = loop.next();
      if (next == null) {
        stop(
            Status.DEADLOCK,
            "the program waits for something that will never come: no tool call and no timer is"
                + " pending");
        return;
      }
      turn(next);
    }
  }

  private void turn(Runnable work) {
    inProgram = true;
    try {
      // Whoever ended the program before this line did not see the flag, and is seen here.
      if (!outcome.isDone()) {
        work.run();
      }
    } finally {
      inProgram = false;
    }
  }

  private void finish(String json) {
    byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > limits.maxResultBytes()) {
      ended =
          ended(
              Status.LIMIT,
              "the program returned "
                  + utf8.length
                  + " bytes, more than "
                  + limits.maxResultBytes()
                  + " (sandbox.max_result_bytes); return less",
              OptionalInt.empty());
      return;
    }
    calls.notAwaited().ifPresent(logs::add);
    ended = new Outcome(Status.OK, RawJson.wrap(utf8), "", OptionalInt.empty(), logs.lines());
  }

  private void fail(String message, Value thrown) {
    ended = ended(Status.ERROR, message, lines.lineOf(thrown));
  }

  private Outcome ended(Status status, String said, OptionalInt line) {
    String message = bounded(said);
    return new Outcome(
        status, Outcome.failed(status, message, logs.lines()).value(), message, line, logs.lines());
  }

  private static String bounded(String message) {
    int more = message.length() - MAX_MESSAGE_CHARACTERS;
    return more <= 0
        ? message
        : message.substring(0, MAX_MESSAGE_CHARACTERS) + "... (" + more + " more characters)";
  }

  /** An exception that the prelude did not catch: out of a timer, or the end of the context. */
  private void crashed(PolyglotException e) {
    if (!outcome.isDone() && e.isResourceExhausted()) {
      exhausted(e);
    } else if (outcome.isDone() || e.isCancelled()) {
      stop(Status.CANCELLED, "the program was stopped");
    } else if (e.isGuestException()) {
      outcome.complete(ended(Status.ERROR, String.valueOf(e.getMessage()), lines.lineOf(e)));
    } else {
      LOG.log(Level.WARNING, "the script engine failed", e);
      stop(Status.ERROR, "the script engine gave up");
    }
  }

  private void exhausted(PolyglotException e) {
    if (String.valueOf(e.getMessage()).contains("Statement")) {
      stop(
          Status.LIMIT,
          "the program executed more than "
              + limits.maxStatements()
              + " statements (sandbox.max_statements) and was stopped");
    } else {
      stop(Status.MEMORY, "the program used up the heap or its stack and was stopped");
    }
  }

  private void limitReached(String message) {
    // Not here: whoever hears of the outcome would run in the middle of the program.
    scheduler.execute(() -> stop(Status.LIMIT, message));
  }

  private void within(Duration time, String message) {
    Future<?> previous = deadline;
    if (previous != null) {
      previous.cancel(false);
    }
    deadline =
        scheduler.schedule(
            () -> stop(Status.TIMEOUT, message), time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** After the end: nothing of the program goes on. */
  private void halt() {
    calls.cancelAll();
    loop.post(() -> {});
    if (begun.compareAndSet(false, true)) {
      settled.complete(null);
    }
    Context running = context;
    if (inProgram && running != null) {
      // First: a program that nothing stops must not keep its place.
      scheduler.schedule(this::checkStopped, ZOMBIE_MILLIS, TimeUnit.MILLISECONDS);
      Guarded.run(LOG, "no thread stops a program", () -> startClosing(running));
    }
  }

  private void checkStopped() {
    if (!settled.isDone()) {
      abandoned.accept(this);
    }
  }

  /** Closing waits until the program reaches a point where it can be stopped. */
  private static void startClosing(Context context) {
    Thread closer = new Thread(() -> close(context), "gatemini-program-stop");
    closer.setDaemon(true);
    closer.start();
  }

  private static void close(Context context) {
    try {
      context.close(true);
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "a stopped program's context did not close", e);
    }
  }
}
