package io.gatemini.sandbox.internal.lua.lib;

import static io.gatemini.sandbox.internal.lua.value.LuaArguments.check;

import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code string.pack} and its kin: a format of binary data, read option by option. */
final class Packing {
  private static final int MAX_INTEGER_SIZE = 16;
  private static final int NATIVE_ALIGNMENT = 8;

  private enum Kind {
    INTEGER,
    UNSIGNED,
    FLOAT,
    DOUBLE,
    CHARACTERS,
    STRING,
    ZERO_STRING,
    PADDING,
    ALIGNMENT,
    NOTHING
  }

  private final Meter meter;
  private final LuaString format;
  private int at;
  private boolean littleEndian = true;
  private int maxAlignment = 1;

  // The option at hand: its size, and the padding before it.
  private int size;
  private int padding;

  private Packing(Machine lua, LuaArguments arguments) {
    this.meter = lua.meter();
    this.format = arguments.string(1);
  }

  private boolean hasMore() {
    return at < format.length();
  }

  /** Reads the next option, which comes after so many bytes. */
  private Kind next(long offset) {
    Kind kind = option();
    int alignment = size;
    if (kind == Kind.ALIGNMENT) {
      boolean valid = hasMore() && option() != Kind.CHARACTERS && size != 0;
      check(valid, 1, "invalid next option for option 'X'");
      alignment = size;
      size = 0;
    }
    padding = 0;
    if (alignment > 1 && kind != Kind.CHARACTERS) {
      alignment = Math.min(alignment, maxAlignment);
      boolean power = (alignment & alignment - 1) == 0;
      check(power, 1, "format asks for alignment not power of 2");
      padding = (int) -offset & alignment - 1;
    }
    return kind;
  }

  private Kind option() {
    int name = format.byteAt(at++);
    size = 0;
    return switch (name) {
      case 'b', 'h', 'i', 'l', 'j' -> sized(Kind.INTEGER, name);
      case 'B', 'H', 'I', 'L', 'J', 'T' -> sized(Kind.UNSIGNED, name | 0x20);
      case 'f' -> fixed(Kind.FLOAT, 4);
      case 'd', 'n' -> fixed(Kind.DOUBLE, 8);
      case 's' -> fixed(Kind.STRING, sizeOr(8));
      case 'z' -> Kind.ZERO_STRING;
      case 'x' -> fixed(Kind.PADDING, 1);
      case 'X' -> Kind.ALIGNMENT;
      case ' ' -> Kind.NOTHING;
      case 'c' -> {
        size = digits(-1);
        if (size < 0) {
          throw new LuaError("missing size for format option 'c'");
        }
        yield Kind.CHARACTERS;
      }
      case '<', '=' -> {
        littleEndian = true;
        yield Kind.NOTHING;
      }
      case '>' -> {
        littleEndian = false;
        yield Kind.NOTHING;
      }
      case '!' -> {
        maxAlignment = sizeOr(NATIVE_ALIGNMENT);
        yield Kind.NOTHING;
      }
      default -> throw new LuaError("invalid format option '" + (char) name + "'");
    };
  }

  private Kind sized(Kind kind, int name) {
    return fixed(
        kind,
        switch (name) {
          case 'b' -> 1;
          case 'h' -> 2;
          case 'i' -> sizeOr(4);
          default -> 8;
        });
  }

  private Kind fixed(Kind kind, int bytes) {
    size = bytes;
    return kind;
  }

  private int digits(int absent) {
    int from = at;
    int number = 0;
    while (hasMore()
        && Character.digit(format.byteAt(at), 10) >= 0
        && number <= (Integer.MAX_VALUE - 9) / 10) {
      meter.loop(at);
      number = number * 10 + format.byteAt(at++) - '0';
    }
    return at == from ? absent : number;
  }

  private int sizeOr(int absent) {
    int number = digits(absent);
    if (number < 1 || number > MAX_INTEGER_SIZE) {
      throw new LuaError(
          "integral size (%d) out of limits [1,%d]".formatted(number, MAX_INTEGER_SIZE));
    }
    return number;
  }

  static Object pack(Machine lua, LuaArguments arguments) {
    Packing packing = new Packing(lua, arguments);
    // In the original a nil follows the arguments, which a message about a missing one shows.
    LuaArguments values =
        new LuaArguments(Arrays.copyOf(arguments.all(), arguments.count() + 1), lua.meter());
    Bytes out = new Bytes(lua.meter());
    int argument = 1;
    while (packing.hasMore()) {
      lua.meter().step(2);
      Kind kind = packing.next(out.length());
      out.fill(0, packing.padding);
      if (kind.compareTo(Kind.PADDING) < 0) {
        packing.add(out, kind, values, ++argument);
      } else if (kind == Kind.PADDING) {
        out.add(0);
      }
    }
    return out.toLuaString();
  }

  private void add(Bytes out, Kind kind, LuaArguments arguments, int argument) {
    switch (kind) {
      case INTEGER -> {
        long number = arguments.integer(argument);
        long limit = size < 8 ? 1L << (size * 8 - 1) : 0;
        check(size >= 8 || (-limit <= number && number < limit), argument, "integer overflow");
        addInteger(out, number, size, number < 0);
      }
      case UNSIGNED -> {
        long number = arguments.integer(argument);
        check(size >= 8 || number >>> (size * 8) == 0, argument, "unsigned overflow");
        addInteger(out, number, size, false);
      }
      case FLOAT -> {
        float number = arguments.number(argument).floatValue();
        addInteger(out, Float.floatToRawIntBits(number), 4, false);
      }
      case DOUBLE -> {
        double number = arguments.number(argument).doubleValue();
        addInteger(out, Double.doubleToRawLongBits(number), 8, false);
      }
      case CHARACTERS -> {
        LuaString text = arguments.string(argument);
        check(text.length() <= size, argument, "string longer than given size");
        out.add(text).fill(0, size - text.length());
      }
      case STRING -> {
        LuaString text = arguments.string(argument);
        boolean fits = size >= 8 || text.length() < 1L << (size * 8);
        check(fits, argument, "string length does not fit in given size");
        addInteger(out, text.length(), size, false);
        out.add(text);
      }
      default -> {
        LuaString text = arguments.string(argument);
        check(text.indexOf(0, 0, meter) < 0, argument, "string contains zeros");
        out.add(text).add(0);
      }
    }
  }

  private void addInteger(Bytes out, long number, int bytes, boolean negative) {
    for (int i = 0; i < bytes; i++) {
      int index = littleEndian ? i : bytes - 1 - i;
      out.add(index < 8 ? (int) (number >>> (index * 8)) : negative ? 0xff : 0);
    }
  }

  static Object packSize(Machine lua, LuaArguments arguments) {
    Packing packing = new Packing(lua, arguments);
    long total = 0;
    while (packing.hasMore()) {
      lua.meter().step(1);
      Kind kind = packing.next(total);
      boolean variable = kind == Kind.STRING || kind == Kind.ZERO_STRING;
      check(!variable, 1, "variable-length format");
      total += packing.size + packing.padding;
      check(total <= Integer.MAX_VALUE, 1, "format result too large");
    }
    return total;
  }

  static Object unpack(Machine lua, LuaArguments arguments) {
    Packing packing = new Packing(lua, arguments);
    LuaString data = arguments.string(2);
    long position = Library.start(arguments.integer(3, 1), data.length()) - 1;
    check(position <= data.length(), 3, "initial position out of string");
    List<@Nullable Object> values = new ArrayList<>();
    while (packing.hasMore()) {
      lua.meter().step(2);
      Kind kind = packing.next(position);
      boolean enough = (long) packing.padding + packing.size <= data.length() - position;
      check(enough, 2, "data string too short");
      position += packing.padding;
      if (kind.compareTo(Kind.PADDING) < 0) {
        if (values.size() >= Library.MAX_RESULTS) {
          throw new LuaError("stack overflow (too many results)");
        }
        lua.meter().allocate(16);
        position = packing.read(kind, data, (int) position, values);
      }
      position += packing.size;
    }
    values.add(position + 1);
    return values.toArray();
  }

  /** Reads a value and answers where it begins, or for text of its own length what lies before. */
  private long read(Kind kind, LuaString data, int from, List<@Nullable Object> values) {
    switch (kind) {
      case INTEGER, UNSIGNED -> values.add(integer(data, from, size, kind == Kind.INTEGER));
      case FLOAT -> values.add((double) Float.intBitsToFloat((int) integer(data, from, 4, false)));
      case DOUBLE -> values.add(Double.longBitsToDouble(integer(data, from, 8, false)));
      case CHARACTERS -> values.add(data.substring(from, from + size, meter));
      case STRING -> {
        long length = integer(data, from, size, false);
        boolean enough = length >= 0 && length <= data.length() - from - size;
        check(enough, 2, "data string too short");
        int start = from + size;
        values.add(data.substring(start, start + (int) length, meter));
        return from + length;
      }
      default -> {
        int end = data.indexOf(0, from, meter);
        check(end >= 0, 2, "unfinished string for format 'z'");
        values.add(data.substring(from, end, meter));
        return end + 1L;
      }
    }
    return from;
  }

  private long integer(LuaString data, int from, int bytes, boolean signed) {
    long number = 0;
    for (int i = Math.min(bytes, 8) - 1; i >= 0; i--) {
      number = number << 8 | data.byteAt(littleEndian ? from + i : from + bytes - 1 - i);
    }
    if (bytes < 8) {
      int unused = 64 - bytes * 8;
      return signed ? number << unused >> unused : number;
    }
    int filler = signed && number < 0 ? 0xff : 0;
    for (int i = 8; i < bytes; i++) {
      if (data.byteAt(littleEndian ? from + i : from + bytes - 1 - i) != filler) {
        throw new LuaError(bytes + "-byte integer does not fit into Lua Integer");
      }
    }
    return number;
  }
}
