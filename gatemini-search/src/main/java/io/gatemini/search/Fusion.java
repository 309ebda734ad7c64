package io.gatemini.search;

import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.internal.lexical.LexicalIndex;
import io.gatemini.search.internal.lexical.Synonyms;
import io.gatemini.search.internal.lexical.ToolNumbers;
import io.gatemini.spi.TextAnalyzer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a retriever. Immutable.
 *
 * @param name how the retriever is called
 * @param lexicalWeight what words count; 0 where meaning alone decides
 * @param model the semantic side; none if words alone decide
 * @param kinds where the kinds of servers lie for that model
 * @param host the vectors of a host's own model, which come before those of the model
 * @param examples pairs of requests and tools, of a file
 * @param joined names of the retrievers that join, in the order of their indexes
 * @param doubt the least evidence of a tool that fits
 */
record Fusion(
    String name,
    TextAnalyzer analyzer,
    Synonyms synonyms,
    float lexicalWeight,
    Optional<StaticModel> model,
    Optional<ServerKinds> kinds,
    Optional<HostVectors> host,
    Optional<LiveExamples> examples,
    List<String> joined,
    double doubt) {

  /** The words of tools, and those of requests that the model does not compare with requests. */
  LexicalIndex lexical(ToolNumbers slots, SlotExamples examples, Optional<FusedIndex> previous) {
    int[] others = previous.map(known -> examples.changed(known.examples())).orElse(new int[0]);
    return LexicalIndex.of(
        slots.changedAlso(others),
        previous.map(FusedIndex::lexical),
        analyzer,
        slot -> examples.requests(slot).stream().filter(this::isUnread).toList());
  }

  /**
   * Whether words alone compare a request: in scripts that the model does not read. Elsewhere they
   * mislead, for most words of requests are common among people and rare among tools.
   */
  private boolean isUnread(String request) {
    return model.isEmpty()
        || Arrays.equals(model.get().encode(request), new float[model.get().dims()]);
  }

  /** Whether a word that no tool has is one of the language, and not a misspelled one. */
  boolean isRealWord(String word) {
    return model.isPresent() && model.get().knowsWord(word);
  }
}
