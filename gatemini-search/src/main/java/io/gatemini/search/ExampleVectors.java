package io.gatemini.search;

import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.embedding.VectorIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The vectors of requests, and the slots of the tools that they are for. A tool is as near to a
 * task as its nearest text. Immutable.
 */
record ExampleVectors(
    List<Integer> owners, VectorIndex vectors, Map<String, QuantizedVector> byRequest) {
  static ExampleVectors none(StaticModel model) {
    return new ExampleVectors(List.of(), VectorIndex.empty(model.dims()), Map.of());
  }

  /** The vectors of other requests; those that are known already are not made again. */
  ExampleVectors with(Map<Integer, List<String>> requests, StaticModel model) {
    List<Integer> slots = new ArrayList<>();
    List<QuantizedVector> rows = new ArrayList<>();
    Map<String, QuantizedVector> made = new HashMap<>();
    requests.forEach(
        (slot, texts) ->
            texts.forEach(
                text -> {
                  QuantizedVector known = byRequest.get(text);
                  rows.add(known == null ? QuantizedVector.of(model.encode(text)) : known);
                  made.put(text, rows.get(rows.size() - 1));
                  slots.add(slot);
                }));
    return rows.isEmpty() ? none(model) : new ExampleVectors(slots, VectorIndex.of(rows), made);
  }

  /**
   * Raises the cosines of tools to the squared ones of their nearest request. Requests are nearer
   * to each other than to descriptions: without the square, a pair draws its tool to whatever
   * people ask. The same request again has 1, as it must.
   */
  float[] raise(QueryVector query, float[] cosines) {
    float[] nearest = new float[owners.size()];
    vectors.dots(query, nearest);
    for (int i = 0; i < nearest.length; i++) {
      int slot = owners.get(i);
      cosines[slot] = Math.max(cosines[slot], nearest[i] * Math.abs(nearest[i]));
    }
    return cosines;
  }
}
