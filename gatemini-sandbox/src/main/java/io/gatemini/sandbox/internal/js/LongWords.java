package io.gatemini.sandbox.internal.js;

/**
 * Names and numbers in the text of a program that are longer than anybody writes. An engine keeps
 * every name it reads.
 */
final class LongWords {
  static final int MAX_CHARACTERS = 10_000;

  /**
   * The part that is left of a long word: more than the rest of an escape sequence that it may
   * begin in.
   */
  private static final int KEPT_CHARACTERS = 20;

  private LongWords() {}

  /** Whether there is one, be it in a string or a comment. */
  static boolean isIn(String code) {
    int length = 0;
    for (int i = 0; i < code.length(); i++) {
      length = Character.isJavaIdentifierPart(code.charAt(i)) ? length + 1 : 0;
      if (length > MAX_CHARACTERS) {
        return true;
      }
    }
    return false;
  }

  /** The text with a mark in place of the most of each. */
  static String shortened(String code, String mark) {
    StringBuilder text = new StringBuilder();
    int end = code.length();
    int start = 0;
    while (start < end) {
      int i = start;
      while (i < end && Character.isJavaIdentifierPart(code.charAt(i))) {
        i++;
      }
      if (i - start > MAX_CHARACTERS) {
        text.append(code, start, start + KEPT_CHARACTERS).append(mark);
      } else {
        text.append(code, start, i);
      }
      if (i < end) {
        text.append(code.charAt(i));
      }
      start = i + 1;
    }
    return text.toString();
  }
}
