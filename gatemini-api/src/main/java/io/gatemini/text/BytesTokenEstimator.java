package io.gatemini.text;

import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.spi.Payload;
import io.gatemini.spi.TokenEstimator;

/**
 * Estimates tokens by UTF-8 bytes: four a token for prose, three and a half for JSON. Stateless and
 * thread-safe; costs a pass over the text.
 *
 * <p>The ratios are those of the vocabularies cl100k and o200k. Lists and objects as public APIs
 * answer with them have 3.5 bytes a token (1,100 answers; 5 of 100 have less than 2.3, which are
 * lists of hashes and keys, 5 of 100 more than 4.0), JSON schemas 4.3 (3.7 to 4.9), the rows of
 * this gateway 4.2 (3.8 to 4.5). English descriptions of tools have 4.7 (3.7 to 6.2), Markdown 3.8
 * (3.4 to 4.4). So a budget is rather kept than used up, and a single estimate may be a third off.
 *
 * <p>What is JSON is told by its first character and the share of marks such as quotes and braces
 * in three samples. A text in which JSON follows a line of prose counts as JSON.
 */
public final class BytesTokenEstimator implements TokenEstimator {
  // Halves of a byte a token, so that nothing is rounded on the way.
  private static final int PROSE = 8;
  private static final int JSON = 7;

  private static final int SAMPLE_LENGTH = 256;

  /** Marks in a hundred characters: an array of long texts has few. */
  private static final int MARKS_AFTER_BRACKET = 6;

  /** More than 99 of 100 descriptions and source files have. */
  private static final int MARKS_ANYWHERE = 10;

  @Override
  public long estimate(String text) {
    long halves = 2 * Utf8Size.of(text);
    int perToken = isJson(text) ? JSON : PROSE;
    return (halves + perToken - 1) / perToken;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A text of at most {@code bytesWithin(tokens, JSON)} bytes is estimated at most {@code
   * tokens}; so is one of {@code bytesWithin(tokens, TEXT)} bytes that does not look like JSON.
   */
  @Override
  public long bytesWithin(long tokens, Payload.Kind kind) {
    int perToken = kind == Payload.Kind.JSON ? JSON : PROSE;
    return tokens > Long.MAX_VALUE / perToken ? Long.MAX_VALUE / 2 : tokens * perToken / 2;
  }

  /** Whether a text is counted as JSON. */
  static boolean isJson(String text) {
    int begin = 0;
    while (begin < text.length() && text.charAt(begin) <= ' ') {
      begin++;
    }
    int length = text.length() - begin;
    if (length == 0) {
      return false;
    }
    int sample = Math.min(SAMPLE_LENGTH, length);
    int marks = marks(text, begin, sample);
    int read = sample;
    if (length > 3 * SAMPLE_LENGTH) {
      marks += marks(text, begin + (length - sample) / 2, sample);
      marks += marks(text, text.length() - sample, sample);
      read *= 3;
    }
    char first = text.charAt(begin);
    int least = first == '{' || first == '[' ? MARKS_AFTER_BRACKET : MARKS_ANYWHERE;
    return marks * 100 >= least * read;
  }

  private static int marks(String text, int from, int length) {
    int marks = 0;
    for (int i = from; i < from + length; i++) {
      switch (text.charAt(i)) {
        case '"', '{', '}', '[', ']', ':', ',' -> marks++;
        default -> {}
      }
    }
    return marks;
  }
}
