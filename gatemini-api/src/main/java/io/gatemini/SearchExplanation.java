package io.gatemini;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Why a search found a tool. Immutable.
 *
 * @param retriever the retriever that answered, such as {@code hybrid}
 * @param scores the parts of the score by name, in the order they were made; what they mean is the
 *     retriever's own. {@code usage} is the gateway's: what it added because the tool was of use
 * @param repairs the words of the query that were read as other words
 * @param wanted the kind of server that has tools for the task, such as {@code flights}; empty
 *     where a tool fits or no kind is known
 */
public record SearchExplanation(
    String retriever, Map<String, Double> scores, List<Repair> repairs, String wanted) {

  /** Why a tool was found that fits. */
  public SearchExplanation(String retriever, Map<String, Double> scores, List<Repair> repairs) {
    this(retriever, scores, repairs, "");
  }

  public SearchExplanation {
    scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
    repairs = List.copyOf(repairs);
  }

  /** This explanation with one more part of the score. */
  public SearchExplanation with(String part, double score) {
    Map<String, Double> more = new LinkedHashMap<>(scores);
    more.put(part, score);
    return new SearchExplanation(retriever, more, repairs, wanted);
  }

  /**
   * A word of the query that no tool has, and what it was read as.
   *
   * @param word the word of the query
   * @param readAs the word of the catalog
   * @param similarity how alike they are, above 0 and at most 1
   */
  public record Repair(String word, String readAs, double similarity) {}
}
