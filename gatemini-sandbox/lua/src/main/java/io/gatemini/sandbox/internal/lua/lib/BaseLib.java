package io.gatemini.sandbox.internal.lua.lib;

import static io.gatemini.sandbox.internal.lua.value.LuaArguments.check;

import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.syntax.SyntaxException;
import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import io.gatemini.sandbox.internal.lua.vm.Controls;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The basic functions, which stand among the globals. */
final class BaseLib {
  private static final Builtin IPAIRS_STEP = new Builtin(null, BaseLib::nextOfList);

  private BaseLib() {}

  static void install(Interpreter lua) {
    LuaTable globals = lua.globals();
    globals.set(LuaString.of("_G"), globals);
    globals.set(LuaString.of("_VERSION"), LuaString.of("Lua 5.4"));
    globals.set(LuaString.of("next"), Interpreter.NEXT);
    for (LuaFunction function : Controls.BASIC) {
      globals.set(LuaString.of(String.valueOf(function.name())), function);
    }
    globals.define("print", (machine, arguments) -> print(lua, arguments));
    globals.define("load", (machine, arguments) -> load(lua, arguments));
    globals.define("assert", BaseLib::assertTrue);
    globals.define("select", BaseLib::select);
    globals.define("type", (machine, arguments) -> LuaString.of(LuaTypes.name(arguments.any(1))));
    globals.define("tostring", (machine, arguments) -> machine.text(arguments.any(1)));
    globals.define("tonumber", BaseLib::toNumber);
    globals.define("pairs", BaseLib::pairs);
    globals.define(
        "ipairs",
        (machine, arguments) -> new @Nullable Object[] {IPAIRS_STEP, arguments.any(1), 0L});
    globals.define("rawget", (machine, arguments) -> arguments.table(1).get(arguments.any(2)));
    globals.define("rawset", BaseLib::rawSet);
    globals.define("rawlen", BaseLib::rawLength);
    globals.define(
        "rawequal", (machine, arguments) -> lua.rawEqual(arguments.any(1), arguments.any(2)));
    globals.define("setmetatable", BaseLib::setMetatable);
    globals.define("getmetatable", BaseLib::getMetatable);
    globals.define("collectgarbage", new Collector());
    globals.define("warn", BaseLib::warn);
  }

  private static @Nullable Object print(Interpreter lua, LuaArguments arguments) {
    try (Bytes line = new Bytes(lua.meter())) {
      for (int i = 1; i <= arguments.count(); i++) {
        if (i > 1) {
          line.add('\t');
        }
        line.add(lua.text(arguments.get(i)));
      }
      lua.print(line.toLuaString());
    }
    return Builtin.NONE;
  }

  private static @Nullable Object assertTrue(Machine lua, LuaArguments arguments) {
    Object value = arguments.any(1);
    if (value != null && value != Boolean.FALSE) {
      return arguments.all();
    }
    if (arguments.count() == 1) {
      throw new LuaError("assertion failed!");
    }
    throw arguments.get(2) instanceof LuaString text
        ? new LuaError(text)
        : LuaError.of(arguments.get(2));
  }

  private static @Nullable Object select(Machine lua, LuaArguments arguments) {
    if (arguments.get(1) instanceof LuaString text && text.length() > 0 && text.byteAt(0) == '#') {
      return arguments.count() - 1L;
    }
    long from = arguments.integer(1);
    int count = arguments.count();
    if (from < 0) {
      from += count;
    }
    check(from >= 1, 1, "index out of range");
    return from >= count ? Builtin.NONE : Arrays.copyOfRange(arguments.all(), (int) from, count);
  }

  private static @Nullable Object toNumber(Machine lua, LuaArguments arguments) {
    if (arguments.none(2)) {
      Number number = Numbers.toNumber(arguments.get(1), lua.meter());
      if (number == null) {
        arguments.any(1);
      }
      return number;
    }
    long base = arguments.integer(2);
    if (!(arguments.get(1) instanceof LuaString text)) {
      throw arguments.mistyped(1, "string");
    }
    check(base >= 2 && base <= 36, 2, "base out of range");
    Meter meter = lua.meter();
    int start = 0;
    int end = text.length();
    while (start < end && Numbers.isSpace(text.byteAt(start))) {
      meter.loop(start++);
    }
    while (end > start && Numbers.isSpace(text.byteAt(end - 1))) {
      meter.loop(end--);
    }
    boolean negative = start < end && text.byteAt(start) == '-';
    if (negative || (start < end && text.byteAt(start) == '+')) {
      start++;
    }
    long number = 0;
    for (int i = start; i < end; i++) {
      meter.loop(i);
      int digit = text.byteAt(i) < 0x80 ? Character.digit(text.byteAt(i), (int) base) : -1;
      if (digit < 0) {
        return null;
      }
      number = number * base + digit;
    }
    return start == end ? null : (Object) (negative ? -number : number);
  }

  private static @Nullable Object pairs(Machine lua, LuaArguments arguments) {
    Object value = arguments.any(1);
    Object handler = lua.metafield(value, Metamethod.PAIRS);
    if (handler != null) {
      return Arrays.copyOf(lua.call(handler, value), 3);
    }
    return new @Nullable Object[] {Interpreter.NEXT, arguments.any(1), null};
  }

  private static @Nullable Object nextOfList(Machine lua, LuaArguments arguments) {
    long index = arguments.integer(2) + 1;
    Object list = arguments.get(1);
    Object element =
        list instanceof LuaTable table && table.metatable() == null
            ? table.get(index)
            : lua.index(list, index);
    return element == null ? null : new @Nullable Object[] {index, element};
  }

  private static @Nullable Object rawSet(Machine lua, LuaArguments arguments) {
    LuaTable table = arguments.table(1);
    table.set(arguments.any(2), arguments.any(3));
    return table;
  }

  private static @Nullable Object rawLength(Machine lua, LuaArguments arguments) {
    Object value = arguments.get(1);
    if (value instanceof LuaTable table) {
      return table.length();
    }
    if (value instanceof LuaString text) {
      return (long) text.length();
    }
    throw arguments.mistyped(1, "table or string");
  }

  private static @Nullable Object setMetatable(Machine lua, LuaArguments arguments) {
    LuaTable table = arguments.table(1);
    Object metatable = arguments.get(2);
    if (arguments.count() < 2 || !(metatable == null || metatable instanceof LuaTable)) {
      throw arguments.mistyped(2, "nil or table");
    }
    if (lua.metafield(table, Metamethod.METATABLE) != null) {
      throw new LuaError("cannot change a protected metatable");
    }
    table.metatable((LuaTable) metatable);
    return table;
  }

  private static @Nullable Object getMetatable(Machine lua, LuaArguments arguments) {
    Object value = arguments.any(1);
    Object shown = lua.metafield(value, Metamethod.METATABLE);
    return shown != null ? shown : lua.metatable(value);
  }

  // Warnings have nowhere to go; the arguments are checked all the same.
  private static @Nullable Object warn(Machine lua, LuaArguments arguments) {
    arguments.string(1);
    for (int i = 2; i <= arguments.count(); i++) {
      arguments.string(i);
    }
    return Builtin.NONE;
  }

  private static @Nullable Object load(Interpreter lua, LuaArguments arguments) {
    Object chunk = arguments.get(1);
    LuaString source;
    LuaString name;
    if (chunk instanceof LuaString || chunk instanceof Number) {
      source = arguments.string(1);
      name = arguments.string(2, source);
    } else {
      LuaFunction reader = arguments.function(1);
      name = arguments.string(2, LuaString.of("=(load)"));
      try {
        source = read(lua, reader);
      } catch (LuaError error) {
        return new @Nullable Object[] {null, lua.placed(error)};
      }
    }
    LuaString modes = arguments.string(3, LuaString.of("bt"));
    lua.meter().allocateString(modes.length());
    String mode = modes.toString();
    boolean binary = source.length() > 0 && source.byteAt(0) == 0x1B;
    if (binary || mode.indexOf('t') < 0) {
      String kind = binary ? "binary" : "text";
      // Binary chunks are never accepted, whatever the mode.
      String allowed = binary && mode.indexOf('b') >= 0 ? "t" : mode;
      return failed("attempt to load a " + kind + " chunk (mode is '" + allowed + "')");
    }
    Object environment = arguments.count() >= 4 ? arguments.get(4) : lua.globals();
    try {
      return lua.closure(Compiler.compile(source, name, lua.meter()), environment);
    } catch (SyntaxException error) {
      return failed(error.getMessage());
    }
  }

  private static @Nullable Object[] failed(String message) {
    return new @Nullable Object[] {null, LuaString.of(message)};
  }

  private static LuaString read(Interpreter lua, LuaFunction reader) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (true) {
      Object piece = lua.callOne(reader);
      if (piece instanceof Number) {
        piece = Numbers.toText(piece);
      }
      if (piece == null || LuaString.EMPTY.equals(piece)) {
        return LuaString.wrap(all.toByteArray());
      }
      if (!(piece instanceof LuaString text)) {
        throw new LuaError("reader function must return a string");
      }
      lua.meter().allocateString(all.size() + (long) text.length());
      all.writeBytes(text.toByteArray());
    }
  }
}
