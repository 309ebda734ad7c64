package io.gatemini.sandbox.internal.lua;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.sandbox.internal.lua.lib.StandardLibrary;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.syntax.SyntaxException;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Stop;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.sandbox.internal.run.CallFailures;
import io.gatemini.sandbox.internal.run.LocalRun;
import io.gatemini.sandbox.internal.run.LogBuffer;
import io.gatemini.sandbox.internal.run.Refusals;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One program from its arrival to its end. Its thread runs the machine, and waits for the answers
 * of tools; whoever completes {@link #outcome()} first, ends it.
 */
final class LuaRun implements LocalRun {
  /** What a program can hold at a time; the strings and tables of honest ones are far smaller. */
  private static final long MAX_LIVE_BYTES = 64L << 20;

  private static final LuaString CHUNK = LuaString.of("=program");

  /** The place that an error of the program itself begins with. */
  private static final Pattern PLACE = Pattern.compile("program:(\\d{1,9}): (.*)", Pattern.DOTALL);

  /** A program says in its message what it wants, and an agent has to read it. */
  private static final int MAX_MESSAGE_CHARACTERS = 10_000;

  private final Program program;
  private final Limits limits;
  private final ScriptHost host;
  private final ScheduledExecutorService scheduler;
  private final long arrivedNanos = System.nanoTime();
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final CompletableFuture<Void> settled = new CompletableFuture<>();
  private final AtomicBoolean begun = new AtomicBoolean();
  private final LogBuffer logs;
  private final ProgramCalls calls;
  private final Meter meter;
  private volatile @Nullable Future<?> deadline;
  private byte @Nullable [] result;

  @SuppressWarnings("this-escape") // the outcome itself is watched
  LuaRun(Program program, Limits limits, ScriptHost host, ScheduledExecutorService scheduler) {
    this.program = program;
    this.limits = limits;
    this.host = host;
    this.scheduler = scheduler;
    logs = new LogBuffer(limits.maxLogBytes());
    calls = new ProgramCalls(host, limits);
    long live = Math.min(MAX_LIVE_BYTES, limits.maxAllocatedBytes());
    meter =
        new Meter(
            limits.maxStatements() == 0 ? Long.MAX_VALUE : limits.maxStatements(),
            live,
            limits.maxAllocatedBytes(),
            live);
    outcome.whenComplete((ended, failure) -> halt());
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
    return begun.get() && !settled.isDone();
  }

  /** Bounds the wait for a place among the running programs. */
  void waitForPlace(int places, Runnable leave) {
    within(limits.timeout(), Refusals.noPlace(places, limits.timeout().toMillis()));
    outcome.whenComplete((ended, failure) -> leave.run());
  }

  /** Ends the program with the given status, if it has not ended yet. */
  void stop(Status status, String message) {
    outcome.complete(Outcome.failed(status, message, logs.lines()));
  }

  /** Runs the program on the calling thread, which it needs until it has ended. */
  void execute() {
    if (!begun.compareAndSet(false, true)) {
      return;
    }
    try {
      Duration left = limits.timeout().minusNanos(System.nanoTime() - arrivedNanos);
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
      run();
    } finally {
      Future<?> pending = deadline;
      if (pending != null) {
        pending.cancel(false);
      }
      settled.complete(null);
    }
  }

  private void run() {
    try {
      Interpreter lua = new Interpreter(meter, this::print);
      StandardLibrary.install(lua, Clock.systemUTC());
      JsonTables json =
          ProgramGlobals.install(
              lua, host, this, program.plan(), program.params(), bytes -> result = bytes);
      LuaString code = LuaString.of(program.code());
      @Nullable Object[] returned =
          lua.call(lua.closure(Compiler.compile(code, CHUNK, meter), lua.globals()));
      byte[] known = result;
      finish(known != null ? known : json.written(returned.length == 0 ? null : returned[0]));
    } catch (SyntaxException e) {
      fail(Status.SYNTAX, e.getMessage() + " (column " + e.column() + ")");
    } catch (LuaError e) {
      fail(Status.ERROR, LuaHints.told(e, host));
    } catch (Stop e) {
      stopped(e);
    } catch (StackOverflowError e) {
      fail(Status.ERROR, "stack overflow");
    } catch (OutOfMemoryError e) {
      stop(Status.MEMORY, "the heap was full; the program was stopped");
    }
  }

  private void print(LuaString line) {
    String text = line.toString();
    if (logs.add(text)) {
      host.log(text);
    }
  }

  private void finish(byte[] json) {
    if (json.length > limits.maxResultBytes()) {
      stop(
          Status.LIMIT,
          "the program returned "
              + json.length
              + " bytes, more than "
              + limits.maxResultBytes()
              + " (sandbox.max_result_bytes); return less");
      return;
    }
    calls.notAwaited().ifPresent(logs::add);
    outcome.complete(
        new Outcome(Status.OK, RawJson.wrap(json), "", OptionalInt.empty(), logs.lines()));
  }

  private void fail(Status status, String said) {
    Matcher place = PLACE.matcher(said);
    boolean isPlaced = place.matches();
    Outcome failed =
        Outcome.failed(status, bounded(isPlaced ? place.group(2) : said), logs.lines());
    outcome.complete(
        new Outcome(
            status,
            failed.value(),
            failed.message(),
            isPlaced ? OptionalInt.of(Integer.parseInt(place.group(1))) : OptionalInt.empty(),
            logs.lines()));
  }

  private static String bounded(String message) {
    int more = message.length() - MAX_MESSAGE_CHARACTERS;
    return more <= 0
        ? message
        : message.substring(0, MAX_MESSAGE_CHARACTERS) + "... (" + more + " more characters)";
  }

  private void stopped(Stop reason) {
    switch (reason.kind()) {
      case MEMORY ->
          stop(
              Status.MEMORY,
              "the program held more than "
                  + Math.min(MAX_LIVE_BYTES, limits.maxAllocatedBytes())
                  + " bytes and was stopped");
      case TOTAL ->
          stop(
              Status.MEMORY,
              "the program allocated more than "
                  + limits.maxAllocatedBytes()
                  + " bytes (sandbox.max_allocated_bytes) and was stopped");
      case INSTRUCTIONS ->
          stop(
              Status.LIMIT,
              "the program executed more than "
                  + limits.maxStatements()
                  + " statements (sandbox.max_statements) and was stopped");
      case TIME, CANCELLED -> stop(Status.CANCELLED, "the program was stopped");
    }
  }

  /** Makes a call of the program. */
  CompletableFuture<ToolResult> call(String tool, RawJson arguments) {
    return calls
        .call(tool, arguments)
        .orElseGet(
            () -> {
              String message =
                  "a program may make " + limits.maxToolCalls() + " tool calls; this one made more";
              stop(Status.LIMIT, message);
              throw new Stop(Stop.Kind.CANCELLED, message);
            });
  }

  /** Waits for an answer on the program's thread, or for the end of the program. */
  ToolResult await(CompletableFuture<ToolResult> answer, String tool) {
    try {
      if (!answer.isDone()) {
        CompletableFuture.anyOf(answer, outcome).join();
      }
      if (outcome.isDone()) {
        throw new Stop(Stop.Kind.CANCELLED, "the program was stopped");
      }
      return answer.join();
    } catch (CompletionException | CancellationException e) {
      if (outcome.isDone()) {
        throw new Stop(Stop.Kind.CANCELLED, "the program was stopped");
      }
      throw new LuaError(tool + " failed: " + CallFailures.message(e));
    }
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
    meter.stop(new Stop(Stop.Kind.CANCELLED, "the program was stopped"));
    calls.cancelAll();
    if (begun.compareAndSet(false, true)) {
      settled.complete(null);
    }
  }
}
