package io.gatemini.internal.retrieval;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestRetriever;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Words for a further search. The retriever finds the tools that share a word with the task. */
class FurtherWordsTest {
  @AutoClose private final TestContext context = new TestContext().withThreads();
  private final Catalog catalog = new Catalog(Map.of());
  private final Retrieval retrieval =
      new Retrieval(
          catalog,
          new TestRetriever("by-word", (snapshot, previous) -> byWord(snapshot)),
          context,
          new Presentations(JavaScript.LANGUAGE)::of,
          Optional.empty());

  @Test
  void areThoseOfTheOtherToolsOfTheFirstBackends() throws Exception {
    catalog.put(
        "files",
        List.of(
            tool("files", "fetch_file"),
            tool("files", "read_directory_tree"),
            tool("files", "read_file"),
            tool("files", "write_archive")));
    catalog.put("mail", List.of(tool("mail", "fetch_mail"), tool("mail", "read_sent_mail")));

    assertThat(further("read or fetch", 2))
        .containsExactly(
            Map.entry("files", List.of("directory", "tree")), Map.entry("mail", List.of("sent")));
  }

  @Test
  void areLeftOutWhereTheyWouldFindNothingNew() throws Exception {
    catalog.put("files", List.of(tool("files", "read_file"), tool("files", "unfindable_thing")));

    assertThat(further("read", 5)).isEmpty();
  }

  @Test
  void areLeftOutWhereABackendHasNothingElse() throws Exception {
    catalog.put("files", List.of(tool("files", "read_file")));

    assertThat(further("read", 5)).isEmpty();
    assertThat(further("nothing", 5)).isEmpty();
  }

  private Map<String, List<String>> further(String task, int limit) throws Exception {
    SearchRequest request = SearchRequest.of(task).withLimit(limit);
    return retrieval.furtherWords(request, search(request));
  }

  private List<SearchHit> search(SearchRequest request) throws Exception {
    return retrieval.search(request).get(60, TimeUnit.SECONDS);
  }

  /** A tool whose last matching word stands later in the task comes first. */
  private static Retriever.Index byWord(CatalogSnapshot snapshot) {
    return query ->
        snapshot.tools().stream()
            .map(tool -> new Retriever.Hit(tool, rank(tool, query.text())))
            .filter(hit -> hit.score() > 0)
            .sorted((one, other) -> Double.compare(other.score(), one.score()))
            .limit(query.limit())
            .toList();
  }

  private static double rank(ToolDescriptor tool, String task) {
    List<String> words = List.of(task.split(" "));
    return Set.of(tool.originalName().split("_")).stream()
        .filter(word -> !word.equals("unfindable") && !word.equals("thing"))
        .mapToInt(word -> words.indexOf(word) + 1)
        .max()
        .orElse(0);
  }
}
