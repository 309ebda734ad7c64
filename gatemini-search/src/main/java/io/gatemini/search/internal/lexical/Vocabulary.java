package io.gatemini.search.internal.lexical;

import io.gatemini.spi.TextAnalyzer.Token;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The terms of all tools as numbers, and the words they were made from, findable by the trigrams of
 * their letters.
 *
 * <p>Terms and words are only added. A vocabulary is immutable but for the two maps, which later
 * ones share: a number that a vocabulary does not know yet is one it does not have.
 */
final class Vocabulary {
  /** Shorter words have no neighbours worth looking at, longer ones are data. */
  private static final int SHORTEST_WORD = 3;

  private static final int LONGEST_WORD = 40;

  private static final int LETTERS = 38;

  /**
   * The most terms of texts; those of names have as much again. Ten thousand tools of real servers
   * have a third of it: what comes beyond is data in the place of a description.
   */
  static final int MAX_TERMS = 100_000;

  private final Map<String, Integer> termNumbers;
  private final Map<String, Integer> wordNumbers;
  private final int terms;
  private final Word[] words;

  /** The lengths of the words; a look at the word itself would be a miss of the cache. */
  private final byte[] lengths;

  private final int[] @Nullable [] wordsByTrigram;

  private Vocabulary(
      Map<String, Integer> termNumbers,
      Map<String, Integer> wordNumbers,
      int terms,
      Word[] words,
      int[] @Nullable [] wordsByTrigram) {
    this.termNumbers = termNumbers;
    this.wordNumbers = wordNumbers;
    this.terms = terms;
    this.words = words;
    this.lengths = new byte[words.length];
    for (int i = 0; i < words.length; i++) {
      lengths[i] = (byte) words[i].letters.length();
    }
    this.wordsByTrigram = wordsByTrigram;
  }

  /** How many terms there are, or were. */
  int terms() {
    return terms;
  }

  /** The number of a term; -1 for one that no tool ever had. */
  int term(String term) {
    Integer number = termNumbers.get(term);
    return number == null || number >= terms ? -1 : number;
  }

  int words() {
    return words.length;
  }

  String word(int number) {
    return words[number].letters;
  }

  int length(int word) {
    return lengths[word];
  }

  /** The number of a word that is a term's; -1 for an unknown one. */
  int wordNumber(String word) {
    Integer number = wordNumbers.get(word);
    // An index that failed half-way, or was made from the same one, may have given the number.
    boolean known = number != null && number < words.length && words[number].spelled.equals(word);
    return known ? number : -1;
  }

  /** How a word is written: the words of a name, with spaces, where it is one of those. */
  String spelled(int word) {
    return words[word].spelled;
  }

  /** The terms a word is indexed under: one, or those of a name written in one. */
  int[] termsOf(int word) {
    return words[word].terms;
  }

  /** The words that have a trigram. */
  int[] withTrigram(int trigram) {
    int[] found = wordsByTrigram[trigram];
    return found == null ? new int[0] : found;
  }

  /** The trigrams of a word, its begin and its end counted as a letter each. */
  static int[] trigrams(String word) {
    int[] trigrams = new int[word.length()];
    int code = letter(word.charAt(0));
    for (int i = 0; i < trigrams.length; i++) {
      int next = i + 1 < word.length() ? letter(word.charAt(i + 1)) : 0;
      code = (code * LETTERS + next) % (LETTERS * LETTERS * LETTERS);
      trigrams[i] = code;
    }
    return trigrams;
  }

  private static int letter(char c) {
    if (c >= 'a' && c <= 'z') {
      return 1 + c - 'a';
    }
    // Other letters share the numbers: that some words look alike does no harm, that all do would.
    return c >= '0' && c <= '9' ? 27 + c - '0' : 1 + c % (LETTERS - 1);
  }

  @SuppressWarnings("ArrayRecordComponent") // read in the inner loop, never compared
  private record Word(String letters, String spelled, int[] terms) {}

  /** Adds what new tools bring. Used by one thread. */
  static final class Builder {
    private final Map<String, Integer> termNumbers;
    private final Map<String, Integer> wordNumbers;
    private Word[] words;
    private int[] @Nullable [] wordsByTrigram;
    private int[] trigramCounts;
    private int size;

    Builder(Optional<Vocabulary> previous) {
      termNumbers = previous.map(known -> known.termNumbers).orElseGet(ConcurrentHashMap::new);
      wordNumbers = previous.map(known -> known.wordNumbers).orElseGet(ConcurrentHashMap::new);
      words = previous.map(known -> known.words).orElse(new Word[0]);
      size = words.length;
      int trigrams = LETTERS * LETTERS * LETTERS;
      wordsByTrigram =
          previous.map(known -> known.wordsByTrigram.clone()).orElse(new int[trigrams][]);
      trigramCounts = new int[trigrams];
      for (int i = 0; i < trigrams; i++) {
        int[] list = wordsByTrigram[i];
        trigramCounts[i] = list == null ? 0 : list.length;
      }
    }

    /** The number of a token's term; -1 for a new one where there are too many. */
    int add(Token token) {
      return add(token, MAX_TERMS);
    }

    private int add(Token token, int most) {
      int term = number(token.term(), most);
      if (term >= 0) {
        addWord(new Word(token.word(), token.word(), new int[] {term}));
      }
      return term;
    }

    /** The numbers of the terms of a name. */
    int[] addName(List<Token> name) {
      int[] terms = name.stream().mapToInt(token -> add(token, 2 * MAX_TERMS)).toArray();
      addJoined(name);
      return Arrays.stream(terms).filter(term -> term >= 0).toArray();
    }

    /**
     * Makes a name findable that is written without its separators: "websearch". It is another word
     * than a term of the same letters, whichever comes first.
     */
    private void addJoined(List<Token> name) {
      for (int from = 0; from < name.size(); from++) {
        for (int length : new int[] {2, name.size()}) {
          if (length >= 2 && from + length <= name.size()) {
            List<Token> part = name.subList(from, from + length);
            List<String> its = part.stream().map(Token::word).toList();
            int[] itsTerms =
                part.stream()
                    .mapToInt(token -> number(token.term(), 2 * MAX_TERMS))
                    .filter(term -> term >= 0)
                    .toArray();
            addWord(new Word(String.join("", its), String.join(" ", its), itsTerms));
          }
        }
      }
    }

    private int number(String term, int most) {
      Integer known = termNumbers.get(term);
      if (known == null) {
        if (termNumbers.size() >= most) {
          return -1;
        }
        known = termNumbers.size();
        termNumbers.put(term, known);
      }
      return known;
    }

    private void addWord(Word word) {
      int length = word.letters.length();
      boolean isFull = size >= 2 * MAX_TERMS;
      if (length < SHORTEST_WORD || length > LONGEST_WORD || isFull || isKnown(word)) {
        return;
      }
      if (size == words.length) {
        words = Arrays.copyOf(words, size + size / 2 + 64);
      }
      words[size] = word;
      wordNumbers.put(word.spelled, size);
      for (int trigram : trigrams(word.letters)) {
        addToTrigram(trigram, size);
      }
      size++;
    }

    /** The number may be one that an index which failed half-way gave. */
    private boolean isKnown(Word word) {
      Integer number = wordNumbers.get(word.spelled);
      return number != null && number < size && words[number].spelled.equals(word.spelled);
    }

    private void addToTrigram(int trigram, int word) {
      int[] list = wordsByTrigram[trigram];
      int count = trigramCounts[trigram];
      if (count > 0 && list != null && list[count - 1] == word) {
        return;
      }
      if (list == null || list.length == count) {
        list = Arrays.copyOf(list == null ? new int[0] : list, count + count / 2 + 2);
        wordsByTrigram[trigram] = list;
      }
      list[count] = word;
      trigramCounts[trigram] = count + 1;
    }

    Vocabulary build() {
      for (int i = 0; i < wordsByTrigram.length; i++) {
        int[] list = wordsByTrigram[i];
        if (list != null && list.length != trigramCounts[i]) {
          wordsByTrigram[i] = Arrays.copyOf(list, trigramCounts[i]);
        }
      }
      return new Vocabulary(
          termNumbers, wordNumbers, termNumbers.size(), Arrays.copyOf(words, size), wordsByTrigram);
    }
  }
}
