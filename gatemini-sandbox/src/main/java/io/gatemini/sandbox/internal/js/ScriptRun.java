package io.gatemini.sandbox.internal.js;

import io.gatemini.internal.thread.Guarded;
import io.gatemini.sandbox.internal.run.ThreadedRun;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * A program whose thread owns the context and runs the turns of its event loop. The caller is
 * answered at its end, and does not wait for the thread.
 */
final class ScriptRun extends ThreadedRun {
  private static final Logger LOG = System.getLogger(ScriptRun.class.getName());

  /** The first program of a process pays for the engine; its clock starts when that is done. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  private final PolyglotRuntime runtime;
  private final Watchdog watchdog;
  private final Transpilers transpilers;
  private final Consumer<ScriptRun> abandoned;
  private final EventLoop loop = new EventLoop();
  private final ToolCalls calls;

  private volatile @Nullable Context context;
  private volatile boolean inProgram;
  private volatile @Nullable Outcome ended;
  private ThrownLines lines = ThrownLines.none();

  /**
   * @param abandoned told when the program goes on although it was stopped
   */
  ScriptRun(
      Program program,
      Limits limits,
      ScriptHost host,
      PolyglotRuntime runtime,
      ScheduledExecutorService scheduler,
      Watchdog watchdog,
      Transpilers transpilers,
      Consumer<ScriptRun> abandoned) {
    super(program, limits, host, scheduler);
    this.runtime = runtime;
    this.watchdog = watchdog;
    this.transpilers = transpilers;
    this.abandoned = abandoned;
    this.calls = new ToolCalls(host, loop, limits, this::limitReached, outcome()::isDone);
  }

  @Override
  public boolean isInside() {
    return inProgram;
  }

  @Override
  public void stop(Status status, String message) {
    Outcome known = ended;
    if (known != null) {
      outcome().complete(known);
    } else {
      super.stop(status, message);
    }
  }

  @Override
  protected void run(Duration waited) {
    Watchdog.Watch watch = watchdog.watch(this, limits.maxAllocatedBytes());
    Optional<Form> onlyTranspiled = TranspilationProgram.form(program);
    if (onlyTranspiled.isPresent()) {
      transpile(onlyTranspiled.get(), watch);
      return;
    }
    try (ProgramContext own = takeContext()) {
      try {
        context = own.context();
        turn(() -> start(own, waited));
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
    context = null;
  }

  /** Its transpiler has a deadline of its own. */
  private void transpile(Form form, Watchdog.Watch watch) {
    try {
      turn(() -> outcome().complete(TranspilationProgram.run(transpilers, program.code(), form)));
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

  private void start(ProgramContext own, Duration waited) {
    own.host().bind(new HostSide.Binding(host, loop, calls, logs, this::finish, this::fail));
    Globals.install(own.context(), program.code(), name -> host.backend(name).isPresent());
    program.params().ifPresent(params -> own.function("params").executeVoid(params.toString()));
    if (!startClock(waited)) {
      return;
    }
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
      ended = failed(Status.SYNTAX, String.valueOf(e.getMessage()), e.line());
    }
  }

  private void turns() throws InterruptedException {
    while (!outcome().isDone()) {
      Outcome known = ended;
      if (known != null) {
        outcome().complete(known);
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
      if (!outcome().isDone()) {
        work.run();
      }
    } finally {
      inProgram = false;
    }
  }

  /** An empty text is the value of a program that returned none. */
  private void finish(String value) {
    if (value.isEmpty() && logs.lines().isEmpty()) {
      logs.add("[the program returned nothing; end it with return and a value]");
    }
    String json = value.isEmpty() ? "null" : value;
    ended = returned(json.getBytes(StandardCharsets.UTF_8), calls.open());
  }

  private void fail(String message, Value thrown) {
    ended = failed(Status.ERROR, message, lines.lineOf(thrown));
  }

  /** An exception that the prelude did not catch: out of a timer, or the end of the context. */
  private void crashed(PolyglotException e) {
    if (!outcome().isDone() && e.isResourceExhausted()) {
      exhausted(e);
    } else if (outcome().isDone() || e.isCancelled()) {
      stop(Status.CANCELLED, "the program was stopped");
    } else if (e.isGuestException()) {
      outcome().complete(failed(Status.ERROR, String.valueOf(e.getMessage()), lines.lineOf(e)));
    } else {
      LOG.log(Level.WARNING, "the script engine failed", e);
      stop(Status.ERROR, "the script engine gave up");
    }
  }

  private void exhausted(PolyglotException e) {
    if (String.valueOf(e.getMessage()).contains("Statement")) {
      stopAtStatements();
    } else {
      stop(Status.MEMORY, "the program used up the heap or its stack and was stopped");
    }
  }

  private void limitReached(String message) {
    // Not here: whoever hears of the outcome would run in the middle of the program.
    scheduler.execute(() -> stop(Status.LIMIT, message));
  }

  @Override
  protected void halt() {
    calls.cancelAll();
    loop.post(() -> {});
    Context running = context;
    if (inProgram && running != null) {
      // First: a program that nothing stops must not keep its place.
      whereItGoesOn(() -> abandoned.accept(this));
      Guarded.run(LOG, "no thread stops a program", () -> startClosing(running));
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
