package io.gatemini.search;

import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.internal.lexical.Synonyms;
import io.gatemini.spi.TextAnalyzer;
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
 * @param joined names of the retrievers that join, in the order of their indexes
 */
record Fusion(
    String name,
    TextAnalyzer analyzer,
    Synonyms synonyms,
    float lexicalWeight,
    Optional<StaticModel> model,
    Optional<ServerKinds> kinds,
    Optional<HostVectors> host,
    List<String> joined) {

  /** Whether a word that no tool has is one of the language, and not a misspelled one. */
  boolean isRealWord(String word) {
    return model.isPresent() && model.get().knowsWord(word);
  }
}
