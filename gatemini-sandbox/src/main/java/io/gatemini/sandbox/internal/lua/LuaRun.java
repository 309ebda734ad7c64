package io.gatemini.sandbox.internal.lua;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.sandbox.internal.lua.lib.StandardLibrary;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.syntax.SyntaxException;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Meter.MemoryBudget;
import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.sandbox.internal.lua.vm.Prototype;
import io.gatemini.sandbox.internal.run.CallAnswers;
import io.gatemini.sandbox.internal.run.ProgramText;
import io.gatemini.sandbox.internal.run.ThreadedRun;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A program whose thread runs the machine, and waits for the answers of tools. */
final class LuaRun extends ThreadedRun {
  /** The bound on a program's memory; the strings and tables of honest ones are far smaller. */
  private static final long MAX_LIVE_BYTES = 64L << 20;

  /** For all programs of the process: the rest of the heap is for the gateway and for answers. */
  static final MemoryBudget ALL = new MemoryBudget(Runtime.getRuntime().maxMemory() / 3);

  private static final LuaString CHUNK = LuaString.of("=program");

  /** The place that an error of the program itself begins with. */
  private static final Pattern PLACE = Pattern.compile("program:(\\d{1,9}): (.*)", Pattern.DOTALL);

  private final ProgramCalls calls;
  private final Meter meter;
  private final Consumer<LuaRun> abandoned;
  private volatile @Nullable Thread thread;
  private byte @Nullable [] result;
  private LuaHints.@Nullable Missed missed;

  /** The value of a program that has ended and waits for the calls that it left open. */
  private volatile byte @Nullable [] value;

  /**
   * @param abandoned called when the program goes on although it was stopped
   */
  LuaRun(
      Program program,
      Limits limits,
      ScriptHost host,
      ScheduledExecutorService scheduler,
      Consumer<LuaRun> abandoned) {
    super(program, limits, host, scheduler);
    this.abandoned = abandoned;
    calls = new ProgramCalls(host, limits);
    long live = Math.min(MAX_LIVE_BYTES, limits.maxAllocatedBytes());
    meter =
        new Meter(
            limits.maxStatements() == 0 ? Long.MAX_VALUE : limits.maxStatements(),
            live,
            limits.maxAllocatedBytes(),
            live,
            ALL);
  }

  @Override
  public boolean isInside() {
    return thread != null && !settled().isDone();
  }

  @Override
  protected void run(Duration waited) {
    thread = Thread.currentThread();
    if (!startClock(waited)) {
      return;
    }
    try {
      Interpreter lua = new Interpreter(meter, this::print);
      StandardLibrary.install(lua, Clock.systemUTC());
      JsonTables tables =
          ProgramGlobals.install(
              lua, host, this, program.plan(), program.params(), bytes -> result = bytes);
      @Nullable Object[] returned = lua.call(lua.closure(compiled(program.code()), lua.globals()));
      byte[] known = result;
      byte[] json =
          known != null ? known : tables.written(returned.length == 0 ? null : returned[0]);
      if (known == null && returned.length == 0 && !program.plan()) {
        logs.add("[no value was returned; result(...) returns one]");
      }
      value = json;
      CompletableFuture.anyOf(calls.idle(), outcome()).exceptionally(failure -> null).join();
      outcome().complete(ended(json));
    } catch (SyntaxException e) {
      String hint = LuaHints.syntax(program.code(), host).map(it -> "\n" + it).orElse("");
      fail(Status.SYNTAX, e.getMessage() + " (column " + e.column() + ")" + hint);
    } catch (LuaError e) {
      fail(Status.ERROR, LuaHints.message(e, host, missed));
    } catch (Stop e) {
      stopped(e);
    } catch (StackOverflowError e) {
      fail(Status.ERROR, "stack overflow");
    } catch (OutOfMemoryError e) {
      stop(Status.MEMORY, "the heap was full; the program was stopped");
    } finally {
      meter.close();
    }
  }

  private Prototype compiled(String text) {
    try {
      return Compiler.compile(LuaString.of(text), CHUNK, meter);
    } catch (SyntaxException e) {
      String inside = ProgramText.inside(text);
      if (inside.equals(text)) {
        throw e;
      }
      return Compiler.compile(LuaString.of(inside), CHUNK, meter);
    }
  }

  private Outcome ended(byte[] json) {
    calls.failures().forEach(logs::add);
    int open = calls.open();
    if (open > 0) {
      logs.add(
          "[%s%s without :await() did not end in the time of the program and %s cancelled]"
              .formatted(
                  open, open == 1 ? " tool call" : " tool calls", open == 1 ? "was" : "were"));
    }
    return returned(json, 0);
  }

  /** The value of a program that waits for its last calls alone is not lost with its time. */
  @Override
  public void stop(Status status, String message) {
    byte[] known = value;
    if (known != null && status == Status.TIMEOUT) {
      outcome().complete(ended(known));
    } else {
      super.stop(status, message);
    }
  }

  private void print(LuaString line) {
    String text = line.toString(meter);
    if (logs.add(text)) {
      host.log(text);
    }
  }

  private void fail(Status status, String said) {
    Matcher place = PLACE.matcher(said);
    outcome()
        .complete(
            place.matches()
                ? failed(status, place.group(2), OptionalInt.of(Integer.parseInt(place.group(1))))
                : failed(status, said, OptionalInt.empty()));
  }

  private void stopped(Stop reason) {
    switch (reason.kind()) {
      case MEMORY ->
          stop(
              Status.MEMORY,
              "the program held more than "
                  + Math.min(MAX_LIVE_BYTES, limits.maxAllocatedBytes())
                  + " bytes and was stopped");
      case SHARED ->
          stop(
              Status.MEMORY,
              "all Lua programs together may hold "
                  + ALL.maxBytes()
                  + " bytes, and others hold the memory that this one needed; it was stopped. Hold"
                  + " less, or try again when they have ended");
      case TOTAL ->
          stop(
              Status.MEMORY,
              "the program allocated more than "
                  + limits.maxAllocatedBytes()
                  + " bytes (sandbox.max_allocated_bytes) and was stopped");
      case INSTRUCTIONS -> stopAtStatements();
      case TIME, CANCELLED -> stop(Status.CANCELLED, "the program was stopped");
    }
  }

  /** The program looks for a tool that does not exist. */
  void miss(String server, String tool) {
    missed = new LuaHints.Missed(server, tool);
  }

  /** Makes a call of the program. */
  CompletableFuture<ToolResult> call(String tool, RawJson arguments) {
    long bytes = arguments.length();
    meter.hold(bytes);
    return calls
        .call(tool, arguments)
        .map(answer -> released(answer, bytes))
        .orElseGet(
            () -> {
              String message =
                  "a program may make " + limits.maxToolCalls() + " tool calls; this one made more";
              stop(Status.LIMIT, message);
              throw new Stop(Stop.Kind.CANCELLED, message);
            });
  }

  /** The arguments of a call are held until it is answered, whether the program waits or not. */
  private CompletableFuture<ToolResult> released(CompletableFuture<ToolResult> answer, long bytes) {
    answer.whenComplete((result, failure) -> meter.release(bytes));
    return answer;
  }

  /** Waits for an answer on the program's thread, or for the end of the program. */
  ToolResult await(CompletableFuture<ToolResult> answer, String tool) {
    calls.read(answer);
    try {
      if (!answer.isDone()) {
        CompletableFuture.anyOf(answer, outcome()).join();
      }
      if (outcome().isDone()) {
        throw new Stop(Stop.Kind.CANCELLED, "the program was stopped");
      }
      return answer.join();
    } catch (CompletionException | CancellationException e) {
      if (outcome().isDone()) {
        throw new Stop(Stop.Kind.CANCELLED, "the program was stopped");
      }
      throw new LuaError(tool + " failed: " + CallAnswers.failure(e));
    }
  }

  @Override
  protected void halt() {
    meter.stop(new Stop(Stop.Kind.CANCELLED, "the program was stopped"));
    calls.cancelAll();
    Thread running = thread;
    if (running != null && running != Thread.currentThread()) {
      whereItGoesOn(() -> abandoned.accept(this));
    }
  }
}
