package io.gatemini.examples.plugin.tiered;

import io.gatemini.SearchExplanation.Repair;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The words of all tools, and what a word with typing errors is read as: the word at the smallest
 * Levenshtein distance, of several the one that more tools have, then the first in code-unit order.
 * A distance of 1 is allowed to words of up to 4 bytes, 2 up to 12, 3 to longer ones; words of less
 * than 3 bytes and words that tools have are left alone.
 *
 * <p>Where no word is near enough, two neighbouring words of a tool's name are tried as one, so
 * that {@code websrch} is read as {@code web search}. Immutable; its size is the catalog's
 * vocabulary.
 */
final class CorrectionVocabulary {
  /** More distinct words of one query than these are not corrected, to bound the time it takes. */
  static final int MAX_CORRECTED_WORDS = 32;

  private static final int MIN_BYTES = 3;

  private final Map<String, Word> words;
  private final Map<String, Word> pairs;

  private CorrectionVocabulary(Map<String, Word> words, Map<String, Word> pairs) {
    this.words = words;
    this.pairs = pairs;
  }

  static CorrectionVocabulary empty() {
    return new CorrectionVocabulary(Map.of(), Map.of());
  }

  /** This vocabulary without the words of some segments and with those of others. */
  CorrectionVocabulary with(Collection<TieredSegment> added, Collection<TieredSegment> removed) {
    Map<String, Word> newWords = new HashMap<>(words);
    Map<String, Word> newPairs = new HashMap<>(pairs);
    added.forEach(
        segment -> {
          segment.words().forEach((word, postings) -> count(newWords, word, postings.size()));
          segment.namePairs().forEach((pair, names) -> count(newPairs, pair, names));
        });
    removed.forEach(
        segment -> {
          segment.words().forEach((word, postings) -> count(newWords, word, -postings.size()));
          segment.namePairs().forEach((pair, names) -> count(newPairs, pair, -names));
        });
    return new CorrectionVocabulary(newWords, newPairs);
  }

  private static void count(Map<String, Word> words, String text, int documents) {
    Word known = words.get(text);
    if (known == null) {
      words.put(text, Word.of(text, documents));
    } else if (known.documents + documents == 0) {
      words.remove(text);
    } else {
      words.put(text, known.withDocuments(known.documents + documents));
    }
  }

  /** Whether any tool has the word. */
  boolean contains(String word) {
    return words.containsKey(word);
  }

  /** Corrected words of a query, without those that stay as they are. */
  Map<String, Repair> corrections(Collection<String> query) {
    Map<String, Repair> corrections = new LinkedHashMap<>();
    query.stream()
        .distinct()
        .filter(word -> !contains(word))
        .limit(MAX_CORRECTED_WORDS)
        .forEach(word -> correction(word).ifPresent(repair -> corrections.put(word, repair)));
    return corrections;
  }

  private Optional<Repair> correction(String word) {
    Word wanted = Word.of(word, 0);
    if (wanted.bytes.length < MIN_BYTES) {
      return Optional.empty();
    }
    int bound = bound(wanted.bytes.length);
    return nearest(wanted, bound, words.values()).or(() -> nearest(wanted, bound, pairs.values()));
  }

  /** How many typing errors a word of a length is forgiven. */
  static int bound(int bytes) {
    if (bytes <= 4) {
      return 1;
    }
    return bytes <= 12 ? 2 : 3;
  }

  private static Optional<Repair> nearest(Word wanted, int bound, Collection<Word> candidates) {
    Word best = null;
    int bestDistance = bound;
    for (Word candidate : candidates) {
      if (candidate.bytes.length < MIN_BYTES || wanted.isFurtherThan(bestDistance, candidate)) {
        continue;
      }
      int distance = EditDistance.within(bestDistance, wanted.bytes, candidate.bytes);
      if (distance < bestDistance || (distance == bestDistance && candidate.isBefore(best))) {
        best = candidate;
        bestDistance = distance;
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    int longer = Math.max(wanted.bytes.length, best.bytes.length);
    return Optional.of(new Repair(wanted.text, best.text, 1 - (double) bestDistance / longer));
  }

  /** The words of a query with corrections in their places. */
  static List<String> corrected(List<String> query, Map<String, Repair> corrections) {
    List<String> corrected = new ArrayList<>();
    for (String word : query) {
      Repair repair = corrections.get(word);
      corrected.addAll(repair == null ? List.of(word) : List.of(repair.readAs().split(" ")));
    }
    return corrected;
  }

  /** A word, or two with a space between that counts for nothing. */
  private static final class Word {
    private final String text;
    private final byte[] bytes;

    /** A bit for each byte value, modulo 64: one typing error changes at most two of them. */
    private final long signature;

    private final int documents;

    private Word(String text, byte[] bytes, long signature, int documents) {
      this.text = text;
      this.bytes = bytes;
      this.signature = signature;
      this.documents = documents;
    }

    static Word of(String text, int documents) {
      byte[] bytes = text.replace(" ", "").getBytes(StandardCharsets.UTF_8);
      long signature = 0;
      for (byte b : bytes) {
        signature |= 1L << (b & 63);
      }
      return new Word(text, bytes, signature, documents);
    }

    Word withDocuments(int documents) {
      return new Word(text, bytes, signature, documents);
    }

    /** Whether the distance is certainly greater, without computing it. */
    boolean isFurtherThan(int distance, Word other) {
      return Math.abs(bytes.length - other.bytes.length) > distance
          || Long.bitCount(signature ^ other.signature) > 2 * distance;
    }

    boolean isBefore(@Nullable Word other) {
      if (other == null || documents != other.documents) {
        return other == null || documents > other.documents;
      }
      return text.compareTo(other.text) < 0;
    }
  }
}
