package io.gatemini.sandbox.internal.lua;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.TestHost;
import io.gatemini.sandbox.internal.lua.lib.StandardLibrary;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Program;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program ends soon after it was stopped, whatever builtin it is in. The design point is 50 ms on
 * an idle machine; what is checked leaves room for a busy one.
 */
class LuaDeadlinesTest {
  /** As long as a text of a program gets within what it may hold. */
  private static final int LENGTH = 30_000_000;

  /** Where what is not counted is seen by the number of calls. */
  private static final int SHORTER = 1_000_000;

  private static final int KEYS = 150_000;
  private static final long LATE_MILLIS = 2_000;

  /** A thousand calls that are as short as this are stopped in time without being counted. */
  private static final long SHORT_NANOS = 20_000;

  @AutoClose("shutdownNow")
  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);

  private static LuaString repeated(String unit, int length) {
    return repeated("", unit, "", length);
  }

  private static LuaString repeated(String before, String unit, String after, int length) {
    return LuaString.wrap(
        (before + unit.repeat(length / unit.length()) + after)
            .getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Arguments that make work, for whatever function. */
  private static Map<String, ArgumentsOf> hostile(int length) {
    LuaString text = repeated("x", length);
    LuaString digits = repeated("1", length);
    LuaString blanks = repeated(" ", length);
    LuaString continuations = repeated("\u0080", length);
    @Nullable Object[] many = new @Nullable Object[values(length)];
    Arrays.setAll(many, i -> (long) i % 256);
    @Nullable Object[] manyTexts = many.clone();
    Arrays.fill(manyTexts, LuaString.of("7"));
    Map<String, ArgumentsOf> all = new LinkedHashMap<>();
    all.put("text", fixed(text));
    all.put("equal texts", fixed(text, repeated("x", length)));
    all.put("digits", fixed(digits));
    all.put("digits and base", fixed(digits, 10L));
    all.put("digits, digits", fixed(digits, digits));
    all.put("float", fixed(repeated("0x.", "f", "p1", length)));
    all.put("blanks", fixed(blanks));
    all.put("blanks and base", fixed(blanks, 10L));
    all.put("plain miss", fixed(text, LuaString.of("y"), 1L, true));
    all.put("pattern miss", fixed(text, LuaString.of("[yz]")));
    all.put("long pattern", fixed(LuaString.of("abc"), text));
    all.put("long set", fixed(LuaString.of("abc"), repeated("[", "x", "]", length)));
    all.put("frontier", fixed(LuaString.of("abc"), repeated("%f[", "x", "]", length)));
    all.put("empty pattern", fixed(text, LuaString.EMPTY, LuaString.EMPTY));
    all.put("template", fixed(LuaString.of("x"), LuaString.of("x"), text));
    all.put("whole", fixed(text, 1L, -1L));
    all.put("last", fixed(text, (long) length));
    all.put("number as text", fixed(text, 1L, digits));
    all.put("continuations", fixed(continuations, 0L));
    all.put("continuations, end", fixed(continuations, -1L));
    all.put("format of a giant size", fixed(repeated("i", "0", "4", length)));
    all.put("format", fixed(repeated("b", length)));
    all.put("zero terminated", fixed(LuaString.of("z"), text));
    all.put("date", fixed(repeated("%c", length)));
    all.put("format of a text", fixed(LuaString.of("%5q"), text));
    all.put("format of numbers", fixed(LuaString.of("%d"), digits));
    all.put("quoted", fixed(LuaString.of("%q"), text));
    all.put("cut", fixed(LuaString.of("%.5s"), text));
    all.put("JSON text", fixed(repeated("\"", "x", "\"", length)));
    all.put("JSON list", fixed(repeated("[", "1,", "1]", length)));
    all.put("many", fixed(many));
    all.put("many texts", fixed(manyTexts));
    all.put("many after a number", fixed(prepended(2L, many)));
    all.put("count of many", fixed(prepended(LuaString.of("#"), many)));
    all.put("holes", meter -> new Object[] {holes(meter, KEYS)});
    all.put("full", meter -> new Object[] {full(meter, KEYS)});
    all.put(
        "full, separated", meter -> new Object[] {full(meter, KEYS), LuaString.of("x".repeat(99))});
    all.put("member", meter -> new Object[] {full(meter, KEYS), text, 1L});
    all.put("query", meter -> new Object[] {query(meter, text)});
    return all;
  }

  /** How many values go with texts of a length. */
  private static int values(int length) {
    return length / 33; // 900,000 with the longest
  }

  private interface ArgumentsOf {
    @Nullable Object[] on(Meter meter);
  }

  private static ArgumentsOf fixed(@Nullable Object... values) {
    return meter -> values;
  }

  private static LuaTable full(Meter meter, int keys) {
    LuaTable full = new LuaTable(meter);
    for (long i = 1; i <= keys; i++) {
      full.set(i, LuaString.of("x"));
      full.set(LuaString.of("k" + i), true);
    }
    return full;
  }

  private static LuaTable holes(Meter meter, int keys) {
    LuaTable holes = full(meter, keys);
    for (long i = 1; i < keys; i++) {
      holes.set(i, null);
      holes.set(LuaString.of("k" + i), null);
    }
    return holes;
  }

  private static LuaTable query(Meter meter, LuaString text) {
    LuaTable query = new LuaTable(meter);
    for (String name : List.of("query", "tool", "id", "uri", "name")) {
      query.set(LuaString.of(name), text);
    }
    return query;
  }

  private static @Nullable Object[] prepended(Object first, @Nullable Object[] rest) {
    @Nullable Object[] all = new @Nullable Object[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  /** A machine with all that a program finds, and a meter that only {@link Meter#stop} ends. */
  private final class Machine {
    final Meter meter = new Meter(Long.MAX_VALUE, 1L << 40, 1L << 60, 64 << 20);
    final Interpreter lua = new Interpreter(meter, line -> {});

    /** All functions that a program can name, by their paths. */
    final Map<String, LuaFunction> functions = new LinkedHashMap<>();

    boolean stopped;

    Machine() {
      StandardLibrary.install(lua, Clock.systemUTC());
      TestHost host = TestHost.echo();
      Limits limits =
          Limits.of(SandboxConfig.defaults().maxToolCalls(Integer.MAX_VALUE), Duration.ofDays(1));
      LuaRun run = new LuaRun(Program.of("", "lua"), limits, host, scheduler, abandoned -> {});
      ProgramGlobals.install(lua, host, run, false, Optional.empty(), result -> {});
      Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      collect("", lua.globals(), seen);
      collect("''.", Objects.requireNonNull(lua.metatable(LuaString.EMPTY)), seen);
    }

    void run(String program, @Nullable Object... arguments) {
      try {
        lua.call(
            lua.closure(
                Compiler.compile(LuaString.of(program), LuaString.of("=test"), meter),
                lua.globals()),
            arguments);
      } catch (LuaError e) {
        // what is asked is nonsense most of the time
      }
    }

    /**
     * How late a program ends that makes a call again and again; 0 where one call is so short that
     * a thousand of them are over in time.
     */
    long lateMillis(String code, @Nullable Object... arguments) {
      CountDownLatch ended = new CountDownLatch(1);
      CountDownLatch begun = new CountDownLatch(1);
      Thread thread =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 2; i++) {
                    long start = System.nanoTime();
                    run(code, arguments);
                    long took = System.nanoTime() - start;
                    if (took < SHORT_NANOS) {
                      return;
                    }
                    i += took > 50 * SHORT_NANOS ? 1 : 0; // more than loading a class takes
                  }
                  begun.countDown();
                  run("while true do " + code + " end", arguments);
                } catch (Stop e) {
                  // as it is to be
                } finally {
                  begun.countDown();
                  ended.countDown();
                }
              },
              "lua-deadline");
      thread.setDaemon(true);
      thread.start();
      try {
        begun.await(100, TimeUnit.MILLISECONDS);
        if (ended.await(2, TimeUnit.MILLISECONDS)) {
          return 0;
        }
        stopped = true;
        long start = System.nanoTime();
        meter.stop(new Stop(Stop.Kind.TIME, "too late"));
        ended.await(10, TimeUnit.SECONDS);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private void collect(String path, LuaTable table, Set<Object> seen) {
      if (!seen.add(table)) {
        return;
      }
      for (int at = table.next(null); at >= 0; at = table.next(table.keyAt(at))) {
        String name = path + table.keyAt(at);
        if (table.elementAt(at) instanceof LuaFunction function) {
          functions.put(name, function);
        } else if (table.elementAt(at) instanceof LuaTable inner) {
          collect(name + ".", inner, seen);
        }
      }
      LuaTable metatable = table.metatable();
      if (metatable != null) {
        collect(path + "meta.", metatable, seen);
      }
    }
  }

  @Test
  @Tag("long")
  void stopsEveryFunctionOfTheLibrary() {
    stopsEveryFunction(SHORTER);
  }

  @Test
  @Tag("long")
  void stopsEveryFunctionOfTheLibraryAtTheLongestTexts() {
    stopsEveryFunction(LENGTH);
  }

  private void stopsEveryFunction(int length) {
    List<String> late = new ArrayList<>();
    List<String> names = List.copyOf(new Machine().functions.keySet());

    hostile(length)
        .forEach(
            (kind, hostile) -> {
              Machine machine = new Machine();
              @Nullable Object[] arguments = hostile.on(machine.meter);
              for (String name : names) {
                if (machine.stopped) {
                  machine = new Machine();
                  arguments = hostile.on(machine.meter);
                }
                LuaFunction function = Objects.requireNonNull(machine.functions.get(name));
                long millis = machine.lateMillis("pcall(...)", prepended(function, arguments));
                if (millis > LATE_MILLIS) {
                  late.add(name + " with " + kind + ": " + millis + " ms");
                }
              }
            });

    assertThat(late).isEmpty();
    assertThat(names)
        .contains("tonumber", "string.find", "json.decode", "_gateway.search", "''.__add");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "local y = D + 1",
        "local y = -D",
        "pcall(function() local y = D & 1 end)",
        "for i = D, 1 do end",
        "local n = X == S",
        "local n = X < S .. ''",
        "local n = rawequal(X, S)",
        "t = t or {[X] = 1} local n = t[S]",
        "t = t or {[X] = 1} t[S] = 2",
        "f = f or utf8.codes('') pcall(f, C, 0)",
        "f = X:gmatch('y') f()",
        "f = X:gmatch('') f()",
        "i = i or ipairs({}) i({}, D)",
        "pcall(function() error(X) end)",
        "pcall(error, X)",
        "pcall(X)",
        "pcall(assert, false, X)",
        "pcall(function() return X() end)",
        "pcall(function() return #nil .. X end)",
        "pcall(function() return {} .. X end)",
        "t = t or {} local n = t[X .. 'y']",
        "local n = _G[X]",
        "local n = demo[X]",
        "t = t or setmetatable({}, {__len = function() return D end}) pcall(table.unpack, t)",
        "pcall(_gateway.await_all, setmetatable({}, {__len = function() return 1 << 60 end}))",
        "t = {} for i = 1, 100 do t[(i << 32) | i] = true end",
        "n = (n or 0) + 1 h = h or {} h[(n << 32) | n] = true",
        "pcall(load, '--' .. S:sub(1, 3000000))",
        "pcall(load, 'return ' .. D:sub(1, 3000000))",
        "pcall(load, 'return ' .. ('1+'):rep(1000000) .. '1')",
        "pcall(load, ('local a = 1 '):rep(300000))",
        "pcall(load, 'return [[' .. S:sub(1, 3000000) .. ']]')",
        "pcall(load, function() return X end)",
        "pcall(string.format, '%d', D)",
        "local c = coroutine.wrap(function(...) coroutine.yield(...) end) c(table.unpack(M))",
        "local function f(...) return 1, ... end f(table.unpack(M))",
        "pcall(string.char, table.unpack(M))"
      })
  void stopsEveryOperation(String code) {
    Machine machine = new Machine();
    LuaTable globals = machine.lua.globals();
    globals.set(LuaString.of("X"), repeated("x", LENGTH));
    globals.set(LuaString.of("S"), repeated("x", LENGTH));
    globals.set(LuaString.of("D"), repeated("1", LENGTH));
    globals.set(LuaString.of("C"), repeated("\u0080", LENGTH));
    LuaTable many = new LuaTable(machine.meter);
    for (long i = 1; i <= values(LENGTH); i++) {
      many.set(i, (Object) (i % 256));
    }
    globals.set(LuaString.of("M"), many);

    assertThat(machine.lateMillis(code)).isLessThan(LATE_MILLIS);
  }
}
