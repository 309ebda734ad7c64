package io.gatemini.search;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.internal.lexical.LexicalIndex;
import io.gatemini.search.internal.lexical.ToolNumbers;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lexical and the semantic index of one snapshot, and those of retrievers that joined, under
 * one numbering of the tools. Immutable; each search is a {@link FusedSearch}.
 *
 * @param hashes by slot the hashes of {@link HostVectors}; none where the host has no model
 * @param examples pairs that are further texts of their tools
 * @param slotOfName the slots of tools by their keys, where retrievers joined
 */
@SuppressWarnings("ArrayRecordComponent") // read in the inner loop, never compared
record FusedIndex(
    Fusion fusion,
    ToolNumbers slots,
    LexicalIndex lexical,
    Optional<SemanticIndex> semantic,
    List<Index> joined,
    @Nullable String[] hashes,
    SlotExamples examples,
    Map<String, Integer> slotOfName)
    implements Index {
  /**
   * An index whose vectors are still to come.
   *
   * @param previous of the same fusion
   */
  static FusedIndex of(
      Fusion fusion,
      ToolNumbers slots,
      SlotExamples examples,
      Optional<FusedIndex> previous,
      List<Index> joined) {
    return new FusedIndex(
        fusion,
        slots,
        fusion.lexical(slots, examples, previous),
        fusion
            .model()
            .map(
                model ->
                    SemanticIndex.of(slots, previous.flatMap(known -> known.semantic), model)
                        .with(examples)),
        joined,
        fusion.host().map(host -> host.learn(slots)).orElse(new String[0]),
        examples,
        joined.isEmpty() ? Map.of() : slotsByName(slots));
  }

  @Override
  public Optional<Index> refined() {
    Optional<SemanticIndex> meaning = semantic.flatMap(SemanticIndex::refined);
    List<Index> others = joined.stream().map(index -> index.refined().orElse(index)).toList();
    return meaning.isEmpty() && others.equals(joined)
        ? Optional.empty()
        : Optional.of(
            new FusedIndex(
                fusion,
                slots,
                lexical,
                meaning.or(() -> semantic),
                others,
                hashes,
                examples,
                slotOfName));
  }

  /** The same tools with other pairs. */
  FusedIndex with(SlotExamples others) {
    return new FusedIndex(
        fusion,
        slots,
        fusion.lexical(slots.unchanged(), others, Optional.of(this)),
        semantic.map(meaning -> meaning.with(others)),
        joined,
        hashes,
        others,
        slotOfName);
  }

  private static Map<String, Integer> slotsByName(ToolNumbers slots) {
    Map<String, Integer> byName = new HashMap<>();
    for (int slot = 0; slot < slots.capacity(); slot++) {
      ToolDescriptor tool = slots.tool(slot);
      if (tool != null) {
        byName.put(tool.key(), slot);
      }
    }
    return byName;
  }

  @Override
  public List<Hit> search(Query query) {
    FusedIndex now = fusion.examples().map(pairs -> pairs.follow(this)).orElse(this);
    return slots.size() == 0 ? List.of() : new FusedSearch(now, query).hits();
  }

  /** Whether more than half of what is kept belongs to tools that are gone. */
  boolean isMostlyGone() {
    return slots.isMostlyFree() || lexical.isMostlyGone();
  }

  /** The cosines of a host's own model, where it has them. */
  Optional<float[]> hostCosines(String task) {
    return fusion.host().flatMap(host -> host.cosines(hashes, task));
  }

  /** The scores of a retriever that joined, by slot. */
  float[] joinedScores(int number, Query query) {
    float[] scores = new float[slots.capacity()];
    for (Hit hit : joined.get(number).search(query)) {
      Integer slot = slotOfName.get(hit.tool().key());
      float score = (float) hit.score();
      // A sum with a value that is no score would be none.
      if (slot != null && score > 0 && Float.isFinite(score)) {
        scores[slot] = score;
      }
    }
    return scores;
  }
}
