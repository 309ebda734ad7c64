package io.gatemini.spi;

import java.util.List;

/** Turns text into tokens for search, the intent filter and completion. Thread-safe. */
@FunctionalInterface
public interface TextAnalyzer {
  /** The tokens of a text in their order, repeated ones repeated. */
  List<String> tokens(String text);

  /**
   * The tokens of a text, each with the word it was made from. Where an analyzer does not tell, the
   * token is the word.
   */
  default List<Token> analyze(String text) {
    return tokens(text).stream().map(token -> new Token(token, token)).toList();
  }

  /**
   * A word and what it is indexed as.
   *
   * @param word the word as written, in lower case
   * @param term the token, such as the word's stem
   */
  record Token(String word, String term) {}
}
