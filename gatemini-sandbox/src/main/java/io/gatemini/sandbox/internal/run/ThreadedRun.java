package io.gatemini.sandbox.internal.run;

import io.gatemini.RawJson;
import io.gatemini.sandbox.internal.run.LocalEngine.LocalRun;
import io.gatemini.sandbox.internal.run.ProgramSlots.Refusals;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One program from its arrival to its end, on a thread that is its own; the first completion of
 * {@link #outcome()} ends it. Thread-safe.
 */
public abstract class ThreadedRun implements LocalRun {
  /** A program says in its message what it wants, and an agent has to read it. */
  private static final int MAX_MESSAGE_CHARACTERS = 10_000;

  /**
   * A program that can be stopped is stopped within this, on a busy machine as well: JavaScript out
   * of a deep recursion takes a third of a second on an idle one.
   */
  private static final long ZOMBIE_MILLIS = 1_500;

  protected final Program program;
  protected final Limits limits;
  protected final ScriptHost host;
  protected final ScheduledExecutorService scheduler;
  protected final LogBuffer logs;
  private final long arrivedNanos = System.nanoTime();
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();

  /** Whether it has a thread, or will never have one. */
  private final AtomicBoolean begun = new AtomicBoolean();

  private volatile @Nullable Future<?> deadline;

  @SuppressWarnings("this-escape") // the outcome itself is watched
  protected ThreadedRun(
      Program program, Limits limits, ScriptHost host, ScheduledExecutorService scheduler) {
    this.program = program;
    this.limits = limits;
    this.host = host;
    this.scheduler = scheduler;
    logs = new LogBuffer(limits.maxLogBytes());
    outcome.whenComplete(
        (result, failure) -> {
          halt();
          if (begun.compareAndSet(false, true)) {
            settled.complete(null);
          }
        });
  }

  @Override
  public final CompletableFuture<Outcome> outcome() {
    return outcome;
  }

  @Override
  public final CompletableFuture<Void> settled() {
    return settled;
  }

  /** The client that the program belongs to. */
  public final String client() {
    return host.client();
  }

  /** Bounds the wait for a place among the running programs. */
  final void waitForPlace(int places, Runnable leave) {
    within(limits.timeout(), Refusals.noPlace(places, limits.timeout().toMillis()));
    outcome.whenComplete((result, failure) -> leave.run());
  }

  /** Ends the program with the given status, if it has not ended yet. */
  public void stop(Status status, String message) {
    outcome.complete(Outcome.failed(status, message, logs.lines()));
  }

  /** Ends a program that is over the bound of its steps. */
  protected final void stopAtStatements() {
    stop(
        Status.LIMIT,
        "the program executed more than "
            + limits.maxStatements()
            + " statements (sandbox.max_statements) and was stopped");
  }

  /**
   * Runs the program on the calling thread, which it needs until it has ended. Throws what an
   * engine fails with.
   */
  final void execute() {
    if (!begun.compareAndSet(false, true)) {
      return;
    }
    try {
      run(Duration.ofNanos(System.nanoTime() - arrivedNanos));
    } finally {
      Future<?> pending = deadline;
      if (pending != null) {
        pending.cancel(false);
      }
      settled.complete(null);
    }
  }

  /**
   * Runs the program to its end.
   *
   * @param waited what its wait for a place took of its time
   */
  protected abstract void run(Duration waited);

  /** After the outcome: nothing of the program goes on. */
  protected abstract void halt();

  /** Does something where the thread of a stopped program goes on all the same. */
  protected final void whereItGoesOn(Runnable abandoned) {
    Future<?> look =
        scheduler.schedule(
            () -> {
              if (!settled.isDone()) {
                abandoned.run();
              }
            },
            ZOMBIE_MILLIS,
            TimeUnit.MILLISECONDS);
    settled.thenRun(() -> look.cancel(false));
  }

  /** Bounds the program's own time; false where none is left, and it has ended. */
  protected final boolean startClock(Duration waited) {
    Duration left = limits.timeout().minus(waited);
    long millis = limits.timeout().toMillis();
    if (left.isNegative() || left.isZero()) {
      stop(Status.TIMEOUT, "nothing was left of " + millis + " ms when the program's turn came");
      return false;
    }
    within(left, "the program did not end within " + millis + " ms and was stopped");
    return true;
  }

  protected final void within(Duration time, String message) {
    Future<?> previous = deadline;
    if (previous != null) {
      previous.cancel(false);
    }
    deadline =
        scheduler.schedule(
            () -> stop(Status.TIMEOUT, message), time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * The outcome of a program that returned.
   *
   * @param open how many of its tool calls have not ended, which are cancelled
   */
  protected final Outcome returned(byte[] json, int open) {
    if (json.length > limits.maxResultBytes()) {
      return failed(
          Status.LIMIT,
          "the program returned %s bytes, more than %s (sandbox.max_result_bytes); return less"
              .formatted(json.length, limits.maxResultBytes()),
          OptionalInt.empty());
    }
    if (open > 0) {
      logs.add(
          "[%s%s not awaited and cancelled when the program returned]"
              .formatted(open, open == 1 ? " tool call was" : " tool calls were"));
    }
    return new Outcome(Status.OK, RawJson.wrap(json), "", OptionalInt.empty(), logs.lines());
  }

  /** The outcome of a program that failed in a line. */
  protected final Outcome failed(Status status, String said, OptionalInt line) {
    int more = said.length() - MAX_MESSAGE_CHARACTERS;
    String message =
        more <= 0
            ? said
            : said.substring(0, MAX_MESSAGE_CHARACTERS) + "... (" + more + " more characters)";
    Outcome failed = Outcome.failed(status, message, logs.lines());
    return new Outcome(status, failed.value(), message, line, failed.logs());
  }
}
