package io.gatemini.search;

import io.gatemini.SearchExplanation;
import io.gatemini.ToolDescriptor;
import io.gatemini.search.ScoredRetriever.Scorer;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.internal.lexical.LexicalIndex;
import io.gatemini.search.internal.lexical.LexicalQuery;
import io.gatemini.search.internal.lexical.LexicalQuery.Word;
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
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

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
 * <p>so that the best tool of each clause comes up beside the best of the whole. The score of a hit
 * is F' without the means taken off, which orders alike and is positive.
 */
final class FusedSearch {
  /** Tools below it for the whole task are not looked at for a clause. */
  private static final int CLAUSE_CANDIDATES = 100;

  private static final float CLAUSE_SHARE = 0.5f;

  private static final float SEMANTIC_WEIGHT = 0.5f;
  private static final float JOINED_WEIGHT = 0.5f;

  /** The deviation of lexical scores over a large catalog. */
  private static final double USUAL_LEXICAL = 0.1;

  /** A tool whose F is a smaller share of the best tool's is no answer beside it. */
  private static final float FAR_BELOW = 0.33f;

  /** Scores this near, as a share of the best, say nothing: the tool that only reads is first. */
  private static final float NEAR = 0.02f;

  /** The same before a tool that deletes, or that its maker wants nobody to use. */
  private static final float NEAR_DELETING = 0.05f;

  private static final Pattern ASKED =
      Pattern.compile(
          "(?i)(?<![\\p{L}\\p{N}])(?:who|what|where|when|how|i|me|my|mine|myself|we|us|our|you)"
              + "(?![\\p{L}\\p{N}])");

  private static final Pattern DELETES =
      Pattern.compile("(?i)(?:^|[^a-z])(?:delet|remov|destroy|purg|eras|wip|trash|uninstall)");

  /** The lead of a tool that the task names, as a share of the best score: no near-equal passes. */
  private static final float NAMED = 0.1f;

  /** As descriptions say it; those of HTTP APIs with {@code deprecated: true} begin so. */
  private static final Pattern DEPRECATED = Pattern.compile("(?i)\\A\\W*deprecated\\b");

  /** A task no nearer than this (a cosine) to any tool, and without a word of one, is not met. */
  private static final float UNRELATED = 0.05f;

  /**
   * The same where no word of the task is one of the language: letters at random are near to some.
   */
  private static final float UNRELATED_LETTERS = 0.3f;

  /** See {@link #together}; chosen over requests in people's words and over the public pools. */
  private static final double BELIEF = 1.3;

  private static final double MOST_BELIEF = 1.6;

  /** In words that are no stop words. */
  private static final double LONG_TASK = 6;

  /** See {@link #fits}. */
  private static final double FITTING = 0.55;

  /** The least cosine of a task and the kind of server that it is for. */
  private static final float OF_A_KIND = 0.3f;

  /** The mean of fewer tools says less. */
  private static final int FEW_TOOLS = 5;

  private static final int SEVERAL_TOOLS = 10;

  private final FusedIndex index;
  private final Query query;
  private final LexicalQuery task;
  private final List<ScoredRetriever> retrievers = new ArrayList<>();
  private final float[] scores;
  private final float shift;
  private final List<Integer> named;
  private double fit = Double.NaN;
  private String wanted = "";
  private boolean isUnrelated;

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
    this.named = index.lexical().named(query.text(), scores);
    lead();
  }

  /** Puts the tools that the task names before all others, in its order. */
  private void lead() {
    float most = Float.MIN_NORMAL;
    for (int slot = 0; !named.isEmpty() && slot < scores.length; slot++) {
      most = Math.max(most, scores[slot]);
    }
    for (int i = 0; i < named.size(); i++) {
      scores[named.get(i)] = most * (1 + NAMED * (2 - (float) i / named.size()));
    }
  }

  private LexicalQuery read(String text) {
    Fusion fusion = index.fusion();
    return LexicalQuery.of(text, index.lexical(), fusion.analyzer(), fusion::isRealWord);
  }

  private void addLexicalSide() {
    Fusion fusion = index.fusion();
    if (fusion.lexicalWeight() > 0) {
      LexicalIndex lexical = index.lexical();
      float[] ofTask = lexical.scores(task, fusion.synonyms());
      boolean alone = fusion.model().isEmpty();
      add(
          "lexical",
          ofTask,
          alone
              ? fusion.lexicalWeight()
              : fusion.lexicalWeight() * share(Word::likeness) * together(ofTask),
          0,
          alone ? 0 : USUAL_LEXICAL,
          clause -> slot -> lexical.score(clause, slot));
    }
  }

  /**
   * How far words are to be believed: who uses the words of a tool uses most of them in one task.
   * In a large catalog some tool has one word of any request by chance. A long task has parts,
   * whose words several tools share.
   */
  private float together(float[] ofTask) {
    float most = 0;
    for (float score : ofTask) {
      most = Math.max(most, score);
    }
    if (most == 0) {
      return 1;
    }
    float share = 0;
    for (int slot = 0; slot < ofTask.length; slot++) {
      if (ofTask[slot] == most) {
        int tool = slot;
        // Of twins any may be first.
        share = Math.max(share, share(word -> index.lexical().likeness(word, tool)));
      }
    }
    double parts = 1 + Math.log(Math.max(1, task.words().size() / LONG_TASK));
    return (float) Math.min(MOST_BELIEF, BELIEF * share * parts);
  }

  private void addSemanticSide(SemanticIndex semantic) {
    Optional<float[]> host = index.hostCosines(task.repairedTask());
    QueryVector said = semantic.encode(task.repairedTask());
    float[] ofTask =
        host.map(it -> semantic.examples().raise(said, it)).orElseGet(() -> semantic.cosines(said));
    Map<Integer, QuantizedVector> candidates = new HashMap<>();
    add(
        "semantic",
        ofTask,
        SEMANTIC_WEIGHT * (host.isPresent() ? 1 : semantic.coverage()),
        hasRealWord() || isAsked() ? UNRELATED : UNRELATED_LETTERS,
        0,
        clause -> {
          if (host.isPresent()) {
            return slot -> ofTask[slot]; // a further question may take 50 ms as well
          }
          QueryVector vector = semantic.encode(clause.repairedTask());
          float[] asked = semantic.examples().raise(vector, new float[ofTask.length]);
          return slot ->
              semantic.has(slot)
                  ? Math.max(
                      asked[slot], vector.dot(candidates.computeIfAbsent(slot, semantic::vector)))
                  : ofTask[slot];
        });
  }

  /**
   * The share of what the task's words say that is said by words of this likeness. Words that no
   * tool has count against those that some have: "book me a flight" is not about the tool that has
   * "book".
   */
  private float share(ToDoubleFunction<Word> likeness) {
    StaticModel model = index.fusion().model().orElseThrow();
    double all = 0;
    double known = 0;
    for (Word word : task.words()) {
      double weight = word.weight() * model.weight(word.word());
      all += weight;
      known += weight * likeness.applyAsDouble(word);
    }
    return all == 0 ? 1 : (float) (known / all);
  }

  private boolean hasRealWord() {
    return task.words().stream().anyMatch(word -> index.fusion().isRealWord(word.word()));
  }

  /** Of "who am I" only the meaning is left; "the of and" has none. */
  private boolean isAsked() {
    return task.words().isEmpty() && ASKED.matcher(query.text()).find();
  }

  private void addJoinedSides() {
    int candidates = Math.max(CLAUSE_CANDIDATES, query.limit());
    Query wide = new Query(query.text(), candidates, query.filter());
    for (int i = 0; i < index.joined().size(); i++) {
      float[] ofTask = index.joinedScores(i, wide);
      String name = index.fusion().joined().get(i);
      add(name, ofTask, JOINED_WEIGHT, 0, 0, clause -> slot -> ofTask[slot]);
    }
  }

  private void add(
      String name,
      float[] ofTask,
      float weight,
      float least,
      double usual,
      Function<LexicalQuery, Scorer> clauses) {
    int tools = index.slots().size();
    retrievers.add(ScoredRetriever.of(name, ofTask, tools, weight, least, usual, clauses));
  }

  List<Hit> hits() {
    List<String> clauses = Clauses.of(task.task(), index.fusion().analyzer());
    if (clauses.isEmpty()) {
      return hits(best(query.limit()));
    }
    int[] candidates = best(Math.max(CLAUSE_CANDIDATES, query.limit()));
    rescore(candidates, clauses);
    lead();
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
    return Arrays.stream(best).anyMatch(slot -> isScored(slot, true)) ? best : unrelated(limit);
  }

  /** The nearest of tools that have nothing of the task, where it is known what would help. */
  private int[] unrelated(int limit) {
    TopSlots top = new TopSlots(limit, index.slots());
    for (int slot = 0; hasRealWord() && slot < scores.length; slot++) {
      if (isLetThrough(slot)) {
        top.offer(slot, scores[slot]);
      }
    }
    int[] nearest = top.best();
    isUnrelated = nearest.length > 0 && !fits(nearest[0]) && !wanted.isEmpty();
    return isUnrelated ? nearest : new int[0];
  }

  /** Whether some side says anything for a tool, or enough to be an answer. */
  private boolean isScored(int slot, boolean enough) {
    if (named.contains(slot)) {
      return true;
    }
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
          // Where a filter left only tools below the mean, a scale would rank them backwards.
          float scale = most > 0 ? most / mostOfClause : 1;
          best[i] = Math.max(best[i], ofClause[i] * scale);
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
    safestFirst(order);
    float[] hitScores = hitScores(order);
    float enough = enough(order);
    List<Hit> hits = new ArrayList<>(order.length);
    for (int i = 0; i < order.length; i++) {
      ToolDescriptor tool = index.slots().tool(order[i]);
      if (tool != null) {
        boolean fits = scores[order[i]] - zero() >= enough;
        hits.add(new Hit(tool, hitScores[i], explanation(order[i]), fits));
      }
    }
    return hits;
  }

  /**
   * Among near-equals the tool that only reads comes first, then others, then one that deletes,
   * unless the task deletes, and a deprecated one last: that is what being wrong costs.
   */
  private void safestFirst(int[] order) {
    boolean deletes = DELETES.matcher(query.text()).find();
    for (int i = 1; i < order.length; i++) {
      float best = scores[order[0]] - shift;
      float gap = scores[order[i - 1]] - scores[order[i]];
      int better = harm(order[i - 1], deletes) - harm(order[i], deletes);
      if (better > 0 && gap <= (better > 1 ? NEAR_DELETING : NEAR) * best) {
        int slot = order[i];
        order[i] = order[i - 1];
        order[i - 1] = slot;
      }
    }
  }

  /**
   * 0 for a tool that only reads, 1 for another, 3 for one that deletes what nobody wants gone, 5
   * for a deprecated one.
   */
  private int harm(int slot, boolean deletes) {
    ToolDescriptor tool = index.slots().tool(slot);
    if (tool != null && DEPRECATED.matcher(tool.description()).find()) {
      return 5;
    }
    if (tool == null || tool.annotations().readOnlyHint().orElse(false)) {
      return 0;
    }
    return !deletes && DELETES.matcher(tool.originalName()).find() ? 3 : 1;
  }

  /**
   * What counts as nothing: deviations over a handful of tools would make one of twins no answer.
   */
  private float zero() {
    return index.slots().size() < SEVERAL_TOOLS ? 0 : shift;
  }

  /** The least F of a tool that fits; above all where none does. */
  private float enough(int[] order) {
    if (order.length == 0) {
      return 0;
    }
    float best = scores[order[0]] - zero();
    return fits(order[0])
        ? best > 0 ? FAR_BELOW * best : Float.NEGATIVE_INFINITY
        : Float.POSITIVE_INFINITY;
  }

  /**
   * Whether the best tool is an answer, and not just nearer than all others: by its words, its
   * meaning, how near the task is to this catalog at all, to the kind of server that the tool is
   * of, and to some other kind. The constants are those of a logistic regression over tasks for
   * other catalogs, of models that had not learnt them.
   */
  private boolean fits(int best) {
    if (isUnrelated) {
      return false;
    }
    if (index.semantic().isEmpty() || !hasRealWord() || named.contains(best)) {
      return true;
    }
    SemanticIndex semantic = index.semantic().get();
    float[] ofTask = semantic.model().encode(task.repairedTask());
    float[] cosines = semantic.cosines(QueryVector.of(ofTask));
    double sum = 0;
    for (float cosine : cosines) {
      sum += cosine;
    }
    double mean = sum / (index.slots().size() + FEW_TOOLS);
    ServerKinds kinds = index.fusion().kinds().orElseThrow();
    float[] ofKinds = kinds.likeness(QuantizedVector.of(ofTask));
    int kind = ServerKinds.nearest(kinds.likeness(semantic.vector(best)));
    int nearest = ServerKinds.nearest(ofKinds);
    fit =
        share(word -> index.lexical().likeness(word, best))
            + 3.5 * cosines[best]
            + 4.6 * mean
            + 1.1 * ofKinds[kind]
            - 1.5 * ofKinds[nearest]
            - FITTING;
    boolean fits = fit >= index.fusion().doubt();
    if (!fits && nearest != kind && ofKinds[nearest] >= OF_A_KIND) {
      wanted = kinds.name(nearest);
    }
    return fits;
  }

  /** The scores of hits; where one is not positive, the least that orders alike. */
  private float[] hitScores(int[] order) {
    float[] hitScores = new float[order.length];
    float least = Float.MIN_NORMAL;
    for (int i = order.length - 1; i >= 0; i--) {
      if (i + 1 < order.length && scores[order[i]] > scores[order[i + 1]]) {
        least = Math.nextUp(hitScores[i + 1]);
      }
      hitScores[i] = Math.max(scores[order[i]], least);
      least = hitScores[i];
    }
    return hitScores;
  }

  private Optional<SearchExplanation> explanation(int slot) {
    if (!query.explain() && wanted.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Double> parts = new LinkedHashMap<>();
    retrievers.forEach(retriever -> parts.put(retriever.name(), (double) retriever.scores()[slot]));
    if (named.contains(slot)) {
      parts.put("named", 1.0);
    }
    if (!Double.isNaN(fit)) {
      parts.put("fit", fit);
    }
    return Optional.of(new SearchExplanation(index.fusion().name(), parts, task.repairs(), wanted));
  }
}
