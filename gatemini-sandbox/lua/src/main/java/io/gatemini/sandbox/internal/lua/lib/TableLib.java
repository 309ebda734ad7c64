package io.gatemini.sandbox.internal.lua.lib;

import static io.gatemini.sandbox.internal.lua.value.LuaArguments.check;
import static io.gatemini.sandbox.internal.lua.value.Metamethod.INDEX;
import static io.gatemini.sandbox.internal.lua.value.Metamethod.LEN;
import static io.gatemini.sandbox.internal.lua.value.Metamethod.NEWINDEX;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import org.jspecify.annotations.Nullable;

/** The library {@code table}. */
final class TableLib {
  private static final LuaString COUNT = LuaString.of("n");

  private TableLib() {}

  static void install(Machine lua, LuaTable globals) {
    Library.global("table", lua, globals)
        .add("concat", TableLib::concat)
        .add("insert", TableLib::insert)
        .add("move", TableLib::move)
        .add("pack", TableLib::pack)
        .add("remove", TableLib::remove)
        .add("sort", TableLib::sort)
        .add("unpack", TableLib::unpack);
  }

  private static Object insert(Machine lua, LuaArguments arguments) {
    Elements elements = Elements.of(lua, arguments, 1, INDEX, NEWINDEX, LEN);
    long end = elements.length() + 1;
    switch (arguments.count()) {
      case 2 -> elements.set(end, arguments.get(2));
      case 3 -> {
        long position = arguments.integer(2);
        check(Long.compareUnsigned(position - 1, end) < 0, 2, "position out of bounds");
        for (long i = end; i > position; i--) {
          elements.set(i, elements.get(i - 1));
        }
        elements.set(position, arguments.get(3));
      }
      default -> throw new LuaError("wrong number of arguments to 'insert'");
    }
    return Builtin.NONE;
  }

  private static @Nullable Object remove(Machine lua, LuaArguments arguments) {
    Elements elements = Elements.of(lua, arguments, 1, INDEX, NEWINDEX, LEN);
    long size = elements.length();
    long position = arguments.integer(2, size);
    boolean inside = position == size || Long.compareUnsigned(position - 1, size) <= 0;
    check(inside, 1, "position out of bounds");
    Object removed = elements.get(position);
    for (; position < size; position++) {
      elements.set(position, elements.get(position + 1));
    }
    elements.set(position, null);
    return removed;
  }

  private static @Nullable Object move(Machine lua, LuaArguments arguments) {
    long from = arguments.integer(2);
    long to = arguments.integer(3);
    long target = arguments.integer(4);
    boolean other = !arguments.none(5);
    Elements source = Elements.of(lua, arguments, 1, INDEX);
    Elements destination = Elements.of(lua, arguments, other ? 5 : 1, NEWINDEX);
    if (to >= from) {
      check(from > 0 || to < Long.MAX_VALUE + from, 3, "too many elements to move");
      long count = to - from + 1;
      check(target <= Long.MAX_VALUE - count + 1, 4, "destination wrap around");
      boolean apart = target > to || target <= from;
      boolean forward = apart || (other && !lua.equal(source.table(), destination.table()));
      for (long i = 0; i < count; i++) {
        long offset = forward ? i : count - 1 - i;
        destination.set(target + offset, source.get(from + offset));
      }
    }
    return destination.table();
  }

  private static Object concat(Machine lua, LuaArguments arguments) {
    Elements elements = Elements.of(lua, arguments, 1, INDEX, LEN);
    long size = elements.length();
    LuaString separator = arguments.string(2, LuaString.EMPTY);
    long first = arguments.integer(3, 1);
    long last = arguments.integer(4, size);
    if (first > last) {
      return LuaString.EMPTY;
    }
    try (Bytes out = new Bytes(lua.meter())) {
      // The last index is not passed over, because it may be the last integer there is.
      for (long i = first; i < last; i++) {
        addElement(out, elements, i);
        out.add(separator);
      }
      addElement(out, elements, last);
      return out.toLuaString();
    }
  }

  private static void addElement(Bytes out, Elements elements, long index) {
    Object value = elements.get(index);
    if (value instanceof LuaString text) {
      out.add(text);
    } else if (value instanceof Number) {
      out.add(Numbers.toText(value));
    } else {
      throw new LuaError(
          "invalid value (%s) at index %d in table for 'concat'"
              .formatted(LuaTypes.nameInErrors(value), index));
    }
  }

  private static Object pack(Machine lua, LuaArguments arguments) {
    int count = arguments.count();
    LuaTable packed = new LuaTable(lua.meter(), count, 1);
    lua.meter().step(count);
    for (int i = 1; i <= count; i++) {
      packed.set((long) i, arguments.get(i));
    }
    packed.set(COUNT, (Long) (long) count);
    return packed;
  }

  private static Object unpack(Machine lua, LuaArguments arguments) {
    Elements elements = new Elements(lua, arguments.get(1));
    long first = arguments.integer(2, 1);
    long last = arguments.none(3) ? elements.length() : arguments.integer(3);
    if (first > last) {
      return Builtin.NONE;
    }
    long more = last - first;
    if (more < 0 || more >= Library.MAX_RESULTS) {
      throw new LuaError("too many results to unpack");
    }
    lua.meter().allocate(16 * (more + 1));
    @Nullable Object[] values = new @Nullable Object[(int) more + 1];
    for (int i = 0; i < values.length; i++) {
      values[i] = elements.get(first + i);
    }
    return values;
  }

  private static Object sort(Machine lua, LuaArguments arguments) {
    Elements elements = Elements.of(lua, arguments, 1, INDEX, NEWINDEX, LEN);
    long size = elements.length();
    if (size > 1) {
      check(size < Integer.MAX_VALUE, 1, "array too big");
      new Sorting(lua, elements, arguments.none(2) ? null : arguments.function(2)).sort(1, size);
    }
    return Builtin.NONE;
  }
}
