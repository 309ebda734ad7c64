package io.gatemini.search;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.embedding.VectorIndex;
import io.gatemini.search.internal.lexical.ToolNumbers;
import io.gatemini.text.FirstSentence;
import java.util.BitSet;
import java.util.Objects;
import java.util.Optional;

/**
 * A vector a tool; made from the index before by encoding the changed tools only, a few at a time.
 * Immutable. A tool whose vector is still to come counts as one that the task says nothing about.
 *
 * <p>A tool's vector lies between that of its names with the whole description and that of its
 * names with the first sentence: what a tool is for comes first, and long descriptions would drown
 * it. The backend's name is one of them: requests name the product.
 *
 * @param pending the slots whose vectors are still to come
 */
record SemanticIndex(
    StaticModel model,
    ToolNumbers slots,
    VectorIndex vectors,
    BitSet pending,
    ExampleVectors examples) {
  /** The most of a description that is encoded, in characters. */
  private static final int TEXT_LIMIT = 8_000;

  private static final int SENTENCE_LIMIT = 1_000;

  /** How many tools are encoded at a time: some ten milliseconds in a young process. */
  private static final int STEP = 100;

  /** The index of these slots, which follow those of the index before; without new vectors. */
  static SemanticIndex of(ToolNumbers slots, Optional<SemanticIndex> previous, StaticModel model) {
    QuantizedVector none = QuantizedVector.of(new float[model.dims()]);
    BitSet pending = new BitSet();
    previous.ifPresent(known -> pending.or(known.pending));
    for (int slot : slots.changed()) {
      pending.set(slot, slots.tool(slot) != null);
    }
    VectorIndex vectors =
        previous
            .map(known -> known.vectors)
            .orElse(VectorIndex.empty(model.dims()))
            .with(slots.capacity(), slots.changed(), slot -> none);
    return new SemanticIndex(
        model,
        slots,
        vectors,
        pending,
        previous.map(SemanticIndex::examples).orElse(ExampleVectors.none(model)));
  }

  /** The same with other requests that tools are for. */
  SemanticIndex with(SlotExamples others) {
    return new SemanticIndex(
        model, slots, vectors, pending, examples.with(others.requests(), model));
  }

  /** The same with some of the vectors that are still to come; empty where none is. */
  Optional<SemanticIndex> refined() {
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    int[] next = pending.stream().limit(STEP).toArray();
    BitSet left = (BitSet) pending.clone();
    for (int slot : next) {
      left.clear(slot);
    }
    VectorIndex more =
        vectors.with(
            vectors.size(),
            next,
            slot ->
                QuantizedVector.of(
                    vector(Objects.requireNonNull(slots.tool(slot), "a free slot"), model)));
    return Optional.of(new SemanticIndex(model, slots, more, left, examples));
  }

  /** The share of the tools that have their vectors, from 0 to 1. */
  float coverage() {
    return 1 - (float) pending.cardinality() / Math.max(1, slots.size());
  }

  private static float[] vector(ToolDescriptor tool, StaticModel model) {
    String text = tool.description();
    String description = text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT);
    String head = tool.backend() + " " + tool.originalName() + " ";
    float[] whole = model.encode(head + description);
    float[] first = model.encode(head + FirstSentence.of(description, SENTENCE_LIMIT));
    double squares = 0;
    for (int i = 0; i < whole.length; i++) {
      whole[i] += first[i];
      squares += (double) whole[i] * whole[i];
    }
    double length = Math.max(Math.sqrt(squares), Double.MIN_NORMAL);
    for (int i = 0; i < whole.length; i++) {
      whole[i] = (float) (whole[i] / length);
    }
    return whole;
  }

  QueryVector encode(String text) {
    return QueryVector.of(model.encode(text));
  }

  /**
   * The cosines of a query and all tools, by slot; 0 for free slots, the mean of the others for
   * those whose vectors are still to come.
   */
  float[] cosines(QueryVector query) {
    float[] cosines = new float[vectors.size()];
    vectors.dots(query, cosines);
    if (!pending.isEmpty()) {
      double sum = 0;
      for (float cosine : cosines) {
        sum += cosine;
      }
      float mean = (float) (sum / Math.max(1, slots.size() - pending.cardinality()));
      pending.stream().forEach(slot -> cosines[slot] = mean);
    }
    return examples.raise(query, cosines);
  }

  /** Whether a tool's vector is there. */
  boolean has(int slot) {
    return !pending.get(slot);
  }

  QuantizedVector vector(int slot) {
    return vectors.vector(slot);
  }
}
