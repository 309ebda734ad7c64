package io.gatemini.internal.answer.intent;

import java.nio.charset.StandardCharsets;

/** Decodes the escapes of a JSON text. Stateless. */
final class JsonEscapes {
  private static final int UNICODE_DIGITS = 4;
  private static final int HEXADECIMAL = 16;

  private JsonEscapes() {}

  /**
   * A part of a JSON text as it reads without escapes. The part need not be one string: names,
   * strings and what is between them are read alike.
   */
  public static String resolved(byte[] utf8, int from, int to) {
    StringBuilder plain = new StringBuilder(to - from);
    int copied = from;
    int i = from;
    while (i < to) {
      if (utf8[i] != '\\' || i + 1 >= to) {
        i++;
        continue;
      }
      plain.append(new String(utf8, copied, i - copied, StandardCharsets.UTF_8));
      byte sign = utf8[i + 1];
      i += 2;
      switch (sign) {
        case 'b', 'f', 'n', 'r', 't' -> plain.append(' ');
        case 'u' -> {
          plain.append((char) codeUnit(utf8, i, to));
          i = Math.min(to, i + UNICODE_DIGITS);
        }
        default -> plain.append((char) sign);
      }
      copied = i;
    }
    return plain.append(new String(utf8, copied, to - copied, StandardCharsets.UTF_8)).toString();
  }

  private static int codeUnit(byte[] utf8, int from, int to) {
    int unit = 0;
    for (int i = from; i < Math.min(to, from + UNICODE_DIGITS); i++) {
      unit = unit * HEXADECIMAL + Math.max(0, Character.digit(utf8[i], HEXADECIMAL));
    }
    return unit;
  }
}
