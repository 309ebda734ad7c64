package io.gatemini.sandbox.internal.lua.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The digits of finite floats that are not negative, as {@code printf} of C writes them: exact,
 * with ties to even. {@code alternate} is the flag {@code #}.
 */
public final class FloatText {
  private FloatText() {}

  /** As {@code %.<precision>f}. */
  public static String fixed(double number, int precision, boolean alternate) {
    String text =
        new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
    return alternate && precision == 0 ? text + "." : text;
  }

  /** As {@code %.<precision>e}. */
  public static String exponential(double number, int precision, boolean alternate) {
    BigDecimal rounded = rounded(number, precision + 1);
    String digits = rounded.unscaledValue().toString();
    int exponent = number == 0 ? 0 : digits.length() - rounded.scale() - 1;
    StringBuilder text = new StringBuilder(digits);
    // The decimal may have fewer digits than asked for, but never more.
    text.append("0".repeat(Math.max(precision + 1 - digits.length(), 0)));
    if (precision > 0 || alternate) {
      text.insert(1, '.');
    }
    return exponent(text, exponent);
  }

  private static String exponent(StringBuilder mantissa, int exponent) {
    int size = Math.abs(exponent);
    mantissa.append(exponent < 0 ? "e-" : "e+").append(size < 10 ? "0" : "").append(size);
    return mantissa.toString();
  }

  /** As {@code %.<precision>g}. */
  public static String general(double number, int precision, boolean alternate) {
    int significant = Math.max(precision, 1);
    BigDecimal rounded = rounded(number, significant);
    int exponent = number == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    if (exponent < -4 || exponent >= significant) {
      String text = exponential(number, significant - 1, alternate);
      int mark = text.indexOf('e');
      return alternate ? text : stripped(text.substring(0, mark)) + text.substring(mark);
    }
    int decimals = significant - 1 - exponent;
    String text = rounded.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    return alternate ? (decimals == 0 ? text + "." : text) : stripped(text);
  }

  private static String stripped(String text) {
    if (text.indexOf('.') < 0) {
      return text;
    }
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }

  private static BigDecimal rounded(double number, int significant) {
    return number == 0
        ? BigDecimal.ZERO
        : new BigDecimal(number).round(new MathContext(significant, RoundingMode.HALF_EVEN));
  }

  /** As {@code %.<precision>a}, or {@code %a} where the precision is negative. */
  public static String hexadecimal(double number, int precision, boolean alternate) {
    long bits = Double.doubleToRawLongBits(number);
    int exponent = (int) (bits >>> 52);
    long mantissa = bits & (1L << 52) - 1;
    if (exponent > 0) {
      mantissa |= 1L << 52;
    }
    exponent = number == 0 ? 0 : Math.max(exponent, 1) - 1023;
    int digits =
        precision < 0 ? 13 - Math.min(Long.numberOfTrailingZeros(mantissa) / 4, 13) : precision;
    if (digits < 13) {
      int dropped = 4 * (13 - digits);
      long half = 1L << dropped >> 1;
      long rest = mantissa & (1L << dropped) - 1;
      mantissa >>>= dropped;
      if (rest > half || (rest == half && (mantissa & 1) != 0)) {
        mantissa++;
      }
    }
    int shown = Math.min(digits, 13);
    String text = String.format(Locale.ROOT, "%0" + (shown + 1) + "x", mantissa);
    String fraction = text.substring(1) + "0".repeat(digits - shown);
    return "0x"
        + text.charAt(0)
        + (digits > 0 || alternate ? "." : "")
        + fraction
        + (exponent < 0 ? "p" : "p+")
        + exponent;
  }
}
