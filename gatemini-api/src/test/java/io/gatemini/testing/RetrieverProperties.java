package io.gatemini.testing;

import static io.gatemini.testing.TestCatalog.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Properties of a retriever for any query over any catalog; a test of one extends this. */
public abstract class RetrieverProperties {
  protected abstract Retriever retriever();

  @Property(tries = 300)
  void answersEveryQueryInOrder(
      @ForAll("catalogs") List<ToolDescriptor> tools,
      @ForAll("queries") String query,
      @ForAll @IntRange(min = 1, max = 12) int limit) {
    Retriever.Index index = retriever().index(TestCatalog.of(tools), Optional.empty());
    for (boolean explain : new boolean[] {false, true}) {
      List<Hit> hits =
          index.search(new Query(query, limit, tool -> !tool.backend().equals("read"), explain));

      assertThat(hits).hasSizeLessThanOrEqualTo(limit);
      assertThat(hits).allMatch(hit -> hit.score() > 0 && Double.isFinite(hit.score()));
      assertThat(hits).extracting(hit -> hit.tool().key()).doesNotHaveDuplicates();
      assertThat(hits).noneMatch(hit -> hit.tool().backend().equals("read"));
      assertThat(hits).allMatch(hit -> hit.explanation().isPresent() == explain);
      for (int i = 1; i < hits.size(); i++) {
        Hit before = hits.get(i - 1);
        Hit after = hits.get(i);
        assertThat(before.score()).isGreaterThanOrEqualTo(after.score());
        if (before.score() == after.score()) {
          assertThat(before.tool().key()).isLessThan(after.tool().key());
        }
      }
    }
  }

  @Provide
  protected Arbitrary<List<ToolDescriptor>> catalogs() {
    Arbitrary<String> word = Arbitraries.of("read", "write", "file", "web", "search", "x", "Größe");
    Arbitrary<String> description =
        Arbitraries.oneOf(texts(), Arbitraries.strings().ofMaxLength(9));
    return Combinators.combine(
            word, word.list().ofMaxSize(3).map(words -> String.join("_", words)), description)
        .as((backend, name, text) -> tool(backend, name, text))
        .list()
        .ofMaxSize(25)
        .map(RetrieverProperties::distinct);
  }

  private static List<ToolDescriptor> distinct(List<ToolDescriptor> tools) {
    Map<String, ToolDescriptor> byName = new LinkedHashMap<>();
    tools.forEach(tool -> byName.put(tool.key(), tool));
    return List.copyOf(byName.values());
  }

  @Provide
  protected Arbitrary<String> texts() {
    return Arbitraries.of("read", "write", "file", "web", "search", "the", "no")
        .list()
        .ofMaxSize(8)
        .map(words -> String.join(" ", words));
  }

  /** Any Unicode, words of the catalog, and such words with typing errors. */
  @Provide
  protected Arbitrary<String> queries() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(40),
        texts(),
        Arbitraries.of("serch", "websrch", "fil", "raed wirte", "größe", "filewrite", "𝔴𝔢𝔟 ß"));
  }
}
