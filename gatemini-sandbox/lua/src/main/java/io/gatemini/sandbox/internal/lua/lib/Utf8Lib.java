package io.gatemini.sandbox.internal.lua.lib;

import static io.gatemini.sandbox.internal.lua.value.LuaArguments.check;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The library {@code utf8}; code points of up to 31 bits where a call is lax. */
final class Utf8Lib {
  private static final long MAX_LAX = 0x7fffffffL;
  private static final long MAX_UNICODE = 0x10ffff;
  private static final String INVALID = "invalid UTF-8 code";

  /** The least code point that needs so many bytes after the first. */
  private static final long[] LEAST = {Long.MAX_VALUE, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};

  private Utf8Lib() {}

  static void install(Machine lua, LuaTable globals) {
    Builtin lax =
        new Builtin("utf8.codes iterator", (machine, arguments) -> next(machine, arguments, true));
    Builtin strict =
        new Builtin("utf8.codes iterator", (machine, arguments) -> next(machine, arguments, false));
    byte[] pattern =
        "[\0-\u007f\u00c2-\u00fd][\u0080-\u00bf]*".getBytes(StandardCharsets.ISO_8859_1);
    Library.global("utf8", lua, globals)
        .set("charpattern", LuaString.wrap(pattern))
        .add("char", Utf8Lib::fromCodePoints)
        .add("codepoint", Utf8Lib::codePoints)
        .add(
            "codes",
            (machine, arguments) ->
                new Object[] {arguments.truth(2) ? lax : strict, arguments.string(1), 0L})
        .add("len", Utf8Lib::length)
        .add("offset", Utf8Lib::offset);
  }

  /**
   * The code point at an index in the upper bits, the index after it in the lower; -1 if invalid.
   */
  private static long decode(LuaString text, int at, boolean lax) {
    int first = text.byteAt(at);
    if (first < 0x80) {
      return ((long) first << 32) | (at + 1);
    }
    int count = 0;
    long code = 0;
    int bits = first;
    for (; (bits & 0x40) != 0; bits <<= 1) {
      int next = at + ++count < text.length() ? text.byteAt(at + count) : 0;
      if ((next & 0xc0) != 0x80) {
        return -1;
      }
      code = (code << 6) | (next & 0x3f);
    }
    code |= (long) (bits & 0x7f) << (count * 5);
    boolean valid =
        count <= 5
            && code <= (lax ? MAX_LAX : MAX_UNICODE)
            && code >= LEAST[count]
            && (lax || code < 0xd800 || code > 0xdfff);
    return valid ? (code << 32) | (at + count + 1) : -1;
  }

  private static boolean continues(LuaString text, long at) {
    return at < text.length() && (text.byteAt((int) at) & 0xc0) == 0x80;
  }

  private static long position(long index, long length) {
    return index >= 0 ? index : -index > length ? 0 : length + index + 1;
  }

  private static Object length(Machine lua, LuaArguments arguments) {
    LuaString text = arguments.string(1);
    long at = position(arguments.integer(2, 1), text.length()) - 1;
    long last = position(arguments.integer(3, -1), text.length()) - 1;
    check(at >= 0 && at <= text.length(), 2, "initial position out of bounds");
    check(last < text.length(), 3, "final position out of bounds");
    long count = 0;
    while (at <= last) {
      lua.meter().loop(count);
      long decoded = decode(text, (int) at, arguments.truth(4));
      if (decoded < 0) {
        return new @Nullable Object[] {null, at + 1};
      }
      at = (int) decoded;
      count++;
    }
    return count;
  }

  private static Object codePoints(Machine lua, LuaArguments arguments) {
    LuaString text = arguments.string(1);
    long from = position(arguments.integer(2, 1), text.length());
    long to = position(arguments.integer(3, from), text.length());
    check(from >= 1, 2, "out of bounds");
    check(to <= text.length(), 3, "out of bounds");
    if (from > to) {
      return Builtin.NONE;
    }
    if (to - from >= Library.MAX_RESULTS) {
      throw new LuaError("stack overflow (string slice too long)");
    }
    lua.meter().allocate(32 * (to - from + 1));
    lua.meter().step((int) (to - from));
    @Nullable Object[] codes = new @Nullable Object[(int) (to - from) + 1];
    int count = 0;
    for (long at = from - 1; at < to; count++) {
      long decoded = decode(text, (int) at, arguments.truth(4));
      if (decoded < 0) {
        throw new LuaError(INVALID);
      }
      codes[count] = decoded >>> 32;
      at = (int) decoded;
    }
    return Arrays.copyOf(codes, count);
  }

  private static Object fromCodePoints(Machine lua, LuaArguments arguments) {
    Bytes out = new Bytes(lua.meter(), 6 * Math.min(arguments.count(), 1 << 20));
    for (int i = 1; i <= arguments.count(); i++) {
      long code = arguments.integer(i);
      check(code >= 0 && code <= MAX_LAX, i, "value out of range");
      for (byte one : LuaString.utf8((int) code)) {
        out.add(one);
      }
    }
    return out.toLuaString();
  }

  private static @Nullable Object offset(Machine lua, LuaArguments arguments) {
    LuaString text = arguments.string(1);
    long count = arguments.integer(2);
    long length = text.length();
    long start = arguments.integer(3, count >= 0 ? 1 : length + 1);
    long at = position(start, length) - 1;
    check(at >= 0 && at <= length, 3, "position out of bounds");
    if (count == 0) {
      while (at > 0 && continues(text, at)) {
        lua.meter().loop(at--);
      }
      return at + 1;
    }
    if (continues(text, at)) {
      throw new LuaError("initial position is a continuation byte");
    }
    if (count < 0) {
      for (; count < 0 && at > 0; count++) {
        do {
          lua.meter().loop(at--);
        } while (at > 0 && continues(text, at));
      }
      return count == 0 ? (Object) (at + 1) : null;
    }
    for (count--; count > 0 && at < length; count--) {
      do {
        lua.meter().loop(at++);
      } while (continues(text, at));
    }
    return count == 0 ? (Object) (at + 1) : null;
  }

  private static Object next(Machine lua, LuaArguments arguments, boolean lax) {
    LuaString text = arguments.string(1);
    Long control = Numbers.toInteger(arguments.get(2), lua.meter());
    long at = control == null ? 0 : control;
    if (at < 0 || at >= text.length()) {
      return Builtin.NONE;
    }
    while (continues(text, at)) {
      lua.meter().loop(at++);
    }
    if (at >= text.length()) {
      return Builtin.NONE;
    }
    long decoded = decode(text, (int) at, lax);
    if (decoded < 0) {
      throw new LuaError(INVALID);
    }
    return new Object[] {at + 1, decoded >>> 32};
  }
}
