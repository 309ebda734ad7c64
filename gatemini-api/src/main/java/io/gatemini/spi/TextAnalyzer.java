package io.gatemini.spi;

import io.gatemini.stability.Stable;
import java.util.List;

/** Turns text into tokens for search, the intent filter and completion. Thread-safe. */
@Stable
@FunctionalInterface
public interface TextAnalyzer {
  /** The tokens of a text in their order, repeated ones repeated. */
  List<String> tokens(String text);

  /**
   * The tokens of a text, each with the word it was made from. If an analyzer does not say, the
   * token is the word.
   */
  default List<Token> analyze(String text) {
    return tokens(text).stream().map(token -> new Token(token, token)).toList();
  }

  /**
   * A part that a text with this token of {@link #tokens} is sure to have, ignoring case: lets a
   * filter skip large texts unread. Who answers with more than an empty text, for an ASCII token,
   * promises two things of every text:
   *
   * <ul>
   *   <li>its tokens are those of its runs, each read alone; a run ends at an ASCII character that
   *       is neither letter nor digit
   *   <li>a run of ASCII letters and digits that has the token has this part
   * </ul>
   *
   * Empty where that is not so: every text is read.
   */
  default String trace(String token) {
    return "";
  }

  /**
   * A word and what it is indexed as.
   *
   * @param word the word as written, in lower case
   * @param term the token, such as the word's stem
   */
  record Token(String word, String term) {}
}
