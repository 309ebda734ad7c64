package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.WordAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Indexes that begin with words, and to which meaning comes step by step. */
class RefinedIndexTest {
  private static final StaticModel MODEL = StaticModel.bundled().orElseThrow();
  private static final Query BY_MEANING = new Query("give the customer the money", 3, tool -> true);

  private final Retriever hybrid = HybridRetriever.of(new WordAnalyzer(), MODEL);

  @Test
  void findsByWordsAtOnceAndByMeaningLater() {
    TestCatalog catalog = TestCatalog.of(tools());

    Index words = hybrid.begin(catalog, Optional.empty());

    assertThat(names(words, "refund an invoice")).first().isEqualTo("billing.refund");
    assertThat(names(words, BY_MEANING.text())).doesNotContain("billing.refund");
    List<Index> steps = steps(words);
    assertThat(steps.size()).isGreaterThan(3);
    assertThat(names(steps.get(steps.size() - 1), BY_MEANING.text())).contains("billing.refund");
  }

  @Test
  void endsAsTheWholeIndex() {
    TestCatalog catalog = TestCatalog.of(tools());
    List<Index> steps = steps(hybrid.begin(catalog, Optional.empty()));

    assertThat(steps.get(steps.size() - 1).search(BY_MEANING))
        .isEqualTo(hybrid.index(catalog, Optional.empty()).search(BY_MEANING));
  }

  /** A new snapshot need not wait until the one before has got its whole meaning. */
  @Test
  void goesOnFromAnIndexThatWasNotWhole() {
    TestCatalog before = TestCatalog.of(tools());
    Index half = hybrid.begin(before, Optional.empty()).refined().orElseThrow();
    TestCatalog after =
        before
            .without("b1")
            .with("shop", List.of(TestCatalog.tool("shop", "reimburse", "Pay money back.")));

    List<Index> steps = steps(hybrid.begin(after, Optional.of(half)));

    Index last = steps.get(steps.size() - 1);
    for (String task : List.of(BY_MEANING.text(), "do thing 17 with item 17", "pay back")) {
      assertThat(names(last, task)).isEqualTo(names(hybrid.index(after, Optional.empty()), task));
    }
  }

  /** Meaning alone finds nothing without vectors. */
  @Test
  void beginsWithTheMeaningWhereWordsDoNotCount() {
    Retriever semantic = HybridRetriever.semantic(new WordAnalyzer(), MODEL);

    Index index = semantic.begin(TestCatalog.of(tools()), Optional.empty());

    assertThat(names(index, BY_MEANING.text())).contains("billing.refund");
    assertThat(index.refined()).isEmpty();
  }

  @Test
  void refinesWhatJoinedAndWhatIsFused() {
    TestCatalog catalog = TestCatalog.of(tools());
    Retriever fusion = new ReciprocalRankFusion(List.of(hybrid));

    List<Index> steps = steps(fusion.begin(catalog, Optional.empty()));

    assertThat(names(steps.get(0), BY_MEANING.text())).doesNotContain("billing.refund");
    assertThat(names(steps.get(steps.size() - 1), BY_MEANING.text())).contains("billing.refund");
  }

  private static List<Index> steps(Index begun) {
    List<Index> steps = new ArrayList<>(List.of(begun));
    for (Optional<Index> next = begun.refined(); next.isPresent(); next = next.get().refined()) {
      steps.add(next.get());
    }
    return steps;
  }

  private static List<String> names(Index index, String task) {
    return index.search(new Query(task, 3, tool -> true)).stream()
        .map(Hit::tool)
        .map(ToolDescriptor::key)
        .toList();
  }

  private static List<ToolDescriptor> tools() {
    List<ToolDescriptor> tools = new ArrayList<>();
    IntStream.range(0, 400)
        .mapToObj(
            i ->
                TestCatalog.tool(
                    "b" + i % 7, "thing_" + i, "Does thing " + i + " with item " + i + "."))
        .forEach(tools::add);
    tools.add(TestCatalog.tool("billing", "refund", "Refund an invoice."));
    return tools;
  }
}
