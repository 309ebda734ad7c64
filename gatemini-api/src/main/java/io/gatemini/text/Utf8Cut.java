package io.gatemini.text;

/**
 * Where a text can be cut so that a part of it takes at most a number of UTF-8 bytes. A cut never
 * splits a code point or a line feed from its carriage return. Looks at that part only: cutting the
 * ends off a large text costs what the ends are.
 */
public final class Utf8Cut {
  private Utf8Cut() {}

  /** The end of the longest beginning of a text with at most so many bytes. */
  public static int headEnd(String text, long maxBytes) {
    int i = 0;
    long bytes = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      bytes += bytes(codePoint);
      if (bytes > maxBytes) {
        return splitsLineBreak(text, i) ? i - 1 : i;
      }
      i += Character.charCount(codePoint);
    }
    return i;
  }

  /** The start of the longest end of a text with at most so many bytes. */
  public static int tailStart(String text, long maxBytes) {
    int i = text.length();
    long bytes = 0;
    while (i > 0) {
      int codePoint = text.codePointBefore(i);
      bytes += bytes(codePoint);
      if (bytes > maxBytes) {
        return splitsLineBreak(text, i) ? i + 1 : i;
      }
      i -= Character.charCount(codePoint);
    }
    return 0;
  }

  private static boolean splitsLineBreak(String text, int i) {
    return i > 0 && i < text.length() && text.charAt(i) == '\n' && text.charAt(i - 1) == '\r';
  }

  /**
   * The size as {@link Utf8Size} counts it: a lone surrogate is encoded as its one-byte
   * replacement.
   */
  private static int bytes(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    if (codePoint >= Character.MIN_SUPPLEMENTARY_CODE_POINT) {
      return 4;
    }
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE ? 1 : 3;
  }
}
