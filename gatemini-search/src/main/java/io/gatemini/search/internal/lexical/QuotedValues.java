package io.gatemini.search.internal.lexical;

import java.util.regex.Pattern;

/**
 * Separates the task from the values it is about: in {@code count the rows of 'shop.orders'} the
 * quoted text is an argument and says little about the tool. Angle brackets, braces and back quotes
 * count as quotes; an apostrophe does not. Stateless.
 */
final class QuotedValues {
  /** A longer text was pasted, and may hold the task. */
  private static final String VALUE = "{1,80}";

  /** Beside one, an apostrophe belongs to a word, in any script. */
  private static final String LETTER = "[\\p{L}\\p{M}\\p{N}_]";

  private static final Pattern QUOTED =
      Pattern.compile(
          "(?<!W)'[^'\\n]V'(?!W)|\"[^\"\\n]V\"|`[^`\\n]V`|\\$?\\{[^{}\\n]V\\}|<[^<>\\n]V>"
                  .replace("W", LETTER)
                  .replace("V", VALUE)
              + "|\u201C[^\u201D\\n]V\u201D|\u300C[^\u300D\\n]V\u300D".replace("V", VALUE));

  /** Most tasks have none of these, and nothing has to be matched. */
  private static final String MARKS = "'\"`{<\u201C\u300C";

  private QuotedValues() {}

  /** The text without the values; the text itself where nothing else is in it. */
  static String without(String text) {
    if (text.chars().noneMatch(c -> MARKS.indexOf(c) >= 0)) {
      return text;
    }
    String task = QUOTED.matcher(text).replaceAll(" ");
    return task.isBlank() ? text : task;
  }
}
