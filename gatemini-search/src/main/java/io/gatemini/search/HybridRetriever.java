package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.internal.lexical.Synonyms;
import io.gatemini.search.internal.lexical.ToolNumbers;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.TextAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds tools by their words and by their meaning, and reads misspelled words right. The two sides'
 * scores are added as multiples of their standard deviations; a task of several clauses is searched
 * clause by clause as well.
 *
 * <p>An index is built from the one before: only the tools of changed backends are read again.
 * Thread-safe.
 */
public final class HybridRetriever implements Retriever {
  /** Below that of meaning: people seldom use the words of the tool that they want. */
  private static final float LEXICAL_WEIGHT = 0.4f;

  private final String name;
  private final TextAnalyzer analyzer;
  private final Synonyms synonyms;
  private final float lexicalWeight;
  private final Supplier<Optional<StaticModel>> model;
  private final Optional<HostVectors> host;
  private final Optional<LiveExamples> examples;
  private final List<Retriever> joined;
  private double doubt;
  private @Nullable Fusion fusion;

  private HybridRetriever(
      String name,
      TextAnalyzer analyzer,
      float lexicalWeight,
      Supplier<Optional<StaticModel>> model,
      Optional<HostVectors> host,
      Optional<LiveExamples> examples,
      List<Retriever> joined) {
    this.name = name;
    this.analyzer = analyzer;
    this.synonyms = Synonyms.of(analyzer);
    this.lexicalWeight = lexicalWeight;
    this.model = model;
    this.host = host;
    this.examples = examples;
    this.joined = List.copyOf(joined);
  }

  /** Words and meaning. */
  public static HybridRetriever of(TextAnalyzer analyzer, StaticModel model) {
    return hybrid(
        analyzer, () -> Optional.of(model), Optional.empty(), Optional.empty(), List.of());
  }

  /** Words alone. */
  public static HybridRetriever lexical(TextAnalyzer analyzer) {
    return lexical(analyzer, Optional.empty());
  }

  static HybridRetriever lexical(TextAnalyzer analyzer, Optional<LiveExamples> examples) {
    return new HybridRetriever(
        "lexical",
        analyzer,
        LEXICAL_WEIGHT,
        Optional::empty,
        Optional.empty(),
        examples,
        List.of());
  }

  /** Meaning alone. */
  public static HybridRetriever semantic(TextAnalyzer analyzer, StaticModel model) {
    return semantic(analyzer, () -> Optional.of(model), Optional.empty(), Optional.empty());
  }

  /**
   * @param model asked when the first index is built
   */
  static HybridRetriever hybrid(
      TextAnalyzer analyzer,
      Supplier<Optional<StaticModel>> model,
      Optional<HostVectors> host,
      Optional<LiveExamples> examples,
      List<Retriever> joined) {
    return new HybridRetriever("hybrid", analyzer, LEXICAL_WEIGHT, model, host, examples, joined);
  }

  /** Says oftener that nothing fits, by so much of {@link FusedSearch}'s evidence. */
  HybridRetriever doubting(double more) {
    doubt = more;
    return this;
  }

  static HybridRetriever semantic(
      TextAnalyzer analyzer,
      Supplier<Optional<StaticModel>> model,
      Optional<HostVectors> host,
      Optional<LiveExamples> examples) {
    return new HybridRetriever("semantic", analyzer, 0, model, host, examples, List.of());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    Index index = ofWords(snapshot, previous);
    for (Optional<Index> next = index.refined(); next.isPresent(); next = index.refined()) {
      index = next.get();
    }
    return index;
  }

  /** By words, where they count; meaning follows. */
  @Override
  public Index begin(CatalogSnapshot snapshot, Optional<Index> previous) {
    return lexicalWeight > 0 ? ofWords(snapshot, previous) : index(snapshot, previous);
  }

  private FusedIndex ofWords(CatalogSnapshot snapshot, Optional<Index> previous) {
    FusedIndex index =
        fused(snapshot, previous.filter(FusedIndex.class::isInstance).map(FusedIndex.class::cast));
    return index.isMostlyGone() ? fused(snapshot, Optional.empty()) : index;
  }

  private FusedIndex fused(CatalogSnapshot snapshot, Optional<FusedIndex> known) {
    ToolNumbers slots = ToolNumbers.of(snapshot, known.map(FusedIndex::slots));
    List<Index> others = new ArrayList<>();
    for (int i = 0; i < joined.size(); i++) {
      int number = i;
      others.add(joined.get(i).begin(snapshot, known.map(index -> index.joined().get(number))));
    }
    SlotExamples pairs =
        examples
            .map(it -> it.of(snapshot, slots))
            .orElse(new SlotExamples(snapshot, List.of(), Map.of()));
    return FusedIndex.of(fusion(), slots, pairs, known, others);
  }

  private synchronized Fusion fusion() {
    if (fusion == null) {
      List<String> names = joined.stream().map(Retriever::name).toList();
      Optional<StaticModel> loaded = model.get();
      fusion =
          new Fusion(
              name,
              analyzer,
              synonyms,
              lexicalWeight,
              loaded,
              loaded.map(ServerKinds::new),
              host,
              examples,
              names,
              doubt);
    }
    return fusion;
  }
}
