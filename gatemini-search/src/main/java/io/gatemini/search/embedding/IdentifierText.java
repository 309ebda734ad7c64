package io.gatemini.search.embedding;

import java.util.Locale;
import java.util.function.Predicate;

/**
 * Splits the identifiers in a text into words: {@code readFile}, {@code HTTPServer}, {@code
 * web_search}, {@code base64Encode} and {@code json2csv} become {@code read File}, {@code HTTP
 * Server}, {@code web search}, {@code base64 Encode} and {@code json 2 csv}. Prose stays as it is.
 * The time is linear in the text.
 */
public final class IdentifierText {
  private IdentifierText() {}

  /** The text with its identifiers split. */
  public static String split(CharSequence text) {
    return split(text, word -> false);
  }

  /**
   * The text with its identifiers split, except for those that are words as a whole.
   *
   * @param isWord asked with the lower-case form of letters and digits that would be split
   */
  public static String split(CharSequence text, Predicate<String> isWord) {
    StringBuilder split = new StringBuilder(text.length() + 16);
    int i = 0;
    while (i < text.length()) {
      int end = endOfRun(text, i);
      if (end > i) {
        appendRun(text, i, end, isWord, split);
        i = end;
      } else {
        split.append(isJoint(text, i) ? ' ' : text.charAt(i));
        i++;
      }
    }
    return split.toString();
  }

  /** An underscore, or another separator that has a letter or digit at both sides. */
  private static boolean isJoint(CharSequence text, int i) {
    char c = text.charAt(i);
    if (c == '_') {
      return true;
    }
    return (c == '-' || c == '/' || c == '.')
        && i > 0
        && i + 1 < text.length()
        && Character.isLetterOrDigit(text.charAt(i - 1))
        && Character.isLetterOrDigit(text.charAt(i + 1));
  }

  private static int endOfRun(CharSequence text, int from) {
    int end = from;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static void appendRun(
      CharSequence text, int from, int to, Predicate<String> isWord, StringBuilder split) {
    int mark = split.length();
    int start = from;
    for (int i = from + 1; i < to; i++) {
      if (isBoundary(text, start, i, to)) {
        split.append(text, start, i).append(' ');
        start = i;
      }
    }
    if (start > from
        && isWord.test(text.subSequence(from, to).toString().toLowerCase(Locale.ROOT))) {
      split.setLength(mark);
      start = from;
    }
    split.append(text, start, to);
  }

  /** Whether the word that starts at {@code start} ends before {@code i}. */
  private static boolean isBoundary(CharSequence text, int start, int i, int to) {
    char before = text.charAt(i - 1);
    char here = text.charAt(i);
    if (Character.isUpperCase(here)) {
      if (Character.isDigit(before)) {
        return Character.isLetter(text.charAt(start)); // s3Bucket, but not 2FA
      }
      return Character.isLowerCase(before)
          || (Character.isUpperCase(before) && isCapitalOfWord(text, i, to));
    }
    if (Character.isDigit(here)) {
      return Character.isLetter(before)
          && i - start >= 2
          && Character.isLetter(text.charAt(i - 2))
          && isFollowedByWord(text, i, to);
    }
    return Character.isDigit(before)
        && Character.isDigit(text.charAt(start))
        && isLowerPair(text, i, to)
        && isPrecededByWord(text, start);
  }

  /** Whether the last capital of several belongs to what follows: HTTP|Server, but not URLs. */
  private static boolean isCapitalOfWord(CharSequence text, int i, int to) {
    if (i + 1 >= to || !Character.isLowerCase(text.charAt(i + 1))) {
      return false;
    }
    boolean plural =
        text.charAt(i + 1) == 's' && (i + 2 == to || !Character.isLowerCase(text.charAt(i + 2)));
    return !plural;
  }

  /** Whether a word of two letters or more follows the digits that start here: json|2csv. */
  private static boolean isFollowedByWord(CharSequence text, int i, int to) {
    int end = i;
    while (end < to && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return isLowerPair(text, end, to);
  }

  /** Whether the digits that start here were cut off a word, not written at the start of one. */
  private static boolean isPrecededByWord(CharSequence text, int start) {
    return start > 0 && Character.isLetter(text.charAt(start - 1));
  }

  private static boolean isLowerPair(CharSequence text, int i, int to) {
    return i + 1 < to
        && Character.isLowerCase(text.charAt(i))
        && Character.isLowerCase(text.charAt(i + 1));
  }
}
