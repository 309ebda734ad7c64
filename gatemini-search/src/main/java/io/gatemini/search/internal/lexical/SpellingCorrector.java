package io.gatemini.search.internal.lexical;

import io.gatemini.text.EditDistance;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Reads a word that no tool has as words that tools have: a typing error, a word that was cut
 * short, several words written as one. Deterministic; its time is bounded whatever the word.
 *
 * <p>Neighbours are proposed by the trigrams they share with the word and judged by their {@link
 * AlignmentDistance}. Belongs to one thread.
 */
final class SpellingCorrector {
  /**
   * The words that a word may stand for.
   *
   * @param word the word of the catalog, or several words with spaces
   * @param terms what they are indexed as
   * @param similarity above 0; 1 for the word itself
   */
  @SuppressWarnings("ArrayRecordComponent") // read in the inner loop, never compared
  record Reading(String word, int[] terms, float similarity) {}

  private static final int SHORTEST = 3;
  private static final int LONGEST = 40;

  /** The most proposals whose distance is computed; those that share the most trigrams. */
  private static final int PROPOSALS = 64;

  private static final int READINGS = 6;

  /** A reading less likely than this share of the best one is left out. */
  private static final double WORTH_READING = 0.75;

  /** Between two equally near words, the one that more tools have is the likelier. */
  private static final double POPULARITY = 0.03;

  /** "serch" is not "fetch": further away it is another word, which no tool happens to have. */
  private static final double FAR = 0.6;

  /** The first letter is seldom the wrong one. */
  private static final float OTHER_FIRST_LETTER = 0.05f;

  /** Several words are less likely than one, the less the shorter they are. */
  private static final double GLUED = 0.9;

  private static final double GLUED_SHORT = 0.25;

  private static final int[] NO_TERMS = {};

  private final Vocabulary vocabulary;

  /** How many tools have a term. */
  private final IntUnaryOperator tools;

  /** By what it is indexed as: of words with one stem the most alike is kept. */
  private final Map<IntBuffer, Reading> best = new HashMap<>();

  private SpellingCorrector(Vocabulary vocabulary, IntUnaryOperator tools) {
    this.vocabulary = vocabulary;
    this.tools = tools;
  }

  /**
   * Readings of a word, likeliest first; none where nothing is near.
   *
   * @param tools how many tools have a term
   */
  static List<Reading> of(String word, Vocabulary vocabulary, IntUnaryOperator tools) {
    if (word.length() < SHORTEST || word.length() > LONGEST) {
      return List.of();
    }
    SpellingCorrector repair = new SpellingCorrector(vocabulary, tools);
    repair.neighbours(word);
    repair.completions(word);
    repair.glued(word);
    return repair.likeliest();
  }

  private List<Reading> likeliest() {
    List<Reading> readings = new ArrayList<>(best.values());
    readings.sort(
        Comparator.comparingDouble(this::likelihood)
            .reversed()
            .thenComparing(Reading::word)
            .thenComparingInt(reading -> reading.terms.length));
    if (readings.isEmpty()) {
      return readings;
    }
    double enough = likelihood(readings.get(0)) * WORTH_READING;
    return readings.stream()
        .filter(reading -> likelihood(reading) >= enough)
        .limit(READINGS)
        .toList();
  }

  private double likelihood(Reading reading) {
    return reading.similarity + POPULARITY * Math.log(popularity(reading.terms));
  }

  private int popularity(int[] terms) {
    int least = Integer.MAX_VALUE;
    for (int term : terms) {
      least = Math.min(least, tools.applyAsInt(term));
    }
    return least;
  }

  private void offer(String word, int[] terms, double similarity) {
    if (similarity >= FAR && popularity(terms) > 0) {
      best.merge(
          IntBuffer.wrap(terms),
          new Reading(word, terms, (float) similarity),
          (known, other) -> other.similarity > known.similarity ? other : known);
    }
  }

  private void neighbours(String word) {
    int limit = EditDistance.limit(word.length());
    AlignmentDistance distances = AlignmentDistance.from(word);
    for (int number : proposals(word, limit)) {
      String other = vocabulary.word(number);
      int distance = distances.to(other);
      if (distance <= limit) {
        float similarity = 1 - (float) distance / Math.max(word.length(), other.length());
        boolean sameStart = other.charAt(0) == word.charAt(0);
        offer(
            vocabulary.spelled(number),
            vocabulary.termsOf(number),
            sameStart ? similarity : similarity - OTHER_FIRST_LETTER);
      }
    }
  }

  /** The words that share the most trigrams with a word, and are about as long. */
  private int[] proposals(String word, int limit) {
    byte[] shared = new byte[vocabulary.words()];
    int[] found = new int[PROPOSALS];
    int count = 0;
    int[] perShare = new int[LONGEST + 1];
    for (int trigram : Vocabulary.trigrams(word)) {
      for (int number : vocabulary.withTrigram(trigram)) {
        int before = shared[number];
        if (before == 0) {
          if (Math.abs(vocabulary.length(number) - word.length()) > limit) {
            continue;
          }
          if (count == found.length) {
            found = Arrays.copyOf(found, count * 2);
          }
          found[count++] = number;
        } else {
          perShare[before]--;
        }
        shared[number]++;
        perShare[before + 1]++;
      }
    }
    if (count <= PROPOSALS) {
      return Arrays.copyOf(found, count);
    }
    int least = LONGEST;
    int above = 0;
    while (least > 1 && above + perShare[least] < PROPOSALS) {
      above += perShare[least--];
    }
    int[] chosen = new int[PROPOSALS];
    int size = 0;
    int room = PROPOSALS - above;
    for (int i = 0; i < count && size < PROPOSALS; i++) {
      int share = shared[found[i]];
      if (share > least || (share == least && room-- > 0)) {
        chosen[size++] = found[i];
      }
    }
    return Arrays.copyOf(chosen, size);
  }

  private void completions(String word) {
    int[] trigrams = Vocabulary.trigrams(word);
    int[] candidates = vocabulary.withTrigram(trigrams[0]);
    for (int i = 1; i < trigrams.length - 1; i++) {
      int[] others = vocabulary.withTrigram(trigrams[i]);
      candidates = others.length < candidates.length ? others : candidates;
    }
    for (int number : candidates) {
      int[] terms = vocabulary.termsOf(number);
      // "clust" stands for "cluster", not for all the names that begin with it.
      if (terms.length == 1
          && vocabulary.length(number) > word.length()
          && vocabulary.word(number).startsWith(word)) {
        offer(
            vocabulary.word(number),
            terms,
            Math.sqrt((double) word.length() / vocabulary.length(number)));
      }
    }
  }

  /** Reads a word as known words one after the other: long ones rather than many. */
  private void glued(String word) {
    int length = word.length();
    int[] value = new int[length + 1];
    int[] from = new int[length + 1];
    Arrays.fill(value, 1, length + 1, -1);
    for (int end = SHORTEST; end <= length; end++) {
      for (int start = 0; start <= end - SHORTEST; start++) {
        int size = end - start;
        if (value[start] >= 0
            && value[start] + size * size > value[end]
            && isAlive(termsOf(word.substring(start, end)))) {
          value[end] = value[start] + size * size;
          from[end] = start;
        }
      }
    }
    if (value[length] < 0) {
      return;
    }
    int[] terms = NO_TERMS;
    StringBuilder spaced = new StringBuilder();
    for (int end = length; end > 0; end = from[end]) {
      String part = word.substring(from[end], end);
      int[] itsTerms = termsOf(part);
      int[] joined = Arrays.copyOf(itsTerms, itsTerms.length + terms.length);
      System.arraycopy(terms, 0, joined, itsTerms.length, terms.length);
      terms = joined;
      spaced.insert(0, spaced.isEmpty() ? part : part + " ");
    }
    double share = (double) value[length] / (length * length);
    offer(spaced.toString(), terms, GLUED * Math.pow(share, GLUED_SHORT));
  }

  private boolean isAlive(int[] terms) {
    return terms.length > 0 && popularity(terms) > 0;
  }

  private int[] termsOf(String word) {
    int number = vocabulary.wordNumber(word);
    return number < 0 ? NO_TERMS : vocabulary.termsOf(number);
  }
}
