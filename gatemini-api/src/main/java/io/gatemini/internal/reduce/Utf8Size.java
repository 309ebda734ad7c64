package io.gatemini.internal.reduce;

/** Counts UTF-8 bytes of a text without encoding it. */
public final class Utf8Size {
  private Utf8Size() {}

  /**
   * The bytes that {@code text.getBytes(UTF_8)} would have; a lone surrogate counts as the one byte
   * of its replacement.
   */
  public static long of(String text) {
    int length = text.length();
    long bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        if (c < 0x800) {
          bytes++;
        } else if (!Character.isSurrogate(c)) {
          bytes += 2;
        } else if (Character.isHighSurrogate(c)
            && i + 1 < length
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          bytes += 2;
          i++;
        }
      }
    }
    return bytes;
  }
}
