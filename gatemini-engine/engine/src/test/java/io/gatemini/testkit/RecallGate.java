package io.gatemini.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Questions in plain words with the tools that answer them: how many of these tools a gateway's
 * search finds is its recall, and a test keeps it from falling. Immutable.
 *
 * <pre>{@code
 * RecallGate.of(Path.of("src/test/resources/queries.jsonl")).in(5).over(gateway).atLeast(0.9);
 * }</pre>
 */
public final class RecallGate {
  private static final int DEFAULT_FIRST = 5;

  private final List<Question> questions;
  private final int first;

  private RecallGate(List<Question> questions, int first) {
    this.questions = List.copyOf(questions);
    this.first = first;
  }

  /**
   * A question.
   *
   * @param query what an agent searches for
   * @param tools the keys ({@code backend.tool}) of the tools that answer it, at least one
   * @param any whether one of them is enough; else each is wanted
   */
  public record Question(String query, Set<String> tools, boolean any) {
    public Question {
      tools = Set.copyOf(tools);
      if (tools.isEmpty()) {
        throw new IllegalArgumentException(
            "the question \"%s\" names no tool that answers it".formatted(query));
      }
    }
  }

  /**
   * The questions of a file in UTF-8, one JSON object a line: {@code {"query": "give the money
   * back", "gold": ["billing.refund"]}}. With {@code "mode": "any"} one of several tools is enough.
   * The {@code queries.jsonl} of {@code gatemini evaluate} is such a file.
   *
   * @throws IllegalArgumentException naming the line that is no question
   * @throws UncheckedIOException when the file cannot be read
   */
  public static RecallGate of(Path file) {
    List<Question> questions = new ArrayList<>();
    try {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        if (!lines.get(i).isBlank()) {
          questions.add(question(lines.get(i), file.getFileName() + ":" + (i + 1)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(questions);
  }

  private static Question question(String line, String place) {
    try {
      JsonNode json = RawJson.parse(line).tree();
      String query = json.path("query").textValue();
      if (query == null || !json.path("gold").isArray()) {
        throw new IllegalArgumentException(
            "write an object with \"query\" and a list \"gold\" of tools");
      }
      Set<String> tools = new LinkedHashSet<>();
      json.get("gold").forEach(tool -> tools.add(tool.asText()));
      return new Question(query, tools, json.path("mode").asText().equals("any"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
  }

  /** Questions that one tool answers each: the question, and the tool's key. */
  public static RecallGate of(Map<String, String> toolOfQuery) {
    return of(
        toolOfQuery.entrySet().stream()
            .map(entry -> new Question(entry.getKey(), Set.of(entry.getValue()), false))
            .toList());
  }

  /**
   * These questions.
   *
   * @throws IllegalArgumentException when there are none
   */
  public static RecallGate of(List<Question> questions) {
    if (questions.isEmpty()) {
      throw new IllegalArgumentException("there are no questions");
    }
    return new RecallGate(questions, DEFAULT_FIRST);
  }

  /**
   * Counts what is found among so many first hits, {@value #DEFAULT_FIRST} where nothing is said.
   *
   * @param first 1 to {@value SearchRequest#MAX_LIMIT}
   */
  public RecallGate in(int first) {
    var unused = SearchRequest.of("").withLimit(first); // Refuses what no search takes.
    return new RecallGate(questions, first);
  }

  /**
   * Asks a gateway all questions, one after the other. It has to be ready.
   *
   * @throws AssertionError when questions name tools that its catalog has not: they would lower the
   *     recall unseen
   */
  public Recall over(Gateway gateway) {
    Set<String> unknown = new TreeSet<>();
    questions.forEach(question -> unknown.addAll(question.tools()));
    unknown.removeIf(key -> GatewayAssert.isKnown(gateway, key));
    if (!unknown.isEmpty()) {
      throw new AssertionError(
          "the questions want tools that the catalog has not: %s%n%s"
              .formatted(unknown, GatewayAssert.unknown(gateway, unknown.iterator().next())));
    }
    double sum = 0;
    List<Miss> missed = new ArrayList<>();
    for (Question question : questions) {
      List<SearchHit> hits = gateway.search(SearchRequest.of(question.query()).withLimit(first));
      Set<String> left = new TreeSet<>(question.tools());
      hits.forEach(hit -> left.remove(hit.key()));
      int found = question.tools().size() - left.size();
      double recall =
          question.any() ? Math.min(found, 1) : (double) found / question.tools().size();
      if (recall < 1) {
        missed.add(new Miss(question.query(), left, hits));
      }
      sum += recall;
    }
    return new Recall(sum / questions.size(), first, questions.size(), missed);
  }

  /**
   * A question that was not answered in full.
   *
   * @param wanted the tools that were not found
   * @param found what was found instead, best first
   */
  public record Miss(String query, Set<String> wanted, List<SearchHit> found) {
    public Miss {
      wanted = Set.copyOf(wanted);
      found = List.copyOf(found);
    }

    @Override
    public String toString() {
      return "\"%s\" misses %s:%n%s"
          .formatted(query, new TreeSet<>(wanted), SearchAssert.listed(found));
    }
  }

  /**
   * The outcome.
   *
   * @param value the mean over the questions of the part of their tools that was found, 0 to 1
   * @param first how many hits counted
   * @param questions how many questions there were
   * @param missed those that were not answered in full
   */
  public record Recall(double value, int first, int questions, List<Miss> missed) {
    public Recall {
      missed = List.copyOf(missed);
    }

    /**
     * Fails where the recall is lower; the failure lists the questions that missed, and what was
     * found instead.
     *
     * @param floor 0 to 1
     */
    public Recall atLeast(double floor) {
      if (value < floor) {
        StringBuilder message =
            new StringBuilder(
                "%nExpecting a recall of at least %s among the first %d hits, but it is %.3f; of %d questions %d missed:"
                    .formatted(floor, first, value, questions, missed.size()));
        missed.forEach(miss -> message.append(System.lineSeparator()).append(miss));
        throw new AssertionError(message.toString());
      }
      return this;
    }
  }
}
