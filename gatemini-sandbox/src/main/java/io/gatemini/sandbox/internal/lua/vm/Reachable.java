package io.gatemini.sandbox.internal.lua.vm;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures what a program can reach, by a walk that does not nest however deep its data is. */
final class Reachable {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final ArrayDeque<Object> waiting = new ArrayDeque<>();
  private long bytes;

  long bytes(Interpreter interpreter) {
    add(interpreter.globals());
    add(interpreter.stringMetatable());
    for (Coroutine c = interpreter.calls.current; c != null; c = c.resumer) {
      add(c);
    }
    add(interpreter.calls.main);
    Object next;
    while ((next = waiting.poll()) != null) {
      visit(next);
    }
    return bytes;
  }

  private void add(@Nullable Object value) {
    if (value instanceof LuaString text) {
      if (seen.add(text)) {
        bytes += LuaString.STRING_BYTES + text.length();
      }
    } else if ((value instanceof LuaTable
            || value instanceof LuaClosure
            || value instanceof Coroutine
            || value instanceof Cell
            || value instanceof Control)
        && seen.add(value)) {
      waiting.add(value);
    }
  }

  private void addAll(@Nullable Object[] values) {
    for (Object value : values) {
      add(value);
    }
  }

  private void visit(Object value) {
    if (value instanceof LuaTable table) {
      bytes += table.bytes();
      add(table.metatable());
      table.forEachReference(this::add);
    } else if (value instanceof LuaClosure closure) {
      bytes += 40 + 8L * closure.upvalues.length;
      addAll(closure.upvalues);
      addAll(closure.prototype.constants());
    } else if (value instanceof Cell cell) {
      bytes += 24;
      add(cell.value);
    } else if (value instanceof Control control) {
      add(control.coroutine);
    } else if (value instanceof Coroutine coroutine) {
      bytes += Coroutine.COROUTINE_BYTES;
      add(coroutine.body);
      for (Frame frame = coroutine.top; frame != null; frame = frame.previous) {
        int slots = frame.registers.length + frame.varargs.length + frame.open.length;
        bytes += Frame.FRAME_BYTES + 8L * slots;
        add(frame.closure);
        add(frame.handler);
        addAll(frame.registers);
        addAll(frame.varargs);
        addAll(frame.open);
        for (Frame.ToClose noted = frame.toClose; noted != null; noted = noted.below()) {
          add(noted.value());
        }
      }
    }
  }
}
