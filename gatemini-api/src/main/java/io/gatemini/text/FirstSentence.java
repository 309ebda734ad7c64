package io.gatemini.text;

import io.gatemini.internal.text.TextCut;
import java.util.Locale;
import java.util.Set;

/**
 * The first sentence of a description, bounded in code points.
 *
 * <p>A sentence ends at a full stop before white space or at the end, at an ideographic full stop,
 * or at an empty line. Abbreviations, list numbers and the dots inside versions and decimals end
 * none. The bound holds for every way to end, and no more text than the bound is looked at.
 * Stateless.
 */
public final class FirstSentence {
  /** The bound where nothing else is said, in code points. */
  public static final int DEFAULT_LIMIT = 200;

  private static final String CUT = "...";

  private static final Set<String> ABBREVIATIONS =
      Set.of(
          "e.g", "i.e", "eg", "ie", "vs", "cf", "viz", "approx", "incl", "excl", "resp", "esp",
          "dr", "mr", "mrs", "ms", "prof", "fig", "a.k.a", "aka");

  private FirstSentence() {}

  /** The first sentence, at most {@link #DEFAULT_LIMIT} code points and three dots long. */
  public static String of(String text) {
    return of(text, DEFAULT_LIMIT);
  }

  /**
   * The first sentence of a text without the white space around it; its first {@code limit} code
   * points and three dots where it is longer.
   */
  public static String of(String text, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be positive, not " + limit);
    }
    String stripped = text.strip();
    int bound = TextCut.head(stripped, limit).length();
    for (int i = 0; i < bound; i++) {
      char c = stripped.charAt(i);
      if (c == '\u3002' || (c == '.' && endsSentence(stripped, i))) {
        return stripped.substring(0, i + 1);
      }
      if (c == '\n' && isEmptyLineAfter(stripped, i)) {
        return stripped.substring(0, i).stripTrailing();
      }
    }
    return bound == stripped.length() ? stripped : stripped.substring(0, bound) + CUT;
  }

  private static boolean endsSentence(String text, int dot) {
    if (dot + 1 == text.length()) {
      return true;
    }
    if (!Character.isWhitespace(text.charAt(dot + 1))) {
      return false;
    }
    int start = dot;
    while (start > 0 && isWordPart(text.charAt(start - 1))) {
      start--;
    }
    String word = text.substring(start, dot).toLowerCase(Locale.ROOT);
    if (ABBREVIATIONS.contains(word)) {
      return false;
    }
    if (word.equals("etc") || word.indexOf('.') >= 0) {
      // "etc.", "U.S." and "..." end a sentence as often as not: the next word decides.
      return nextWordIsCapitalised(text, dot + 1);
    }
    if (word.length() == 1 && isAfterInitial(text, start)) {
      return nextWordIsCapitalised(text, dot + 1);
    }
    return !isListNumber(text, start, word) && !isInitial(text, dot, word);
  }

  private static boolean isWordPart(char c) {
    return c == '.' || Character.isLetterOrDigit(c);
  }

  private static boolean nextWordIsCapitalised(String text, int from) {
    int i = from;
    while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i == text.length() || !Character.isLowerCase(text.codePointAt(i));
  }

  /** "1. Do this": the number begins a line. */
  private static boolean isListNumber(String text, int start, String word) {
    return !word.isEmpty()
        && word.length() <= 2
        && word.chars().allMatch(Character::isDigit)
        && (start == 0 || text.charAt(start - 1) == '\n');
  }

  /** The first part of "e. g.": a single letter before another with its own full stop. */
  private static boolean isInitial(String text, int dot, String word) {
    return word.length() == 1
        && dot + 3 < text.length()
        && Character.isLetter(text.charAt(dot + 2))
        && text.charAt(dot + 3) == '.';
  }

  /** The second part of "e. g.". */
  private static boolean isAfterInitial(String text, int start) {
    return start >= 3
        && text.charAt(start - 1) == ' '
        && text.charAt(start - 2) == '.'
        && Character.isLetter(text.charAt(start - 3))
        && (start == 3 || !Character.isLetter(text.charAt(start - 4)));
  }

  private static boolean isEmptyLineAfter(String text, int lineFeed) {
    int i = lineFeed + 1;
    while (i < text.length() && text.charAt(i) != '\n' && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i < text.length() && text.charAt(i) == '\n';
  }
}
