package io.gatemini.sandbox.internal.lua.value;

import org.jspecify.annotations.Nullable;

/** Lua's arithmetic where it is not Java's, and the conversions between numbers and texts. */
public final class Numbers {
  private static final double TWO_TO_63 = 0x1p63;

  /** After so many digits the others only decide whether a number lies above what they say. */
  private static final int SIGNIFICANT_DIGITS = 800;

  /** A power beyond which every float is zero or infinite, whatever its digits are. */
  private static final long MOST_POWER = 100_000;

  private static final LuaString INFINITY = LuaString.of("inf");
  private static final LuaString MINUS_INFINITY = LuaString.of("-inf");

  private Numbers() {}

  /** The text of a Long or a Double, as {@code tostring} gives it. */
  public static LuaString toText(Object number) {
    return number instanceof Long integer
        ? LuaString.of(Long.toString(integer))
        : toText(((Double) number).doubleValue());
  }

  private static LuaString toText(double number) {
    if (Double.isNaN(number)) {
      return LuaString.of(nan(number));
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? INFINITY : MINUS_INFINITY;
    }
    if (number == (long) number && Math.abs(number) < 1e14) {
      String zeroSign = number == 0 && 1 / number < 0 ? "-" : "";
      return LuaString.of(zeroSign + (long) number + ".0");
    }
    String digits = FloatText.general(Math.abs(number), 14, false);
    boolean looksInteger = digits.indexOf('.') < 0 && digits.indexOf('e') < 0;
    return LuaString.of((number < 0 ? "-" : "") + digits + (looksInteger ? ".0" : ""));
  }

  /** The number a text stands for, a Long or a Double, or null. */
  public static @Nullable Number parse(LuaString text, Meter meter) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.byteAt(from))) {
      meter.loop(from++);
    }
    while (to > from && isSpace(text.byteAt(to - 1))) {
      meter.loop(to--);
    }
    boolean negative = from < to && text.byteAt(from) == '-';
    if (negative || (from < to && text.byteAt(from) == '+')) {
      from++;
    }
    if (to - from > 1 && text.byteAt(from) == '0' && (text.byteAt(from + 1) | 0x20) == 'x') {
      return parse(text, from + 2, to, negative, 16, meter);
    }
    return parse(text, from, to, negative, 10, meter);
  }

  private static @Nullable Number parse(
      LuaString text, int from, int to, boolean negative, int radix, Meter meter) {
    int at = skipDigits(text, from, to, radix, meter);
    int digits = at - from;
    if (at == to && digits > 0) {
      Long integer =
          radix == 16
              ? Long.valueOf(hexadecimalInteger(text, from, to, meter))
              : decimalInteger(text, from, to, negative, meter);
      if (integer != null) {
        return radix == 16 && negative ? -integer : integer;
      }
    }
    if (at < to && text.byteAt(at) == '.') {
      int point = at + 1;
      at = skipDigits(text, point, to, radix, meter);
      digits += at - point;
    }
    if (digits == 0 || skipExponent(text, at, to, radix == 16 ? 'p' : 'e', meter) != to) {
      return null;
    }
    double number = floating(text, from, at, power(text, at, to, meter), radix, meter);
    return negative ? -number : number;
  }

  private static @Nullable Long decimalInteger(
      LuaString text, int from, int to, boolean negative, Meter meter) {
    long integer = 0;
    for (int i = from; i < to; i++) {
      meter.loop(i);
      int digit = text.byteAt(i) - '0';
      long most = Long.MAX_VALUE / 10;
      if (integer > most || (integer == most && digit > (negative ? 8 : 7))) {
        return null;
      }
      integer = integer * 10 + digit;
    }
    return negative ? -integer : integer;
  }

  private static long hexadecimalInteger(LuaString text, int from, int to, Meter meter) {
    long integer = 0;
    for (int i = from; i < to; i++) {
      meter.loop(i);
      integer = integer << 4 | Character.digit(text.byteAt(i), 16);
    }
    return integer;
  }

  /**
   * The float of digits that may have a point, times a power of 10, or of 2 for hexadecimal ones.
   */
  private static double floating(
      LuaString text, int from, int to, long power, int radix, Meter meter) {
    StringBuilder digits = new StringBuilder(radix == 16 ? "0x" : "").append('0');
    int most = digits.length() + SIGNIFICANT_DIGITS;
    long places = 0;
    boolean fraction = false;
    boolean begun = false;
    boolean more = false;
    for (int i = from; i < to; i++) {
      meter.loop(i);
      char digit = (char) text.byteAt(i);
      if (digit == '.') {
        fraction = true;
      } else if (digits.length() < most) {
        begun |= digit != '0';
        if (begun) {
          digits.append(digit);
        }
        places -= fraction ? 1 : 0;
      } else {
        more |= digit != '0';
        places += fraction ? 0 : 1;
      }
    }
    if (more) {
      digits.append('1');
      places--;
    }
    long exponent = power + (radix == 16 ? 4 * places : places);
    long bounded = Math.max(-MOST_POWER, Math.min(exponent, MOST_POWER));
    return Double.parseDouble(digits.append(radix == 16 ? 'p' : 'e').append(bounded).toString());
  }

  /** The number of an exponent that begins with its letter, or 0 where there is none. */
  private static long power(LuaString text, int from, int to, Meter meter) {
    long power = 0;
    for (int i = from + 1; i < to; i++) {
      meter.loop(i);
      int digit = text.byteAt(i) - '0';
      power = digit < 0 ? power : Math.min(power * 10 + digit, Integer.MAX_VALUE);
    }
    return from < to && text.byteAt(from + 1) == '-' ? -power : power;
  }

  private static int skipDigits(LuaString text, int from, int to, int radix, Meter meter) {
    int at = from;
    while (at < to && Character.digit(text.byteAt(at), radix) >= 0) {
      meter.loop(at++);
    }
    return at;
  }

  /** The end of an exponent, of nothing, or -1 where what stands there is no exponent. */
  private static int skipExponent(LuaString text, int from, int to, int mark, Meter meter) {
    if (from == to) {
      return to;
    }
    int at = from + 1;
    if (at < to && (text.byteAt(at) == '+' || text.byteAt(at) == '-')) {
      at++;
    }
    int end = skipDigits(text, at, to, 10, meter);
    return (text.byteAt(from) | 0x20) == mark && end > at ? end : -1;
  }

  /** Whether a byte is white space in the C locale. */
  public static boolean isSpace(int character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }

  /** The number of a Long, a Double or a text of one; null for all else. */
  public static @Nullable Number toNumber(@Nullable Object value, Meter meter) {
    if (value instanceof Long || value instanceof Double) {
      return (Number) value;
    }
    return value instanceof LuaString text ? parse(text, meter) : null;
  }

  /** The integer of a number that is one, or of a text of one; null for all else. */
  public static @Nullable Long toInteger(@Nullable Object value, Meter meter) {
    return toInteger(toNumber(value, meter));
  }

  /** The integer that a Long or a Double is; null for all else. */
  public static @Nullable Long toInteger(@Nullable Number number) {
    return number instanceof Long integer
        ? integer
        : number instanceof Double real ? toInteger(real.doubleValue()) : null;
  }

  /** The integer equal to a float, or null. */
  public static @Nullable Long toInteger(double number) {
    long integer = (long) number;
    return integer == number && inIntegerRange(number) ? (Long) integer : null;
  }

  /** Whether a float that is integral is an integer of Lua. */
  public static boolean inIntegerRange(double number) {
    return number >= -TWO_TO_63 && number < TWO_TO_63;
  }

  /**
   * How a float that is not a number is written. C shows its sign, which is set where the processor
   * divides zero by zero, and which Java does not keep: the lowest bit stands for "no sign".
   */
  public static String nan(double number) {
    return (Double.doubleToRawLongBits(number) & 1) == 0 ? "-nan" : "nan";
  }

  public static double negate(double number) {
    return Double.isNaN(number)
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(number) ^ 1)
        : -number;
  }

  public static long floorDivide(long dividend, long divisor) {
    if (divisor == 0) {
      throw LuaError.runtime("attempt to divide by zero");
    }
    return Math.floorDiv(dividend, divisor);
  }

  public static long floorMod(long dividend, long divisor) {
    if (divisor == 0) {
      throw LuaError.runtime("attempt to perform 'n%0'");
    }
    return Math.floorMod(dividend, divisor);
  }

  public static double floorDivide(double dividend, double divisor) {
    return Math.floor(dividend / divisor);
  }

  public static double floorMod(double dividend, double divisor) {
    double rest = dividend % divisor;
    return rest > 0
        ? (divisor < 0 ? rest + divisor : rest)
        : rest < 0 && divisor > 0 ? rest + divisor : rest;
  }

  /** The power as C has it, where 1 to any power is 1, and so is -1 to an infinite one. */
  public static double power(double base, double exponent) {
    if (exponent == 2) {
      return base * base;
    }
    boolean one = base == 1 || (base == -1 && Double.isInfinite(exponent));
    return one ? 1 : Math.pow(base, exponent);
  }

  /** A logical shift to the left, or to the right where the distance is negative. */
  public static long shiftLeft(long bits, long distance) {
    if (distance <= -Long.SIZE || distance >= Long.SIZE) {
      return 0;
    }
    return distance >= 0 ? bits << distance : bits >>> -distance;
  }

  public static long shiftRight(long bits, long distance) {
    return distance == Long.MIN_VALUE ? 0 : shiftLeft(bits, -distance);
  }

  /** Whether two numbers are equal, by exact value. */
  public static boolean equal(Object left, Object right) {
    if (left instanceof Long integer) {
      return right instanceof Long other
          ? integer.longValue() == other.longValue()
          : equal(integer.longValue(), ((Double) right).doubleValue());
    }
    double number = (Double) left;
    return right instanceof Long other
        ? equal(other.longValue(), number)
        : number == ((Double) right).doubleValue();
  }

  private static boolean equal(long integer, double number) {
    return (long) number == integer && number == Math.rint(number) && inIntegerRange(number);
  }

  /** Whether a number is less than another, by exact value; false for NaN. */
  public static boolean lessThan(Object left, Object right) {
    if (left instanceof Long integer) {
      return right instanceof Long other
          ? integer < other
          : lessThan(integer.longValue(), ((Double) right).doubleValue());
    }
    double number = (Double) left;
    return right instanceof Long other
        ? lessThan(number, other.longValue())
        : number < (Double) right;
  }

  public static boolean lessThan(long left, double right) {
    return right >= TWO_TO_63 || (right > -TWO_TO_63 && left < (long) Math.ceil(right));
  }

  public static boolean lessThan(double left, long right) {
    return left < -TWO_TO_63 || (left < TWO_TO_63 && (long) Math.floor(left) < right);
  }

  /** Whether a number is less than another or equal to it, by exact value; false for NaN. */
  public static boolean lessOrEqual(Object one, Object other) {
    return !isNan(one) && !isNan(other) && !lessThan(other, one);
  }

  private static boolean isNan(Object number) {
    return number instanceof Double real && real.isNaN();
  }
}
