package io.gatemini.internal.text;

/**
 * Cuts a text at a number of code points or UTF-8 bytes, never inside a code point. Looks at the
 * part that stays only: cutting the ends off a large text costs what the ends are. Stateless.
 */
public final class TextCut {
  private TextCut() {}

  /** The first so many code points. */
  public static String head(String text, int maxLength) {
    if (text.length() <= maxLength) {
      return text;
    }
    int end = 0;
    for (int n = 0; n < maxLength && end < text.length(); n++) {
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(0, end);
  }

  /** The same, and an ellipsis where more was said. */
  public static String shortened(String text, int maxLength) {
    String head = head(text, maxLength);
    return head.length() == text.length() ? text : head + "…";
  }

  /**
   * The end of the longest beginning of a text with at most so many bytes. Bytes are counted where
   * lines matter, too: a line feed stays with its carriage return.
   */
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
