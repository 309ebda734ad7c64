package io.gatemini.search;

import io.gatemini.ToolDefinition;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.embedding.VectorIndex;
import io.gatemini.search.internal.lexical.ToolNumbers;
import io.gatemini.text.FirstSentence;
import java.util.Optional;

/**
 * A vector a tool; made from the index before by encoding the changed tools only. Immutable.
 *
 * <p>A tool's vector lies between that of its name with the whole description and that of its name
 * with the first sentence: what a tool is for comes first, and long descriptions would drown it.
 */
final class SemanticIndex {
  /** The most of a description that is encoded, in characters. */
  private static final int TEXT_LIMIT = 8_000;

  private static final int SENTENCE_LIMIT = 1_000;

  private final StaticModel model;
  private final VectorIndex vectors;

  private SemanticIndex(StaticModel model, VectorIndex vectors) {
    this.model = model;
    this.vectors = vectors;
  }

  /** The index of these slots, which follow those of the index before. */
  static SemanticIndex of(ToolNumbers slots, Optional<SemanticIndex> previous, StaticModel model) {
    QuantizedVector none = QuantizedVector.of(new float[model.dims()]);
    VectorIndex vectors =
        previous
            .map(known -> known.vectors)
            .orElse(VectorIndex.empty(model.dims()))
            .with(
                slots.capacity(),
                slots.changed(),
                slot -> {
                  ToolDefinition tool = slots.tool(slot);
                  return tool == null ? none : QuantizedVector.of(vector(tool, model));
                });
    return new SemanticIndex(model, vectors);
  }

  private static float[] vector(ToolDefinition tool, StaticModel model) {
    String text = tool.description();
    String description = text.length() <= TEXT_LIMIT ? text : text.substring(0, TEXT_LIMIT);
    float[] whole = model.encode(tool.originalName() + " " + description);
    float[] first =
        model.encode(tool.originalName() + " " + FirstSentence.of(description, SENTENCE_LIMIT));
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

  /** The cosines of a query and all tools, by slot; 0 for free slots. */
  float[] cosines(QueryVector query) {
    float[] cosines = new float[vectors.size()];
    vectors.dots(query, cosines);
    return cosines;
  }

  QuantizedVector vector(int slot) {
    return vectors.vector(slot);
  }
}
