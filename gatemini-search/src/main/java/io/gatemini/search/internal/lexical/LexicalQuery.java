package io.gatemini.search.internal.lexical;

import io.gatemini.SearchExplanation;
import io.gatemini.search.internal.lexical.SpellingCorrector.Reading;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzer.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A query as one index understands it: its words, each with what it may be read as. Immutable.
 *
 * @param task the text of the query without quoted values
 * @param idf the information of the words, repaired ones weighted by the likeness of their best
 *     reading
 */
public record LexicalQuery(String task, List<Word> words, Set<String> terms, float idf) {
  /** The characters of a query that a search reads; a task fits many times. */
  private static final int TEXT_LIMIT = 10_000;

  private static final int DISTINCT_WORDS = 64;

  /** Repairs are the dear part of a query; with more unknown words than this it is no task. */
  private static final int REPAIRS = 12;

  /** A word with a capital is a value, but where it is nearly a word of the catalog. */
  private static final float SAME_NAME = 0.8f;

  private static final Pattern NAME = Pattern.compile("(?<=[\\p{L}\\p{N},;] )\\p{Lu}\\p{Ll}+");

  /** The weight of a word of a quoted value; see {@link QuotedValues}. */
  private static final float QUOTED = 0.3f;

  /**
   * One word.
   *
   * @param weight what it counts: less than 1 for a part of a quoted value
   * @param readings none where no tool has it or anything near it
   * @param known whether a tool has the word itself
   */
  public record Word(
      String word, String term, float weight, List<Reading> readings, boolean known) {
    /** How much of the word the catalog has: 1 for the word itself, less for its best reading. */
    public float likeness() {
      return readings.isEmpty() ? 0 : readings.get(0).similarity();
    }

    /** How much of the word a tool has. */
    float likeness(ToolTerms document) {
      float best = 0;
      for (Reading reading : readings) {
        if (Arrays.stream(reading.terms()).allMatch(term -> document.find(term) >= 0)) {
          best = Math.max(best, reading.similarity());
        }
      }
      return best;
    }
  }

  /**
   * Reads a query; no more than its first 10,000 characters and 64 words.
   *
   * @param realWord whether a word that no tool has is right all the same, and not to be repaired
   */
  public static LexicalQuery of(
      String query, LexicalIndex index, TextAnalyzer analyzer, Predicate<String> realWord) {
    String text = query.length() <= TEXT_LIMIT ? query : query.substring(0, TEXT_LIMIT);
    String task = QuotedValues.without(text);
    Reader reader = new Reader(index, realWord, names(task));
    reader.read(analyzer.analyze(task), 1);
    if (task.length() != text.length()) {
      reader.read(analyzer.analyze(text), QUOTED);
    }
    return new LexicalQuery(task, List.copyOf(reader.words), reader.terms, reader.idf);
  }

  /** Words with a capital inside of a sentence: names of people and places, in most languages. */
  private static Set<String> names(String task) {
    return NAME.matcher(task)
        .results()
        .map(name -> name.group().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  boolean has(String term) {
    return terms.contains(term);
  }

  /** The task with repaired words in the place of those they stand for. */
  public String repairedTask() {
    String repaired = task;
    for (Word word : words) {
      if (!word.known && !word.readings.isEmpty()) {
        repaired = replaceFirst(repaired, word.word, word.readings.get(0).word());
      }
    }
    return repaired;
  }

  private static String replaceFirst(String text, String word, String by) {
    String lower = text.toLowerCase(Locale.ROOT);
    int at = lower.length() == text.length() ? lower.indexOf(word) : -1;
    while (at >= 0 && !isWhole(text, at, at + word.length())) {
      at = lower.indexOf(word, at + 1);
    }
    return at < 0
        ? text
        : text.substring(0, at) + " " + by + " " + text.substring(at + word.length());
  }

  /** Whether a word stands there, and not letters of a longer one: "mal" is none of "normal". */
  private static boolean isWhole(String text, int from, int to) {
    return (from == 0
            || !Character.isLetter(text.charAt(from - 1))
            || Character.isUpperCase(text.charAt(from)))
        && (to == text.length()
            || !Character.isLetter(text.charAt(to))
            || Character.isUpperCase(text.charAt(to)));
  }

  /** The words that were read as others. */
  public List<SearchExplanation.Repair> repairs() {
    return words.stream()
        .filter(word -> !word.known && !word.readings.isEmpty())
        .map(
            word -> {
              Reading best = word.readings.get(0);
              return new SearchExplanation.Repair(word.word, best.word(), best.similarity());
            })
        .toList();
  }

  private static final class Reader {
    private final LexicalIndex index;
    private final Predicate<String> realWord;
    private final Set<String> names;
    private final List<Word> words = new ArrayList<>();
    private final Set<String> terms = new HashSet<>();
    private int repairs;
    private float idf;

    Reader(LexicalIndex index, Predicate<String> realWord, Set<String> names) {
      this.index = index;
      this.realWord = realWord;
      this.names = names;
    }

    void read(List<Token> tokens, float weight) {
      for (Token token : tokens) {
        if (words.size() == DISTINCT_WORDS) {
          return;
        }
        if (terms.add(token.term())) {
          add(token, weight);
        }
      }
    }

    private void add(Token token, float weight) {
      int term = index.vocabulary().term(token.term());
      boolean known = term >= 0 && index.tools(term) > 0;
      List<Reading> readings = List.of();
      if (known) {
        readings = List.of(new Reading(token.word(), new int[] {term}, 1));
      } else if (repairs < REPAIRS && !realWord.test(token.word())) {
        readings = SpellingCorrector.of(token.word(), index.vocabulary(), index::tools);
        repairs++;
        if (names.contains(token.word())
            && !readings.isEmpty()
            && readings.get(0).similarity() < SAME_NAME) {
          readings = List.of(); // "Ann" is no cut "annotated"
        }
      }
      if (!readings.isEmpty()) {
        Reading best = readings.get(0);
        for (int each : best.terms()) {
          idf += weight * best.similarity() * index.idf(each);
        }
      }
      words.add(new Word(token.word(), token.term(), weight, readings, known));
    }
  }
}
