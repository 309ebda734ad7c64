package io.gatemini.internal.program.code;

/**
 * A decimal number of a JavaScript program, written as {@code JSON.stringify} writes the double it
 * stands for.
 *
 * <p>No double is made for that: two different decimals of up to 15 digits are never the same
 * double, so the shortest decimal of such a double, which is what JavaScript prints, is the number
 * itself.
 */
final class NumberLiteral {
  private static final int EXACT_DIGITS = 15;

  /** JavaScript writes no exponent while the decimal point is between these places. */
  private static final int FIRST_PLACE = -5;

  private static final int LAST_PLACE = 21;

  /** More digits than the exponent of a number within those places needs. */
  private static final int EXPONENT_DIGITS = 3;

  private NumberLiteral() {}

  static boolean begins(int c) {
    return SourceCursor.isDigit(c) || c == '-' || c == '.';
  }

  /**
   * Writes the number at the cursor, which then stands behind it. False when it is none, or one
   * that is not written in decimal, has more digits than a double surely holds, or is very large or
   * small.
   */
  static boolean write(SourceCursor cursor, StringBuilder json) {
    boolean isNegative = cursor.take('-');
    StringBuilder written = new StringBuilder();
    boolean beginsWithZero = cursor.peek() == '0';
    int whole = digits(cursor, written);
    if (beginsWithZero && whole > 1) {
      return false;
    }
    int fraction = cursor.take('.') ? digits(cursor, written) : 0;
    if (whole + fraction == 0) {
      return false;
    }
    int exponent = 0;
    if (cursor.take('e') || cursor.take('E')) {
      boolean isSmall = cursor.take('-');
      if (!isSmall) {
        cursor.take('+');
      }
      StringBuilder power = new StringBuilder();
      int length = digits(cursor, power);
      if (length == 0 || length > EXPONENT_DIGITS) {
        return false;
      }
      exponent = (isSmall ? -1 : 1) * Integer.parseInt(power, 0, length, 10);
    }
    int from = 0;
    while (from < written.length() && written.charAt(from) == '0') {
      from++;
    }
    int to = written.length();
    while (to > from && written.charAt(to - 1) == '0') {
      to--;
    }
    if (from == to) {
      // Minus zero too.
      json.append('0');
      return true;
    }
    int point = whole + exponent - from;
    if (to - from > EXACT_DIGITS || point < FIRST_PLACE || point > LAST_PLACE) {
      return false;
    }
    if (isNegative) {
      json.append('-');
    }
    write(written.substring(from, to), point, json);
    return true;
  }

  /** Writes {@code 0.digits} times ten to the power of {@code point}. */
  private static void write(String digits, int point, StringBuilder json) {
    if (point <= 0) {
      json.append("0.").append("0".repeat(-point)).append(digits);
    } else if (point >= digits.length()) {
      json.append(digits).append("0".repeat(point - digits.length()));
    } else {
      json.append(digits, 0, point).append('.').append(digits, point, digits.length());
    }
  }

  private static int digits(SourceCursor cursor, StringBuilder digits) {
    int before = digits.length();
    while (SourceCursor.isDigit(cursor.peek())) {
      digits.append((char) cursor.next());
    }
    return digits.length() - before;
  }
}
