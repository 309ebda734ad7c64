package io.gatemini.internal.presentation;

import io.gatemini.internal.text.VisibleText;
import io.gatemini.text.FirstSentence;

/** Foreign text in a list: one line, bounded in code points. Stateless. */
public final class Brief {
  private static final int SENTENCE_LENGTH = 120;

  private static final String CUT = "...";

  private Brief() {}

  /** The first sentence of a description, at most 120 code points, cut at a word. */
  public static String sentence(String description) {
    return words(FirstSentence.of(VisibleText.of(description)), SENTENCE_LENGTH);
  }

  /** A line of at most so many code points, the dots of a cut included; cut at a word. */
  public static String words(String text, int maxLength) {
    String line = VisibleText.line(text, 4 * maxLength).strip();
    if (line.codePointCount(0, line.length()) <= maxLength) {
      return line;
    }
    int end = line.offsetByCodePoints(0, maxLength - CUT.length());
    int space = line.lastIndexOf(' ', end);
    // Writing without spaces, or a word as long as half of the line, is cut where it is.
    return line.substring(0, space > end / 2 ? space : end).strip() + CUT;
  }
}
