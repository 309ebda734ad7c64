package io.gatemini.sandbox.internal.lua;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A placeholder for an answer in a plan, where no tool is called: it survives every operation. It
 * has every field, and one element.
 *
 * @param path how it was come by, such as {@code files.list().names[0]}
 */
record Placeholder(String path) implements Holder {
  private static final List<String> COMPUTED =
      List.of(
          "add", "sub", "mul", "div", "mod", "pow", "unm", "idiv", "band", "bor", "bxor", "bnot",
          "shl", "shr");

  @Override
  public long show(Visitor visitor) {
    return 64 + 2L * path.length();
  }

  @Override
  public String toString() {
    return "<" + path + ">";
  }

  /** It as a program gets it. */
  LuaTable in(Interpreter lua) {
    lua.meter().allocateString(2L * path.length());
    LuaTable value = new LuaTable(lua.meter());
    value.mark(this);
    LuaTable events = new LuaTable(lua.meter());
    COMPUTED.forEach(event -> set(events, value, event, (machine, arguments) -> value));
    set(events, value, "call", (machine, arguments) -> new Placeholder(path + "()").in(lua));
    set(events, value, "index", (machine, arguments) -> member(lua, arguments.get(2)));
    set(events, value, "newindex", (machine, arguments) -> Builtin.NONE);
    set(events, value, "len", (machine, arguments) -> 1L);
    set(events, value, "lt", (machine, arguments) -> true);
    set(events, value, "le", (machine, arguments) -> true);
    set(events, value, "tostring", (machine, arguments) -> LuaString.of(toString()));
    set(
        events,
        value,
        "concat",
        (machine, arguments) ->
            LuaString.of(machine.text(arguments.get(1)) + "" + machine.text(arguments.get(2))));
    set(
        events,
        value,
        "pairs",
        (machine, arguments) -> {
          LuaTable elements = new LuaTable(lua.meter());
          elements.set(1L, member(lua, 1L));
          return new @Nullable Object[] {Interpreter.NEXT, elements};
        });
    value.metatable(events);
    return value;
  }

  private @Nullable Object member(Interpreter lua, @Nullable Object key) {
    if (key instanceof LuaString name) {
      return new Placeholder(path + "." + name).in(lua);
    }
    return Long.valueOf(1).equals(key) ? new Placeholder(path + "[0]").in(lua) : null;
  }

  private static void set(LuaTable events, LuaTable value, String event, Builtin.Body body) {
    events.set(LuaString.of("__" + event), new Builtin(event, body, value));
  }
}
