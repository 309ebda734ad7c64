package io.gatemini.search.embedding;

import io.gatemini.search.embedding.BertNormalizer.Normalized;
import io.gatemini.search.embedding.TokenTable.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Splits text into the entries of a vocabulary, as BERT does (Wu et al., 2016, with BERT's
 * normaliser and pre-tokenizer): words are split at whitespace and around each punctuation mark,
 * and a word is covered greedily by the longest entries. A word that cannot be covered, or of more
 * than 100 characters, yields nothing; there are no special tokens.
 *
 * <p>An entry {@code ##x} continues a word. An entry of two words joined by one space is a pair: it
 * is added where the two words stand side by side, beside the pieces of the words themselves. A
 * vocabulary without pairs gives exactly the pieces of BERT.
 *
 * <p>Immutable and thread-safe. The time is linear in the text, at most the length of the longest
 * entry (100) looks a character.
 */
public final class WordPiece {
  /** BERT's limit, in code points. */
  static final int LONGEST_WORD = 100;

  private static final String CONTINUATION = "##";
  private static final int NO_WORD = -1;

  private final BertNormalizer normalizer;
  private final int longestWord;
  private final TokenTable words;
  private final TokenTable continuations;
  private final TokenTable pairs;

  private WordPiece(List<Entry> entries, BertNormalizer normalizer, int longestWord) {
    this.normalizer = normalizer;
    this.longestWord = longestWord;
    List<Entry> wordEntries = new ArrayList<>(entries.size());
    List<Entry> continuationEntries = new ArrayList<>();
    List<Entry> pairEntries = new ArrayList<>();
    for (Entry entry : entries) {
      String token = entry.text();
      if (token.length() > CONTINUATION.length() && token.startsWith(CONTINUATION)) {
        continuationEntries.add(new Entry(token.substring(CONTINUATION.length()), entry.row()));
      } else if (token.indexOf(' ') > 0) {
        pairEntries.add(entry);
      } else {
        wordEntries.add(entry);
      }
    }
    this.words = new TokenTable(wordEntries);
    this.continuations = new TokenTable(continuationEntries);
    this.pairs = new TokenTable(pairEntries);
  }

  /**
   * A tokenizer for lower-case text without accents (BERT "uncased").
   *
   * @param tokens the vocabulary; the place of a token in the list is the number that {@link
   *     #encode} answers
   * @throws IllegalArgumentException when a token is there twice
   */
  public static WordPiece of(List<String> tokens) {
    List<Entry> entries = new ArrayList<>(tokens.size());
    for (String token : tokens) {
      entries.add(new Entry(token, entries.size()));
    }
    return new WordPiece(entries, BertNormalizer.UNCASED, LONGEST_WORD);
  }

  /** A tokenizer of a foreign vocabulary, numbered as it likes. */
  static WordPiece of(Map<String, Integer> tokens, BertNormalizer normalizer, int longestWord) {
    List<Entry> entries = new ArrayList<>(tokens.size());
    tokens.forEach((token, row) -> entries.add(new Entry(token, row)));
    return new WordPiece(entries, normalizer, longestWord);
  }

  /** The numbers of the pieces in the order of the text; a pair follows its second word. */
  public int[] encode(CharSequence text) {
    return encode(text, Integer.MAX_VALUE);
  }

  /**
   * The same after {@link IdentifierText} has split the identifiers in the text, except for those
   * that are words of the vocabulary as a whole ({@code JavaScript}).
   */
  public int[] encodeIdentifiers(CharSequence text) {
    return encode(splitIdentifiers(text));
  }

  String splitIdentifiers(CharSequence text) {
    return IdentifierText.split(text, this::knowsWord);
  }

  /** At most the first {@code limit} numbers. */
  int[] encode(CharSequence text, int limit) {
    Normalized normalized = normalizer.normalize(text);
    char[] chars = normalized.chars();
    int length = normalized.length();
    Pieces pieces = new Pieces(16 + length / 4);
    int previous = NO_WORD;
    int start = 0;
    while (start < length && pieces.count < limit) {
      int first = Character.codePointAt(chars, start, length);
      int end = start + Character.charCount(first);
      if (first == ' ') {
        start = end;
        continue;
      }
      if (isPunctuation(first)) {
        addWord(chars, start, end, pieces);
        previous = NO_WORD;
        start = end;
        continue;
      }
      end = endOfWord(chars, end, length);
      addWord(chars, start, end, pieces);
      if (previous != NO_WORD && !pairs.isEmpty()) {
        int pair = pairs.find(chars, previous, end);
        if (pair != TokenTable.ABSENT) {
          pieces.add(pair);
        }
      }
      previous = start;
      start = end;
    }
    return Arrays.copyOf(pieces.rows, Math.min(pieces.count, limit));
  }

  /**
   * Whether this is one whole entry of the vocabulary that can start a word. Most are words of the
   * language; some are syllables that many words start with.
   *
   * @param word in lower case
   */
  public boolean knowsWord(String word) {
    return !word.isEmpty() && words.find(word.toCharArray(), 0, word.length()) != TokenTable.ABSENT;
  }

  /** Bytes that the tables of this tokenizer take in memory. */
  long bytes() {
    return words.bytes() + continuations.bytes() + pairs.bytes();
  }

  private static int endOfWord(char[] chars, int from, int length) {
    int end = from;
    while (end < length) {
      int codePoint = Character.codePointAt(chars, end, length);
      if (codePoint == ' ' || isPunctuation(codePoint)) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }

  private void addWord(char[] chars, int from, int to, Pieces pieces) {
    if (to - from > longestWord && Character.codePointCount(chars, from, to - from) > longestWord) {
      return;
    }
    int before = pieces.count;
    TokenTable table = words;
    int at = from;
    while (at < to) {
      long piece = table.longestPrefix(chars, at, to);
      if (piece == TokenTable.ABSENT) {
        pieces.count = before;
        return;
      }
      pieces.add((int) (piece >>> 32));
      at += (int) piece;
      table = continuations;
    }
  }

  /** The symbols of ASCII count as punctuation as well. */
  private static boolean isPunctuation(int c) {
    if (c < 0x80) {
      return (c >= '!' && c <= '/')
          || (c >= ':' && c <= '@')
          || (c >= '[' && c <= '`')
          || (c >= '{' && c <= '~');
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /** A list of numbers that grows. */
  private static final class Pieces {
    private int[] rows;
    private int count;

    Pieces(int capacity) {
      rows = new int[capacity];
    }

    void add(int row) {
      if (count == rows.length) {
        rows = Arrays.copyOf(rows, 2 * count);
      }
      rows[count++] = row;
    }
  }
}
