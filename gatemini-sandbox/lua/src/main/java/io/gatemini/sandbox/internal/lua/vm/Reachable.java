package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Measures what a program can reach, by a walk that does not nest however deep its data is. */
final class Reachable {
  private static final AtomicInteger WALKS = new AtomicInteger();

  /** Texts and tables, of which there are many, know the number of the last walk. */
  private final int walk = WALKS.incrementAndGet();

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final ArrayDeque<Holder> waiting = new ArrayDeque<>();
  private long bytes;

  long bytes(Interpreter interpreter) {
    add(interpreter.globals());
    add(interpreter.stringMetatable());
    for (Coroutine c = interpreter.calls.current; c != null; c = c.resumer) {
      add(c);
    }
    add(interpreter.calls.main);
    Holder next;
    while ((next = waiting.poll()) != null) {
      long own = next.show(this::add); // which adds, too
      bytes += own;
    }
    return bytes;
  }

  private void add(@Nullable Object value) {
    if (value instanceof LuaString text) {
      if (text.isNewTo(walk)) {
        bytes += LuaString.STRING_BYTES + text.length();
      }
    } else if (value instanceof LuaTable table) {
      if (table.isNewTo(walk)) {
        waiting.add(table);
      }
    } else if (LuaTable.isBoxed(value)) {
      bytes += LuaTable.NUMBER_BYTES; // once for each reference: to know them all costs more
    } else if (value instanceof Holder holder && seen.add(holder)) {
      waiting.add(holder);
    }
  }
}
