package io.gatemini.search;

import io.gatemini.SearchExplanation;
import io.gatemini.ToolDescriptor;
import io.gatemini.search.ScoredRetriever.Scorer;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.internal.lexical.Clauses;
import io.gatemini.search.internal.lexical.LexicalIndex;
import io.gatemini.search.internal.lexical.LexicalQuery;
import io.gatemini.search.internal.lexical.LexicalScores;
import io.gatemini.search.internal.lexical.TopSlots;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One search over the sides of a {@link FusedIndex}. Belongs to one thread.
 *
 * <p>The fused score F of a tool is the sum of its sides' standard scores, each times the side's
 * weight; the semantic side counts as far as the tools have their vectors. A task of several
 * clauses is also searched clause by clause:
 *
 * <pre>
 * F' = 0.5 F + 0.5 max over clauses c of  F_c * (max F / max F_c)
 * </pre>
 *
 * <p>so that the best tool of each clause comes up beside the best of the whole. What a hit tells
 * as its score is F' without the means taken off, which orders alike and is positive.
 */
final class FusedSearch {
  /** Tools below it for the whole task are not looked at for a clause. */
  private static final int CLAUSE_CANDIDATES = 100;

  private static final float CLAUSE_SHARE = 0.5f;

  private static final float SEMANTIC_WEIGHT = 0.5f;
  private static final float JOINED_WEIGHT = 0.5f;

  /** A task no nearer than this (a cosine) to any tool, and without a word of one, is not met. */
  private static final float UNRELATED = 0.05f;

  /**
   * The same where no word of the task is one of the language: letters at random are near to some.
   */
  private static final float UNRELATED_LETTERS = 0.3f;

  private final FusedIndex index;
  private final Query query;
  private final LexicalQuery task;
  private final List<ScoredRetriever> retrievers = new ArrayList<>();
  private final float[] scores;
  private final float shift;

  FusedSearch(FusedIndex index, Query query) {
    this.index = index;
    this.query = query;
    this.task = read(query.text());
    addLexicalSide();
    index.semantic().ifPresent(this::addSemanticSide);
    addJoinedSides();
    this.scores = new float[index.slots().capacity()];
    float shifts = 0;
    for (ScoredRetriever retriever : retrievers) {
      retriever.addTo(scores);
      shifts += retriever.shift();
    }
    this.shift = shifts;
  }

  private LexicalQuery read(String text) {
    Fusion fusion = index.fusion();
    return LexicalQuery.of(text, index.lexical(), fusion.analyzer(), fusion::isRealWord);
  }

  private void addLexicalSide() {
    Fusion fusion = index.fusion();
    if (fusion.lexicalWeight() > 0) {
      LexicalIndex lexical = index.lexical();
      float[] ofTask = LexicalScores.of(lexical, task, fusion.synonyms()).bySlot();
      add(
          "lexical",
          ofTask,
          fusion.lexicalWeight(),
          0,
          clause -> slot -> LexicalScores.of(lexical, clause, slot));
    }
  }

  private void addSemanticSide(SemanticIndex semantic) {
    float[] ofTask = semantic.cosines(semantic.encode(task.repairedTask()));
    Map<Integer, QuantizedVector> candidates = new HashMap<>();
    add(
        "semantic",
        ofTask,
        SEMANTIC_WEIGHT * semantic.coverage(),
        hasRealWord() ? UNRELATED : UNRELATED_LETTERS,
        clause -> {
          QueryVector vector = semantic.encode(clause.repairedTask());
          return slot ->
              semantic.has(slot)
                  ? vector.dot(candidates.computeIfAbsent(slot, semantic::vector))
                  : ofTask[slot];
        });
  }

  private boolean hasRealWord() {
    return task.words().stream().anyMatch(word -> index.fusion().isRealWord(word.word()));
  }

  private void addJoinedSides() {
    int candidates = Math.max(CLAUSE_CANDIDATES, query.limit());
    Query wide = new Query(query.text(), candidates, query.filter());
    for (int i = 0; i < index.joined().size(); i++) {
      float[] ofTask = index.joinedScores(i, wide);
      String name = index.fusion().joined().get(i);
      add(name, ofTask, JOINED_WEIGHT, 0, clause -> slot -> ofTask[slot]);
    }
  }

  private void add(
      String name,
      float[] ofTask,
      float weight,
      float least,
      Function<LexicalQuery, Scorer> clauses) {
    retrievers.add(ScoredRetriever.of(name, ofTask, index.slots().size(), weight, least, clauses));
  }

  List<Hit> hits() {
    List<String> clauses = Clauses.of(task.task(), index.fusion().analyzer());
    if (clauses.isEmpty()) {
      return hits(best(query.limit()));
    }
    int[] candidates = best(Math.max(CLAUSE_CANDIDATES, query.limit()));
    rescore(candidates, clauses);
    TopSlots top = new TopSlots(query.limit(), index.slots());
    for (int slot : candidates) {
      top.offer(slot, scores[slot]);
    }
    return hits(top.best());
  }

  private int[] best(int limit) {
    TopSlots top = new TopSlots(limit, index.slots());
    for (int slot = 0; slot < scores.length; slot++) {
      if (top.wants(scores[slot]) && isScored(slot, false) && isLetThrough(slot)) {
        top.offer(slot, scores[slot]);
      }
    }
    int[] best = top.best();
    return Arrays.stream(best).anyMatch(slot -> isScored(slot, true)) ? best : new int[0];
  }

  /** Whether some side says anything for a tool, or enough to be an answer. */
  private boolean isScored(int slot, boolean enough) {
    for (ScoredRetriever retriever : retrievers) {
      if (retriever.scores()[slot] > (enough ? retriever.least() : 0)) {
        return true;
      }
    }
    return false;
  }

  private boolean isLetThrough(int slot) {
    ToolDescriptor tool = index.slots().tool(slot);
    return tool != null && query.filter().test(tool);
  }

  private void rescore(int[] candidates, List<String> clauses) {
    if (candidates.length == 0) {
      return;
    }
    float most = scores[candidates[0]] - shift;
    if (most <= 0) {
      // A filter left only tools below the mean; scaled to it, the clauses would rank backwards.
      return;
    }
    float[] best = new float[candidates.length];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
    for (String clause : clauses) {
      float[] ofClause = scores(clause, candidates);
      float mostOfClause = 0;
      for (float score : ofClause) {
        mostOfClause = Math.max(mostOfClause, score);
      }
      if (mostOfClause > 0) {
        for (int i = 0; i < best.length; i++) {
          best[i] = Math.max(best[i], ofClause[i] * most / mostOfClause);
        }
      }
    }
    if (best[0] > Float.NEGATIVE_INFINITY) {
      for (int i = 0; i < best.length; i++) {
        int slot = candidates[i];
        scores[slot] = (1 - CLAUSE_SHARE) * scores[slot] + CLAUSE_SHARE * (best[i] + shift);
      }
    }
  }

  /** F_c of some tools, with the means and deviations of the whole task. */
  private float[] scores(String text, int[] candidates) {
    LexicalQuery clause = read(text);
    float[] ofClause = new float[candidates.length];
    Arrays.fill(ofClause, -shift);
    for (ScoredRetriever retriever : retrievers) {
      retriever.addTo(ofClause, candidates, clause);
    }
    return ofClause;
  }

  private List<Hit> hits(int[] order) {
    float[] told = told(order);
    List<Hit> hits = new ArrayList<>(order.length);
    for (int i = 0; i < order.length; i++) {
      ToolDescriptor tool = index.slots().tool(order[i]);
      if (tool != null) {
        hits.add(new Hit(tool, told[i], explanation(order[i])));
      }
    }
    return hits;
  }

  /** The scores of hits; where one is not positive, the least that orders alike. */
  private float[] told(int[] order) {
    float[] told = new float[order.length];
    float least = Float.MIN_NORMAL;
    for (int i = order.length - 1; i >= 0; i--) {
      if (i + 1 < order.length && scores[order[i]] > scores[order[i + 1]]) {
        least = Math.nextUp(told[i + 1]);
      }
      told[i] = Math.max(scores[order[i]], least);
      least = told[i];
    }
    return told;
  }

  private Optional<SearchExplanation> explanation(int slot) {
    if (!query.explain()) {
      return Optional.empty();
    }
    Map<String, Double> parts = new LinkedHashMap<>();
    retrievers.forEach(retriever -> parts.put(retriever.name(), (double) retriever.scores()[slot]));
    return Optional.of(new SearchExplanation(index.fusion().name(), parts, task.repairs()));
  }
}
