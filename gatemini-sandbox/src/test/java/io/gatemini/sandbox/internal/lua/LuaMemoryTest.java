package io.gatemini.sandbox.internal.lua;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.TestHost;
import io.gatemini.sandbox.internal.lua.lib.StandardLibrary;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Meter.MemoryBudget;
import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program holds what its bound says and little more, whatever it hides it in. */
class LuaMemoryTest {
  private static final long MIB = 1 << 20;
  private static final long BOUND = 64 * MIB;
  private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

  @AutoClose("shutdownNow")
  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);

  private final Meter meter = new Meter(Long.MAX_VALUE, BOUND, 1L << 60, BOUND);
  private final Interpreter lua = new Interpreter(meter, line -> {});

  LuaMemoryTest() {
    StandardLibrary.install(lua, Clock.systemUTC());
    TestHost host =
        new TestHost((tool, arguments) -> completedFuture(ToolResult.text(arguments.toString()))) {
          @Override
          public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
            return completedFuture(ToolResult.text(arguments.toString())); // and keeps nothing
          }
        };
    Limits limits =
        Limits.of(SandboxConfig.defaults().maxToolCalls(Integer.MAX_VALUE), Duration.ofDays(1));
    LuaRun run = new LuaRun(Program.of("", "lua"), limits, host, scheduler, abandoned -> {});
    ProgramGlobals.install(lua, host, run, false, Optional.empty(), result -> {});
  }

  /** Each program would hold 200 MB or more, a part of it in {@code t[i]}. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          texts of iterators         | for i = 1, 200 do t[i] = big(i):gmatch('y') end
          patterns of iterators      | for i = 1, 200 do t[i] = ('y'):gmatch(big(i)) end
          iterators                  | for i = 1, 5e5 do t[i] = ('x'):gmatch('y') end
          keys of removed entries    | for i = 1, 200 do local h = {} h[big(i)] = 1 h[big(i)] = nil t[i] = h end
          names of nulls             | for i = 1, 2e4 do t[i] = '"' .. ('n'):rep(80) .. i .. '":null' end local j = '{' .. table.concat(t, ',') .. '}' for i = 1, 200 do t[i] = json.decode(j) end
          values of promises         | for i = 1, 200 do t[i] = demo.echo({x = big(i)}) t[i]:await() end
          answers not awaited        | for i = 1, 200 do t[i] = demo.echo({x = big(i)}) end
          members of backends        | for i = 1, 200 do demo.x = big(i) t[i] = demo.echo rawset(_G, 'demo', nil) end
          texts of inner functions   | for i = 1, 200 do t[i] = load('return function() return "' .. big(i) .. '" end') end
          loaded code                | for i = 1, 200 do t[i] = load(('x = y + z '):rep(1e4)) end
          names in loaded code       | for i = 1, 4000 do t[i] = load('local ' .. ('n'):rep(5e4) .. ' = 1 return nil + ' .. ('n'):rep(5e4)) end
          errors of dead coroutines  | for i = 1, 200 do t[i] = coroutine.create(function() error({big(i)}) end) coroutine.resume(t[i]) end
          wrapped coroutines         | for i = 1, 200 do local s = big(i) t[i] = coroutine.wrap(function() return s end) end
          frames of coroutines       | local function f(n) return n == 0 and 1 or 1 + f(n - 1) end for i = 1, 20 do t[i] = coroutine.create(function() f(150000) coroutine.yield() end) coroutine.resume(t[i]) end
          whole numbers in an array  | for i = 1, 8e6 do t[i] = i + 1000 end
          floats in an array         | for i = 1, 8e6 do t[i] = i + .5 end
          floats in a filled array   | for i = 1, 3e6 do t[i] = false end for i = 1, 3e6 do t[i] = i + .5 end
          whole numbers by numbers   | for i = 1, 4e6 do t[-i * 1000] = i + 1000 end
          floats by floats           | for i = 1, 4e6 do t[i / 7] = i + .5 end
          tables of one member       | for i = 1, 2e6 do t[i] = {x = i + .5} end
          registers of reused frames | local function f(n) return n == 0 and 1 or 1 + f(n - 1) end f(150000) local g = load('local g g = function(n) local v <const> = n + .5 local ' .. ('a,'):rep(150) .. 'b = 1 return n == 0 and 1 or 1 + g(n - 1) end return g')() g(150000)
          """)
  void endsAProgramThatHoldsMore(String family, String program) {
    long before = usedBytes();

    assertThatThrownBy(
            () -> run("t = {} local function big(i) return ('x'):rep(1000000) .. i end " + program))
        .isInstanceOfSatisfying(
            Stop.class, stop -> assertThat(stop.kind()).isEqualTo(Stop.Kind.MEMORY));

    assertThat(usedBytes() - before).as(family).isLessThan(BOUND * 3 / 2);
    Reference.reachabilityFence(lua);
  }

  @Test
  void keepsNothingOfAFunctionThatHasReturned() {
    long before = usedBytes();

    run(
        "local function f(n) local s = ('x'):rep(400000) .. n"
            + " return (function() if n > 0 then f(n - 1) end return #s end)() end"
            + " for i = 1, 4 do _G[i] = coroutine.create(function() f(60) coroutine.yield() end)"
            + " coroutine.resume(_G[i]) end");

    assertThat(usedBytes() - before).isLessThan(8 * MIB);
    Reference.reachabilityFence(lua);
  }

  @Values(
      """
      json.decode('[' .. ('{},'):rep(3000000) .. '1]')
      local x = ('x'):rep(20000000) json.encode({x, x})
      t = {} for i = 1, 9e5 do t[i] = i > 500 and 1 or pcall end pcall(table.unpack(t))
      """)
  void endsAProgramThatNeedsMoreForAMoment(String program) {
    assertThatThrownBy(() -> run(program))
        .isInstanceOfSatisfying(
            Stop.class, stop -> assertThat(stop.kind()).isEqualTo(Stop.Kind.MEMORY));
  }

  @Table(
      """
      for i = 1, 30 do t[i] = ('x'):rep(1000000) .. i end
      for i = 1, 700000 do t[i] = i + .5 end
      for i = 1, 150000 do t['k' .. i] = 'v' .. i end
      for i = 1, 30 do t[i] = (('x'):rep(1000000) .. i):gmatch('y') end
      for i = 1, 30 do t[i] = json.decode('["' .. ('x'):rep(1000000) .. i .. '"]') end
      t = json.decode('[' .. ('{"a":1.5,"b":null},'):rep(100000) .. '1]')
      """)
  void letsAProgramHoldThirtyMegabytes(String program) {
    run("t = {} " + program + " for i = 1, 200 do local s = ('x'):rep(1000000) .. i end");
  }

  /** Eight programs want 464 MiB of the 96 that they may hold together. */
  @Test
  void holdsAllProgramsTogetherBelowTheirBudget() throws Exception {
    MemoryBudget budget = new MemoryBudget(96 * MIB);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    CountDownLatch measured = new CountDownLatch(1);
    List<Future<Stop.@Nullable Kind>> programs = new ArrayList<>();
    long before = usedBytes();
    try {
      CountDownLatch decided = new CountDownLatch(8);
      for (int i = 0; i < 8; i++) {
        programs.add(
            threads.submit(
                () -> {
                  try (Meter own = meter(budget)) {
                    Interpreter program = new Interpreter(own, line -> {});
                    StandardLibrary.install(program, Clock.systemUTC());
                    Stop.Kind end = null;
                    try {
                      run(program, own, "t = ('x'):rep(58000000)");
                    } catch (Stop e) {
                      end = e.kind();
                    }
                    decided.countDown();
                    measured.await();
                    Reference.reachabilityFence(program);
                    return end;
                  }
                }));
      }
      assertThat(decided.await(60, TimeUnit.SECONDS)).isTrue();

      assertThat(usedBytes() - before).isLessThan(96 * MIB);
      try (Meter small = meter(budget)) {
        Interpreter beside = new Interpreter(small, line -> {});
        StandardLibrary.install(beside, Clock.systemUTC());
        run(beside, small, "local t = {} for i = 1, 1e6 do t[i % 9] = 'value ' .. i end");
      }
      measured.countDown();
      List<Stop.@Nullable Kind> ends = new ArrayList<>();
      for (Future<Stop.@Nullable Kind> program : programs) {
        ends.add(program.get(60, TimeUnit.SECONDS));
      }
      assertThat(ends).containsOnlyOnce((Stop.Kind) null).containsOnly(null, Stop.Kind.SHARED);
      assertThat(budget.reservedBytes()).isZero();
    } finally {
      measured.countDown();
      threads.shutdownNow();
    }
  }

  @Test
  void givesBackWhatAProgramHeldWhenItEnds() {
    long before = LuaRun.ALL.reservedBytes();
    long usedBefore = usedBytes();
    List<Long> during = new ArrayList<>();

    LuaRun ended =
        ended(
            "t = {} for i = 1, 30 do t[i] = ('x'):rep(1000000) .. i end demo.echo():await()",
            (tool, arguments) -> {
              during.add(LuaRun.ALL.reservedBytes() - before);
              return completedFuture(ToolResult.text("seen"));
            });

    assertThat(ended.outcome().join().status()).isEqualTo(Status.OK);
    assertThat(during).singleElement().matches(bytes -> bytes > 20 * MIB);
    assertThat(LuaRun.ALL.reservedBytes()).isEqualTo(before);
    assertThat(usedBytes() - usedBefore).isLessThan(8 * MIB);
    Reference.reachabilityFence(ended);
  }

  @Test
  void countsTheArgumentsOfCallsThatHaveNoAnswer() {
    String calls = "for i = 1, 20 do demo.echo({x = ('x'):rep(5000000)}) end";

    assertThat(statusOf(calls, (tool, arguments) -> new CompletableFuture<>()))
        .isEqualTo(Status.MEMORY);
    assertThat(statusOf(calls, (tool, arguments) -> completedFuture(ToolResult.text(""))))
        .isEqualTo(Status.OK);
  }

  private Status statusOf(
      String program, BiFunction<String, RawJson, CompletionStage<ToolResult>> tools) {
    return ended(program, tools).outcome().join().status();
  }

  private LuaRun ended(
      String program, BiFunction<String, RawJson, CompletionStage<ToolResult>> tools) {
    Limits limits = Limits.of(SandboxConfig.defaults(), Duration.ofSeconds(60));
    LuaRun run =
        new LuaRun(
            Program.of(program, "lua"), limits, new TestHost(tools), scheduler, abandoned -> {});
    run.run(Duration.ZERO);
    return run;
  }

  private static Meter meter(MemoryBudget budget) {
    return new Meter(Long.MAX_VALUE, BOUND, 1L << 60, BOUND, budget);
  }

  private void run(String program) {
    run(lua, meter, program);
  }

  private static void run(Interpreter lua, Meter meter, String program) {
    lua.call(
        lua.closure(
            Compiler.compile(LuaString.of(program), LuaString.of("=x"), meter), lua.globals()));
  }

  private static long usedBytes() {
    MEMORY.gc();
    return MEMORY.getHeapMemoryUsage().getUsed();
  }
}
