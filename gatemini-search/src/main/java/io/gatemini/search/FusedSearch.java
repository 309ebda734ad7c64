package io.gatemini.search;

import io.gatemini.SearchExplanation;
import io.gatemini.ToolDefinition;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One search over the sides of a {@link FusedIndex}. Belongs to one thread.
 *
 * <p>The fused score F of a tool is the sum of its sides' standard scores, each times the side's
 * weight. A task of several clauses is also searched clause by clause:
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

  /** A tool that shares no word with the task must be at least this near to it (a cosine). */
  private static final float UNRELATED = 0.2f;

  private final FusedIndex index;
  private final Query query;
  private final LexicalQuery words;
  private final List<Side> sides = new ArrayList<>();
  private final float[] scores;
  private final float shift;

  FusedSearch(FusedIndex index, Query query) {
    this.index = index;
    this.query = query;
    this.words = read(query.text());
    Fusion fusion = index.fusion();
    int tools = index.slots().size();
    if (fusion.lexicalWeight() > 0) {
      float[] lexical = LexicalScores.of(index.lexical(), words, fusion.synonyms()).bySlot();
      sides.add(Side.of("lexical", lexical, tools, fusion.lexicalWeight()));
    }
    index
        .semantic()
        .ifPresent(
            semantic -> {
              float[] cosines = semantic.cosines(semantic.encode(words.repairedTask()));
              sides.add(Side.of("semantic", cosines, tools, SEMANTIC_WEIGHT));
            });
    Query wide =
        new Query(query.text(), Math.max(CLAUSE_CANDIDATES, query.limit()), query.filter(), false);
    for (int i = 0; i < index.joined().size(); i++) {
      float[] joined = index.joinedScores(i, wide);
      sides.add(Side.of(fusion.joined().get(i), joined, tools, JOINED_WEIGHT));
    }
    this.scores = new float[index.slots().capacity()];
    float shifts = 0;
    for (Side side : sides) {
      float[] ofSide = side.scores();
      float scale = side.scale();
      for (int slot = 0; slot < scores.length; slot++) {
        scores[slot] += scale * ofSide[slot];
      }
      shifts += side.shift();
    }
    this.shift = shifts;
  }

  private LexicalQuery read(String text) {
    Fusion fusion = index.fusion();
    return LexicalQuery.of(text, index.lexical(), fusion.analyzer(), fusion::isRealWord);
  }

  List<Hit> hits() {
    List<String> clauses = Clauses.of(words.task(), index.fusion().analyzer());
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
      if (top.wants(scores[slot]) && isFound(slot)) {
        top.offer(slot, scores[slot]);
      }
    }
    return top.best();
  }

  private boolean isFound(int slot) {
    ToolDefinition tool = index.slots().tool(slot);
    if (tool == null || !query.filter().test(tool)) {
      return false;
    }
    for (Side side : sides) {
      float least = side.name().equals("semantic") ? UNRELATED : 0;
      if (side.scores()[slot] > least) {
        return true;
      }
    }
    return false;
  }

  private void rescore(int[] candidates, List<String> clauses) {
    if (candidates.length == 0) {
      return;
    }
    float most = scores[candidates[0]] - shift;
    float[] best = new float[candidates.length];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
    List<QuantizedVector> vectors = vectors(candidates);
    for (String clause : clauses) {
      float[] ofClause = scores(clause, candidates, vectors);
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

  /** The vectors of some tools; none where meaning does not count. */
  private List<QuantizedVector> vectors(int[] candidates) {
    return index
        .semantic()
        .map(semantic -> Arrays.stream(candidates).mapToObj(semantic::vector).toList())
        .orElse(List.of());
  }

  /** F_c of some tools, with the means and deviations of the whole task. */
  private float[] scores(String clause, int[] candidates, List<QuantizedVector> vectors) {
    LexicalQuery clauseWords = read(clause);
    @Nullable QueryVector vector =
        index.semantic().map(semantic -> semantic.encode(clauseWords.repairedTask())).orElse(null);
    float[] ofClause = new float[candidates.length];
    for (int i = 0; i < candidates.length; i++) {
      int slot = candidates[i];
      float score = -shift;
      for (Side side : sides) {
        score +=
            side.scale()
                * switch (side.name()) {
                  case "lexical" -> LexicalScores.of(index.lexical(), clauseWords, slot);
                  case "semantic" -> vector == null ? 0 : vector.dot(vectors.get(i));
                  default -> side.scores()[slot];
                };
      }
      ofClause[i] = score;
    }
    return ofClause;
  }

  private List<Hit> hits(int[] order) {
    List<Hit> hits = new ArrayList<>(order.length);
    for (int slot : order) {
      ToolDefinition tool = index.slots().tool(slot);
      if (tool != null) {
        hits.add(new Hit(tool, Math.max(scores[slot], Float.MIN_NORMAL), explanation(slot)));
      }
    }
    return hits;
  }

  private Optional<SearchExplanation> explanation(int slot) {
    if (!query.explain()) {
      return Optional.empty();
    }
    Map<String, Double> parts = new LinkedHashMap<>();
    sides.forEach(side -> parts.put(side.name(), (double) side.scores()[slot]));
    return Optional.of(new SearchExplanation(index.fusion().name(), parts, words.repairs()));
  }
}
