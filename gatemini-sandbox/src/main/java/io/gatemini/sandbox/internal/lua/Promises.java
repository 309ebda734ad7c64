package io.gatemini.sandbox.internal.lua;

import io.gatemini.ToolResult;
import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Makes the promises of a program: tables whose {@code await} gives the answer. For one thread. */
final class Promises {
  /** Operations on an answer that programs try on a promise by mistake. */
  private static final List<String> EVENTS =
      List.of(
          ("__index __newindex __len __pairs __call __concat __add __sub __mul __div __mod __unm"
                  + " __lt __le")
              .split(" ", -1));

  /** The bytes of a promise besides its table: a future and its dependents. */
  private static final int KNOWN_BYTES = 200;

  private final Meter meter;
  private final LuaTable metatable;

  Promises(Meter meter) {
    this.meter = meter;
    this.metatable = new LuaTable(meter);
    LuaTable methods = new LuaTable(meter);
    methods.define("await", (machine, arguments) -> promise(arguments).await());
    for (String event : EVENTS) {
      metatable.define(
          event,
          (machine, arguments) -> {
            Object method = event.equals("__index") ? methods.get(arguments.get(2)) : null;
            if (method == null) {
              throw new LuaError(
                  "this is a promise and not the answer; write :await() behind the call, as in"
                      + " local r = server.tool({...}):await()");
            }
            return method;
          },
          methods);
    }
    metatable.set(LuaString.of("__name"), LuaString.of("promise"));
    metatable.set(LuaString.of("__metatable"), false);
  }

  private static Promise promise(LuaArguments arguments) {
    if (arguments.get(1) instanceof LuaTable table && table.mark() instanceof Promise known) {
      return known;
    }
    throw arguments.mistyped(1, "promise");
  }

  /** A promise of an answer that is asked for once it has arrived. */
  LuaTable of(CompletableFuture<ToolResult> arriving, Promise answer) {
    return table(new Known(arriving, answer));
  }

  /** A promise that is kept already. */
  LuaTable of(@Nullable Object value) {
    return table(new Known(value));
  }

  private LuaTable table(Known answer) {
    meter.allocate(KNOWN_BYTES);
    LuaTable promise = new LuaTable(meter);
    promise.mark(answer);
    promise.metatable(metatable);
    return promise;
  }

  /** Is asked once; every later time it gives the same. */
  private static final class Known implements Promise, Holder {
    private @Nullable CompletableFuture<ToolResult> arriving;
    private @Nullable Promise answer;
    private @Nullable Object value;
    private @Nullable LuaError failure;

    Known(CompletableFuture<ToolResult> arriving, Promise answer) {
      this.arriving = arriving;
      this.answer = answer;
    }

    Known(@Nullable Object value) {
      this.value = value;
    }

    @Override
    public @Nullable Object await() {
      Promise asked = answer;
      if (asked != null) {
        try {
          value = asked.await();
        } catch (LuaError e) {
          failure = e;
        }
        answer = null;
        arriving = null; // the program has its copy
      }
      if (failure != null) {
        throw new LuaError(String.valueOf(failure.getMessage()));
      }
      return value;
    }

    @Override
    public long show(Visitor visitor) {
      visitor.accept(value);
      if (failure != null) {
        visitor.accept(failure.value());
      }
      CompletableFuture<ToolResult> unread = arriving;
      return unread == null || !unread.isDone() || unread.isCompletedExceptionally()
          ? KNOWN_BYTES
          : KNOWN_BYTES + unread.join().sizeEstimate();
    }
  }
}
