package io.gatemini.internal.text;

/** Counts UTF-8 bytes of a text without encoding it. */
public final class Utf8Size {
  private Utf8Size() {}

  /**
   * The bytes that {@code text.getBytes(UTF_8)} would have; a lone surrogate counts as the one byte
   * of its replacement.
   */
  public static long of(String text) {
    return of(text, 0, text.length());
  }

  /** The bytes of the part of a text from one offset to another. */
  public static long of(String text, int from, int to) {
    long bytes = (long) to - from;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        if (c < 0x800) {
          bytes++;
        } else if (!Character.isSurrogate(c)) {
          bytes += 2;
        } else if (Character.isHighSurrogate(c)
            && i + 1 < to
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          bytes += 2;
          i++;
        }
      }
    }
    return bytes;
  }
}
