package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Retriever}; a test of one extends this. */
public abstract class RetrieverContract {
  private static final TestCatalog CATALOG =
      TestCatalog.of(
          "files.read_file",
          "files.write_file",
          "files.list_directory",
          "git.read_file",
          "mail.send_message");

  protected abstract Retriever retriever();

  @Test
  void findsAToolByItsNameFirst() {
    assertThat(search(whole(CATALOG), "send message", 5).get(0).tool().key())
        .isEqualTo("mail.send_message");
  }

  @Test
  void orders() {
    List<Hit> hits = search(whole(CATALOG), "read file", 10);

    assertThat(hits).isNotEmpty().allMatch(hit -> hit.score() > 0);
    assertThat(hits)
        .isSortedAccordingTo(
            Comparator.comparingDouble(Hit::score)
                .reversed()
                .thenComparing(hit -> hit.tool().key()));
    assertThat(hits).extracting(hit -> hit.tool().key()).doesNotHaveDuplicates();
  }

  @Test
  void keepsToTheLimitAndTheFilter() {
    Index index = whole(CATALOG);

    assertThat(search(index, "read file", 1)).hasSize(1);
    assertThat(index.search(new Query("read file", 10, tool -> tool.backend().equals("git"))))
        .extracting(hit -> hit.tool().key())
        .containsExactly("git.read_file");
  }

  @Test
  void answersAnyQuery() {
    Index index = whole(CATALOG);

    for (String query : List.of("", "   ", "\u0000", "😀", "x".repeat(10_000), "文件 读取")) {
      assertThat(search(index, query, 10)).as(query).hasSizeLessThanOrEqualTo(10);
    }
  }

  @Test
  void answersOfTheSnapshotItWasMadeFor() {
    Retriever retriever = retriever();
    Index before = whole(retriever, CATALOG, Optional.empty());
    TestCatalog without = CATALOG.with("mail", List.of());
    Index after = whole(retriever, without, Optional.of(before));

    assertThat(names(search(after, "send message", 10))).doesNotContain("mail.send_message");
    assertThat(names(search(before, "send message", 10))).contains("mail.send_message");
  }

  @Test
  void findsNothingInAnEmptyCatalog() {
    assertThat(search(whole(TestCatalog.empty()), "read file", 10)).isEmpty();
  }

  private Index whole(TestCatalog catalog) {
    return whole(retriever(), catalog, Optional.empty());
  }

  /** As a gateway has it made: begun, then refined until nothing is left. */
  private static Index whole(Retriever retriever, TestCatalog catalog, Optional<Index> previous) {
    Index index = retriever.begin(catalog, previous);
    Optional<Index> more = index.refined();
    while (more.isPresent()) {
      index = more.get();
      more = index.refined();
    }
    return index;
  }

  private static List<Hit> search(Index index, String query, int limit) {
    return index.search(new Query(query, limit, tool -> true));
  }

  private static List<String> names(List<Hit> hits) {
    return hits.stream().map(hit -> hit.tool().key()).toList();
  }
}
