package io.gatemini.sandbox.internal.js;

import io.gatemini.internal.async.Guarded;
import io.gatemini.sandbox.internal.run.ThreadedRun;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.sandbox.internal.typescript.Transpilers.HostTranspiler;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A program whose thread owns the context and runs the turns of its event loop. The caller is
 * answered at its end, and does not wait for the thread.
 */
public final class ScriptRun extends ThreadedRun {
  private static final Pattern FRAME =
      Pattern.compile(
          "(?:<function>|eval at compile \\(gatemini/prelude\\.js[^)]*\\), <anonymous>):(\\d{1,9}):");

  /** Far more than the frames that an engine writes. */
  private static final int MAX_CHARACTERS = 20_000;

  private static final Logger LOG = System.getLogger(ScriptRun.class.getName());

  /** The first program of a process pays for the engine; its clock starts when that is done. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  /** A program that missed that it was stopped is stopped again after this. */
  private static final long AGAIN_MILLIS = 20;

  private final JsContexts contexts;
  private final Watch watch;
  private final Transpilers transpilers;
  private final Consumer<ScriptRun> abandoned;
  private final EventLoop loop = new EventLoop();
  private final ToolCalls calls;

  private volatile @Nullable JsContext context;
  private volatile boolean inProgram;
  private volatile @Nullable Outcome ended;
  private IntUnaryOperator authorLine = line -> 0;

  /** Holds running programs to a bound. */
  public interface Watch extends AutoCloseable {
    /** Watches a program; called on its thread. */
    Watched watch(ScriptRun run, long maxAllocatedBytes);

    /** Watches no more. */
    @Override
    default void close() {}
  }

  /** A program that is watched. */
  public interface Watched {
    /** The bytes that it has allocated so far; 0 where it is not counted. */
    long bytes();

    /** It has ended. */
    void end();
  }

  /**
   * A program that has arrived.
   *
   * @param abandoned called when the program goes on although it was stopped
   */
  public ScriptRun(
      Program program,
      Limits limits,
      ScriptHost host,
      JsContexts contexts,
      ScheduledExecutorService scheduler,
      Watch watch,
      Transpilers transpilers,
      Consumer<ScriptRun> abandoned) {
    super(program, limits, host, scheduler);
    this.contexts = contexts;
    this.watch = watch;
    this.transpilers = transpilers;
    this.abandoned = abandoned;
    this.calls =
        new ToolCalls(host, loop, limits, this::limitReached, outcome()::isDone, this::settle);
  }

  /** Where it runs; null before and after. */
  public @Nullable JsContext context() {
    return context;
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
    Watched watched = watch.watch(this, limits.maxAllocatedBytes());
    try (JsContext own = takeContext()) {
      try {
        context = own;
        turn(() -> start(own, waited));
        turns(own);
      } finally {
        own.used(program.code().length(), watched.bytes());
      }
    } catch (JsFailure e) {
      crashed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop(Status.CANCELLED, "the program was interrupted");
    } catch (OutOfMemoryError e) {
      stop(Status.MEMORY, "the heap was full; the program was stopped");
    } finally {
      over(watched);
    }
  }

  private void over(Watched watched) {
    watched.end();
    context = null;
  }

  private JsContext takeContext() {
    JsContext ready = contexts.poll(limits.maxStatements(), client());
    if (ready != null) {
      return ready;
    }
    within(limits.timeout().plus(WARM_UP), "the script engine did not start in time");
    return contexts.make(limits.maxStatements());
  }

  private void start(JsContext own, Duration waited) {
    HostSide side =
        new HostSide(host, loop, calls, logs, this::finish, this::fail, id -> own.call("fire", id));
    own.bind(side);
    Globals.install(own, program.code());
    side.showBackends();
    program.params().ifPresent(params -> own.call("params", params.toString()));
    if (!startClock(waited)) {
      return;
    }
    try {
      ProgramCompiler.Compiled compiled =
          new ProgramCompiler(
                  own,
                  program.language().equals("javascript")
                      ? Optional.empty()
                      : Optional.of(this::transpiled))
              .compile(program.code());
      authorLine = compiled.authorLine();
      own.call("run", compiled.main(), compiled.isModule(), program.plan());
    } catch (SyntaxFailure e) {
      ended = failed(Status.SYNTAX, String.valueOf(e.getMessage()), e.line());
    }
  }

  /** A transpiler of the host takes the text before those of the engine. */
  private Transpiled transpiled(String source, Form form) {
    return (host instanceof HostTranspiler first
            ? first.transpile(source, form)
            : Optional.<Transpiled>empty())
        .orElseGet(() -> transpilers.transpile(source, form));
  }

  private void settle(int call, String form, String text, String images) {
    JsContext own = context;
    if (own != null) {
      own.call("settle", call, form, text, images);
    }
  }

  private void turns(JsContext own) throws InterruptedException {
    while (!outcome().isDone()) {
      Outcome known = ended;
      if (known != null) {
        if (outcome().complete(known) && known.status() == Status.OK && calls.open() == 0) {
          own.endedWell(client());
        }
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
      // A program that ended before this line did not see the flag, and is seen here.
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

  private void fail(String message, String stack) {
    ended = failed(Status.ERROR, message, firstLine(stack, authorLine));
  }

  /** The end of the context, or an exception that the prelude did not catch. */
  private void crashed(JsFailure e) {
    if (outcome().isDone()) {
      return;
    }
    switch (e.kind()) {
      case STATEMENTS -> stopAtStatements();
      case MEMORY ->
          stop(Status.MEMORY, "the program used up the heap or its stack and was stopped");
      case STOPPED -> stop(Status.CANCELLED, "the program was stopped");
      case SYNTAX, THROWN ->
          outcome()
              .complete(failed(Status.ERROR, String.valueOf(e.getMessage()), OptionalInt.empty()));
      case ENGINE -> {
        LOG.log(Level.WARNING, "the script engine failed", e);
        stop(Status.ERROR, "the script engine gave up");
      }
    }
  }

  private void limitReached(String message) {
    // Not here: listeners to the outcome would run in the middle of the program.
    scheduler.execute(() -> stop(Status.LIMIT, message));
  }

  @Override
  protected void halt() {
    calls.cancelAll();
    loop.post(() -> {});
    JsContext running = context;
    if (inProgram && running != null) {
      // First: a program that nothing stops must not keep its place.
      whereItGoesOn(() -> abandoned.accept(this));
      Guarded.run(LOG, "a program is not stopped", () -> stop(running));
    }
  }

  private void stop(JsContext running) {
    if (inProgram && running.stop()) {
      scheduler.schedule(() -> stop(running), AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /**
   * The line of a program in the stack that JavaScript writes for an error: that of the first frame
   * in a function made by the constructor of functions, as GraalJS and V8 name them.
   *
   * @param authorLine the line that the author wrote, for a line of what was compiled; 0 for none
   */
  private static OptionalInt firstLine(String stack, IntUnaryOperator authorLine) {
    Matcher frame = FRAME.matcher(stack.substring(0, Math.min(stack.length(), MAX_CHARACTERS)));
    while (frame.find()) {
      int line = authorLine.applyAsInt(Integer.parseInt(frame.group(1)));
      if (line > 0) {
        return OptionalInt.of(line);
      }
    }
    return OptionalInt.empty();
  }
}
