package io.gatemini.text;

import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import io.gatemini.spi.TokenEstimator;

/**
 * Estimates tokens by UTF-8 bytes: four a token, and three and a half for JSON with figures in it.
 * Stateless and thread-safe; costs a pass over the text.
 *
 * <p>The ratios are those of the vocabularies cl100k and o200k. Objects and lists as public APIs
 * answer with them have 3.1 to 3.5 bytes a token (1,100 answers; 5 of 100 have less than 2.3, which
 * are lists of hashes and keys, 5 of 100 more than 4.0). JSON that is words has more: input schemas
 * 4.3 (3.7 to 4.9), the rows of this gateway 4.2 (3.8 to 4.5). Prose: descriptions of tools 4.7
 * (3.7 to 6.2), Markdown 3.8 (3.5 to 4.4). A single estimate may be a third off.
 *
 * <p>The kind of text is read from three samples: the share of marks such as quotes and braces,
 * fewer of them being enough behind an opening bracket, and the share of digits. A text in which
 * data follows a line of prose counts as data.
 */
public final class BytesTokenEstimator implements TokenEstimator {
  // Halves of a byte a token, so that nothing is rounded on the way.
  private static final int WORDS = 8;
  private static final int DATA = 7;

  private static final int SAMPLE_LENGTH = 256;

  /** Marks in a hundred characters: an array of long texts has few. */
  private static final int MARKS_AFTER_BRACKET = 6;

  /** More than 99 of 100 descriptions and source files have. */
  private static final int MARKS_ANYWHERE = 10;

  /** Digits in a hundred characters: schemas and rows have none, answers of APIs four. */
  private static final int DIGITS = 1;

  @Override
  public long estimate(String text) {
    long halves = 2 * Utf8Size.of(text);
    int perToken = isData(text) ? DATA : WORDS;
    return (halves + perToken - 1) / perToken;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A text of at most {@code bytesWithin(tokens, JSON)} bytes is estimated at most {@code
   * tokens}; so is one of {@code bytesWithin(tokens, TEXT)} bytes that does not look like data.
   */
  @Override
  public long bytesWithin(long tokens, Payload.Kind kind) {
    int perToken = kind == Payload.Kind.JSON ? DATA : WORDS;
    return tokens > Long.MAX_VALUE / perToken ? Long.MAX_VALUE / 2 : tokens * perToken / 2;
  }

  /** Whether a text is counted as JSON with figures. */
  static boolean isData(String text) {
    int begin = 0;
    while (begin < text.length() && text.charAt(begin) <= ' ') {
      begin++;
    }
    int length = text.length() - begin;
    if (length == 0) {
      return false;
    }
    int sample = Math.min(SAMPLE_LENGTH, length);
    Shares shares = new Shares();
    shares.read(text, begin, sample);
    if (length > 3 * SAMPLE_LENGTH) {
      shares.read(text, begin + (length - sample) / 2, sample);
      shares.read(text, text.length() - sample, sample);
    }
    char first = text.charAt(begin);
    int least = first == '{' || first == '[' ? MARKS_AFTER_BRACKET : MARKS_ANYWHERE;
    return shares.marks * 100 >= least * shares.read && shares.digits * 100 >= DIGITS * shares.read;
  }

  private static final class Shares {
    private int read;
    private int marks;
    private int digits;

    void read(String text, int from, int length) {
      read += length;
      for (int i = from; i < from + length; i++) {
        switch (text.charAt(i)) {
          case '"', '{', '}', '[', ']', ':', ',' -> marks++;
          case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> digits++;
          default -> {}
        }
      }
    }
  }
}
