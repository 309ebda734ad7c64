package io.gatemini.sandbox.internal.lua.lib;

import static io.gatemini.sandbox.internal.lua.value.LuaArguments.check;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Metamethod;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import org.jspecify.annotations.Nullable;

/** The library {@code string}, and the metatable that all strings share. */
final class StringLib {
  private static final Metamethod[] ARITHMETIC = {
    Metamethod.ADD, Metamethod.SUB, Metamethod.MUL, Metamethod.MOD,
    Metamethod.POW, Metamethod.DIV, Metamethod.IDIV, Metamethod.UNM
  };

  private StringLib() {}

  static void install(Machine lua, LuaTable globals) {
    LuaTable strings =
        Library.global("string", lua, globals)
            .add("byte", StringLib::bytes)
            .add("char", StringLib::fromBytes)
            .add("find", (machine, arguments) -> find(machine, arguments, true))
            .add("format", Formatter::format)
            .add("gmatch", StringLib::gmatch)
            .add("gsub", Substitution::gsub)
            .add("len", (machine, arguments) -> (long) arguments.string(1).length())
            .add("lower", (machine, arguments) -> shiftCase(machine, arguments, 'A', 'Z'))
            .add("match", (machine, arguments) -> find(machine, arguments, false))
            .add("pack", Packing::pack)
            .add("packsize", Packing::packSize)
            .add("rep", StringLib::repeat)
            .add("reverse", StringLib::reverse)
            .add("sub", StringLib::sub)
            .add("unpack", Packing::unpack)
            .add("upper", (machine, arguments) -> shiftCase(machine, arguments, 'a', 'z'))
            .table();
    Library metatable = new Library("string", new LuaTable(lua.meter()));
    metatable.set("__index", strings);
    for (Metamethod event : ARITHMETIC) {
      metatable.add(
          "__" + event.event(), (machine, arguments) -> arithmetic(machine, arguments, event));
    }
    lua.stringMetatable(metatable.table());
  }

  /** Arithmetic on texts of numbers; otherwise the other operand's own metamethod has the word. */
  private static @Nullable Object arithmetic(Machine lua, LuaArguments arguments, Metamethod kind) {
    Object left = arguments.get(1);
    Object right = arguments.get(2);
    Number first = Numbers.toNumber(left, lua.meter());
    Number second = Numbers.toNumber(right, lua.meter());
    if (first != null && second != null) {
      return lua.arithmetic(kind, first, second);
    }
    Object handler = right instanceof LuaString ? null : lua.metafield(right, kind);
    if (handler == null) {
      throw new LuaError(
          "attempt to %s a '%s' with a '%s'"
              .formatted(kind.event(), LuaTypes.name(left), LuaTypes.name(right)));
    }
    return lua.callOne(handler, left, right);
  }

  private static Object bytes(Machine lua, LuaArguments arguments) {
    LuaString text = arguments.string(1);
    long first = arguments.integer(2, 1);
    long from = Library.start(first, text.length());
    long to = Library.end(arguments.integer(3, first), text.length());
    if (from > to) {
      return Builtin.NONE;
    }
    long count = to - from + 1;
    if (count > Library.MAX_RESULTS) {
      throw new LuaError("stack overflow (string slice too long)");
    }
    lua.meter().allocate(16 * count);
    lua.meter().step((int) count);
    @Nullable Object[] values = new @Nullable Object[(int) count];
    for (int i = 0; i < values.length; i++) {
      values[i] = (long) text.byteAt((int) from - 1 + i);
    }
    return values;
  }

  private static Object fromBytes(Machine lua, LuaArguments arguments) {
    lua.meter().allocateString(arguments.count());
    byte[] bytes = new byte[arguments.count()];
    for (int i = 0; i < bytes.length; i++) {
      lua.meter().loop(i);
      long value = arguments.integer(i + 1);
      check(value >= 0 && value <= 255, i + 1, "value out of range");
      bytes[i] = (byte) value;
    }
    return LuaString.wrap(bytes);
  }

  private static Object sub(Machine lua, LuaArguments arguments) {
    LuaString text = arguments.string(1);
    long start = Library.start(arguments.integer(2), text.length()) - 1;
    int from = (int) Math.min(start, text.length());
    int to = (int) Library.end(arguments.integer(3, -1), text.length());
    if (from >= to) {
      return LuaString.EMPTY;
    }
    return text.substring(from, to, lua.meter());
  }

  private static byte[] copy(Machine lua, LuaString text) {
    lua.meter().allocateString(text.length());
    lua.meter().stepBytes(text.length());
    return text.toByteArray();
  }

  private static Object shiftCase(Machine lua, LuaArguments arguments, char first, char last) {
    byte[] bytes = copy(lua, arguments.string(1));
    for (int i = 0; i < bytes.length; i++) {
      lua.meter().loop(i);
      if (bytes[i] >= first && bytes[i] <= last) {
        bytes[i] ^= 0x20;
      }
    }
    return LuaString.wrap(bytes);
  }

  private static Object reverse(Machine lua, LuaArguments arguments) {
    byte[] bytes = copy(lua, arguments.string(1));
    for (int i = 0, j = bytes.length - 1; i < j; i++, j--) {
      lua.meter().loop(i);
      byte swapped = bytes[i];
      bytes[i] = bytes[j];
      bytes[j] = swapped;
    }
    return LuaString.wrap(bytes);
  }

  private static Object repeat(Machine lua, LuaArguments arguments) {
    LuaString text = arguments.string(1);
    long count = arguments.integer(2);
    LuaString separator = arguments.string(3, LuaString.EMPTY);
    long unit = (long) text.length() + separator.length();
    if (count <= 0 || unit == 0) {
      return LuaString.EMPTY;
    }
    if (unit > Integer.MAX_VALUE / count) {
      throw new LuaError("resulting string too large");
    }
    int length = (int) (unit * count - separator.length());
    lua.meter().allocateString(length);
    lua.meter().stepBytes(length);
    byte[] bytes = new byte[length];
    text.writeTo(bytes, 0);
    int filled = text.length();
    if (count > 1) {
      separator.writeTo(bytes, filled);
      filled += separator.length();
    }
    // The filled part is a whole number of units, so that it can be doubled up to the end.
    while (filled < length) {
      int more = Math.min(filled, length - filled);
      System.arraycopy(bytes, 0, bytes, filled, more);
      filled += more;
    }
    return LuaString.wrap(bytes);
  }

  private static @Nullable Object find(Machine lua, LuaArguments arguments, boolean positions) {
    LuaString text = arguments.string(1);
    LuaString pattern = arguments.string(2);
    long start = Library.start(arguments.integer(3, 1), text.length()) - 1;
    if (start > text.length()) {
      return null;
    }
    int from = (int) start;
    if (positions && (arguments.truth(4) || Pattern.isPlain(pattern, lua.meter()))) {
      int found = plainFind(lua, text, pattern, from);
      return found < 0 ? null : new Object[] {found + 1L, (long) found + pattern.length()};
    }
    Pattern matcher = new Pattern(lua.meter(), text, pattern);
    boolean anchored = pattern.length() > 0 && pattern.byteAt(0) == '^';
    for (int at = from; at <= text.length(); at++) {
      int end = matcher.match(at, anchored ? 1 : 0);
      if (end >= 0) {
        if (!positions) {
          return matcher.captures(at, end, true);
        }
        @Nullable Object[] captures = matcher.captures(at, end, false);
        @Nullable Object[] results = new @Nullable Object[captures.length + 2];
        results[0] = at + 1L;
        results[1] = (long) end;
        System.arraycopy(captures, 0, results, 2, captures.length);
        return results;
      }
      if (anchored) {
        return null;
      }
    }
    return null;
  }

  private static int plainFind(Machine lua, LuaString text, LuaString part, int from) {
    if (part.length() == 0) {
      return from;
    }
    int at = from;
    while (true) {
      int next = text.indexOf(part.byteAt(0), at, lua.meter());
      if (next < 0 || next > text.length() - part.length()) {
        return -1;
      }
      lua.meter().step(1 + (part.length() >> 4));
      if (text.matchesAt(next, part)) {
        return next;
      }
      at = next + 1;
    }
  }

  private static Object gmatch(Machine lua, LuaArguments arguments) {
    LuaString text = arguments.string(1);
    LuaString pattern = arguments.string(2);
    long start = Library.start(arguments.integer(3, 1), text.length()) - 1;
    lua.meter().allocate(Pattern.PATTERN_BYTES);
    Pattern matcher = new Pattern(lua.meter(), text, pattern);
    int[] state = {(int) Math.min(start, text.length() + 1L), -1};
    return new Builtin(
        "gmatch iterator",
        (machine, ignored) -> {
          for (int at = state[0]; at <= text.length(); at++) {
            int end = matcher.match(at, 0);
            if (end >= 0 && end != state[1]) {
              state[0] = end;
              state[1] = end;
              return matcher.captures(at, end, true);
            }
          }
          state[0] = text.length() + 1;
          return null;
        },
        matcher);
  }

  /** One call of {@code gsub}. */
  private record Substitution(
      Machine lua, LuaString text, Pattern matcher, @Nullable Object replacement, Bytes out) {

    static Object gsub(Machine lua, LuaArguments arguments) {
      LuaString text = arguments.string(1);
      LuaString pattern = arguments.string(2);
      Object replacement = arguments.get(3);
      if (replacement instanceof Number) {
        replacement = Numbers.toText(replacement);
      }
      if (!(replacement instanceof LuaString
          || replacement instanceof LuaTable
          || replacement instanceof LuaFunction)) {
        throw arguments.mistyped(3, "string/function/table");
      }
      long limit = arguments.integer(4, text.length() + 1L);
      Pattern matcher = new Pattern(lua.meter(), text, pattern);
      try (Bytes out = new Bytes(lua.meter())) {
        return new Substitution(lua, text, matcher, replacement, out)
            .run(limit, pattern.length() > 0 && pattern.byteAt(0) == '^');
      }
    }

    private Object run(long limit, boolean anchored) {
      int at = 0;
      int last = -1;
      long count = 0;
      boolean changed = false;
      while (count < limit) {
        int end = matcher.match(at, anchored ? 1 : 0);
        if (end >= 0 && end != last) {
          count++;
          changed |= replace(at, end);
          at = end;
          last = end;
        } else if (at < text.length()) {
          out.add(text.byteAt(at++));
        } else {
          break;
        }
        if (anchored) {
          break;
        }
      }
      if (!changed) {
        return new Object[] {text, count};
      }
      return new Object[] {out.add(text, at, text.length()).toLuaString(), count};
    }

    private boolean replace(int from, int to) {
      if (replacement instanceof LuaString template) {
        expand(template, from, to);
        return true;
      }
      Object value =
          replacement instanceof LuaTable
              ? lua.index(replacement, matcher.capture(0, from, to))
              : lua.callOne(replacement, matcher.captures(from, to, true));
      if (value == null || Boolean.FALSE.equals(value)) {
        out.add(text, from, to);
        return false;
      }
      if (value instanceof LuaString result) {
        out.add(result);
      } else if (value instanceof Number) {
        out.add(Numbers.toText(value));
      } else {
        throw new LuaError("invalid replacement value (a " + LuaTypes.nameInErrors(value) + ")");
      }
      return true;
    }

    private void expand(LuaString template, int from, int to) {
      int at = 0;
      int escape;
      while ((escape = template.indexOf('%', at, lua.meter())) >= 0) {
        out.add(template, at, escape);
        int digit = escape + 1 < template.length() ? template.byteAt(escape + 1) : 0;
        if (digit == '%') {
          out.add('%');
        } else if (digit == '0') {
          out.add(text, from, to);
        } else if (digit >= '1' && digit <= '9') {
          Object capture = matcher.capture(digit - '1', from, to);
          out.add(capture instanceof LuaString part ? part : Numbers.toText(capture));
        } else {
          throw new LuaError("invalid use of '%' in replacement string");
        }
        at = escape + 2;
      }
      out.add(template, at, template.length());
    }
  }
}
