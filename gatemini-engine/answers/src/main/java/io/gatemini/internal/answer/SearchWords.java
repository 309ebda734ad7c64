package io.gatemini.internal.answer;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words that a stored result is searched for, and which of them a text has. A text has a word
 * where it has its letters, or those of what the analyzer makes of it, anywhere: what is looked for
 * is often a part of an identifier. Not every text is taken apart into tokens, which would take
 * many times as long. Immutable.
 */
final class SearchWords {
  /** One bit each. */
  private static final int MAX_WORDS = 30;

  /** A shorter stem is in every other word. */
  private static final int MIN_STEM = 3;

  private final List<Word> words;

  private SearchWords(List<Word> words) {
    this.words = words;
  }

  static SearchWords of(String text, TextAnalyzer analyzer) {
    List<Word> all = new ArrayList<>();
    List<Word> significant = new ArrayList<>();
    for (String part : text.strip().split("\\s+", -1)) {
      String word = part.toLowerCase(Locale.ROOT);
      List<String> tokens = analyzer.tokens(part);
      String stem = tokens.size() == 1 ? tokens.get(0) : word;
      Word entry = new Word(word, stem.length() < MIN_STEM ? word : stem);
      all.add(entry);
      if (!tokens.isEmpty()) {
        significant.add(entry);
      }
    }
    List<Word> words = (significant.isEmpty() ? all : significant).stream().distinct().toList();
    if (text.isBlank() || words.size() > MAX_WORDS) {
      throw new InvalidArgumentsException(
          "search takes from 1 to %s words, not %s"
              .formatted(MAX_WORDS, text.isBlank() ? 0 : words.size()));
    }
    return new SearchWords(words);
  }

  /** The words that a text has, one bit each. */
  int in(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    int found = 0;
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).indexIn(lower) >= 0) {
        found |= 1 << i;
      }
    }
    return found;
  }

  /** At most so many characters of a text around the first of the words in it. */
  String excerpt(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    int first =
        words.stream().mapToInt(word -> word.indexIn(lower)).filter(i -> i >= 0).min().orElse(0);
    int start = Math.max(0, Math.min(first - length / 3, text.length() - length));
    int end = start + length;
    if (start > 0 && Character.isLowSurrogate(text.charAt(start))) {
      start++;
    }
    if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
      end--;
    }
    return (start > 0 ? "…" : "") + text.substring(start, end) + (end < text.length() ? "…" : "");
  }

  private record Word(String word, String stem) {
    int indexIn(String lower) {
      int index = lower.indexOf(word);
      return index >= 0 || stem.equals(word) ? index : lower.indexOf(stem);
    }
  }
}
