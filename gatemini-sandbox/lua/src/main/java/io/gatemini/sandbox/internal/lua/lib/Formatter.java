package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.FloatText;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes.LuaThread;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code string.format}: C's {@code printf} with the checks of Lua. */
final class Formatter {
  private static final int MAX_SHORT = 40;

  private static final int MAX_SPECIFICATION = 22;

  private final Machine lua;
  private final LuaArguments arguments;
  private final LuaString format;
  private final Bytes out;
  private int at;
  private int argument = 1;

  // The specification at hand: all of it for messages, its flags, width and precision or -1.
  private String specification = "";
  private String flags = "";
  private int width;
  private int precision;

  private Formatter(Machine lua, LuaArguments arguments, Bytes out) {
    this.lua = lua;
    this.arguments = arguments;
    this.format = arguments.string(1);
    this.out = out;
  }

  static LuaString format(Machine lua, LuaArguments arguments) {
    try (Bytes out = new Bytes(lua.meter())) {
      new Formatter(lua, arguments, out).run();
      return out.toLuaString();
    }
  }

  private void run() {
    int end = format.length();
    while (at < end) {
      int next = format.indexOf('%', at, lua.meter());
      if (next < 0) {
        next = end;
      }
      out.add(format, at, next);
      at = next + 1;
      if (next == end) {
        return;
      }
      if (at < end && format.byteAt(at) == '%') {
        out.add('%');
        at++;
      } else {
        lua.meter().step(2);
        if (++argument > arguments.count()) {
          throw LuaError.argument(argument, "no value");
        }
        convert();
      }
    }
  }

  private void convert() {
    int from = at;
    while (at < format.length() && "-+#0 .123456789".indexOf(format.byteAt(at)) >= 0) {
      at++;
    }
    if (at - from + 1 >= MAX_SPECIFICATION) {
      throw new LuaError("invalid format (too long)");
    }
    int conversion = at < format.length() ? format.byteAt(at) : 0;
    at++;
    specification =
        "%" + format.substring(from, at - 1) + (conversion == 0 ? "" : (char) conversion);
    switch (conversion) {
      case 'c' -> {
        check("-", false);
        pad(String.valueOf((char) (arguments.integer(argument) & 0xff)));
      }
      case 'd', 'i' -> integer("-+0 ", conversion);
      case 'u' -> integer("-0", conversion);
      case 'o', 'x', 'X' -> integer("-#0", conversion);
      case 'a', 'A' -> {
        check("-+#0 ", true);
        floating(arguments.number(argument).doubleValue(), conversion);
      }
      case 'e', 'E', 'f', 'g', 'G' -> {
        double number = arguments.number(argument).doubleValue();
        check("-+#0 ", true);
        floating(number, conversion);
      }
      case 'p' -> {
        check("-", false);
        pad(address(arguments.get(argument)));
      }
      case 'q' -> {
        if (specification.length() > 2) {
          throw new LuaError("specifier '%q' cannot have modifiers");
        }
        literal(arguments.get(argument));
      }
      case 's' -> text(lua.text(arguments.get(argument)));
      default -> throw new LuaError("invalid conversion '" + specification + "' to 'format'");
    }
  }

  /** Reads flags, width and precision, of which each conversion allows its own. */
  private void check(String allowedFlags, boolean precisionAllowed) {
    int end = specification.length() - 1;
    int p = 1;
    while (p < end && allowedFlags.indexOf(specification.charAt(p)) >= 0) {
      p++;
    }
    flags = specification.substring(1, p);
    precision = -1;
    // A flag 0 that is not allowed here is no beginning of a width either.
    int widthEnd = specification.charAt(p) == '0' ? p : skipTwoDigits(p);
    width = widthEnd == p ? 0 : Integer.parseInt(specification.substring(p, widthEnd));
    p = widthEnd;
    if (precisionAllowed && specification.charAt(p) == '.') {
      int precisionEnd = skipTwoDigits(p + 1);
      String digits = specification.substring(p + 1, precisionEnd);
      precision = digits.isEmpty() ? 0 : Integer.parseInt(digits);
      p = precisionEnd;
    }
    if (p != end) {
      throw new LuaError("invalid conversion specification: '" + specification + "'");
    }
  }

  private int skipTwoDigits(int from) {
    int p = from;
    while (p < from + 2 && specification.charAt(p) >= '0' && specification.charAt(p) <= '9') {
      p++;
    }
    return p;
  }

  private boolean has(char flag) {
    return flags.indexOf(flag) >= 0;
  }

  private void integer(String allowedFlags, int conversion) {
    long number = arguments.integer(argument);
    check(allowedFlags, true);
    boolean signed = conversion == 'd' || conversion == 'i';
    String digits =
        switch (conversion) {
          case 'o' -> Long.toOctalString(number);
          case 'x' -> Long.toHexString(number);
          case 'X' -> Long.toHexString(number).toUpperCase(Locale.ROOT);
          case 'u' -> Long.toUnsignedString(number);
          default -> number < 0 ? Long.toString(number).substring(1) : Long.toString(number);
        };
    if (precision == 0 && number == 0) {
      digits = "";
    }
    digits = "0".repeat(Math.max(precision - digits.length(), 0)) + digits;
    String prefix = signed ? sign(number < 0) : "";
    if (has('#') && conversion == 'o' && !digits.startsWith("0")) {
      digits = "0" + digits;
    } else if (has('#') && conversion != 'o' && number != 0) {
      prefix = "0" + (char) conversion;
    }
    padNumber(prefix, digits, has('0') && precision < 0);
  }

  private String sign(boolean negative) {
    return negative ? "-" : has('+') ? "+" : has(' ') ? " " : "";
  }

  private void floating(double number, int conversion) {
    boolean capital = conversion < 'a';
    boolean negative = Double.doubleToLongBits(number) < 0;
    double size = Math.abs(number);
    String prefix = sign(negative);
    String digits;
    int decimals = precision < 0 ? 6 : precision;
    if (Double.isNaN(number)) {
      prefix = "";
      digits = Numbers.nan(number);
    } else if (Double.isInfinite(number)) {
      digits = "inf";
    } else {
      digits =
          switch (conversion | 0x20) {
            case 'a' -> FloatText.hexadecimal(size, precision, has('#'));
            case 'e' -> FloatText.exponential(size, decimals, has('#'));
            case 'f' -> FloatText.fixed(size, decimals, has('#'));
            default -> FloatText.general(size, decimals, has('#'));
          };
      if ((conversion | 0x20) == 'a') {
        prefix += digits.substring(0, 2);
        digits = digits.substring(2);
      }
    }
    boolean zeros = has('0') && !Double.isNaN(number) && !Double.isInfinite(number);
    padNumber(
        capital ? prefix.toUpperCase(Locale.ROOT) : prefix,
        capital ? digits.toUpperCase(Locale.ROOT) : digits,
        zeros);
  }

  private void padNumber(String prefix, String digits, boolean withZeros) {
    int missing = Math.max(width - prefix.length() - digits.length(), 0);
    pad(withZeros && !has('-') ? prefix + "0".repeat(missing) + digits : prefix + digits);
  }

  private void pad(String item) {
    int missing = Math.max(width - item.length(), 0);
    out.fill(' ', has('-') ? 0 : missing).add(item).fill(' ', has('-') ? missing : 0);
  }

  private void text(LuaString text) {
    if (specification.length() == 2) {
      out.add(text);
      return;
    }
    if (text.indexOf(0, 0, lua.meter()) >= 0) {
      throw LuaError.argument(argument, "string contains zeros");
    }
    check("-", true);
    int length = precision < 0 ? text.length() : Math.min(precision, text.length());
    int missing = Math.max(width - length, 0);
    out.fill(' ', has('-') ? 0 : missing).add(text, 0, length).fill(' ', has('-') ? missing : 0);
  }

  private static String address(@Nullable Object value) {
    boolean hasAddress =
        value instanceof LuaTable
            || value instanceof LuaFunction
            || value instanceof LuaThread
            || value instanceof LuaString;
    // Lua keeps one copy of equal short strings.
    boolean isShort = value instanceof LuaString text && text.length() <= MAX_SHORT;
    int address = isShort ? Objects.hashCode(value) : System.identityHashCode(value);
    return hasAddress ? String.format(Locale.ROOT, "0x%014x", address) : "(null)";
  }

  private void literal(@Nullable Object value) {
    if (value instanceof LuaString text) {
      quoted(text);
    } else if (value instanceof Long integer) {
      out.add(integer == Long.MIN_VALUE ? "0x8000000000000000" : integer.toString());
    } else if (value instanceof Double number) {
      if (number.isNaN()) {
        out.add("(0/0)");
      } else if (number.isInfinite()) {
        out.add(number > 0 ? "1e9999" : "-1e9999");
      } else {
        String sign = Double.doubleToLongBits(number) < 0 ? "-" : "";
        out.add(sign + FloatText.hexadecimal(Math.abs(number), -1, false));
      }
    } else if (value == null || value instanceof Boolean) {
      out.add(value == null ? "nil" : value.toString());
    } else {
      throw LuaError.argument(argument, "value has no literal form");
    }
  }

  private void quoted(LuaString text) {
    out.add('"');
    for (int i = 0; i < text.length(); i++) {
      lua.meter().loop(i);
      int c = text.byteAt(i);
      if (c == '"' || c == '\\' || c == '\n') {
        out.add('\\').add(c);
      } else if (c < ' ' || c == 127) {
        int next = i + 1 < text.length() ? text.byteAt(i + 1) : 0;
        boolean digitFollows = next >= '0' && next <= '9';
        out.add(digitFollows ? String.format(Locale.ROOT, "\\%03d", c) : "\\" + c);
      } else {
        out.add(c);
      }
    }
    out.add('"');
  }
}
