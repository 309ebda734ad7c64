package io.gatemini.internal.retrieval;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.chain.code.JavaScript;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.TestContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Words for a further search. The retriever finds the tools that share a word with the task. */
class FurtherWordsTest {
  private final TestContext context = new TestContext().withThreads();
  private final Catalog catalog = new Catalog(Map.of());
  private final Retrieval retrieval =
      new Retrieval(
          catalog,
          new ByWord(),
          context,
          new Presentations(JavaScript.LANGUAGE)::of,
          Optional.empty());

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void areThoseOfTheOtherToolsOfTheFirstBackends() throws Exception {
    catalog.put(
        "files",
        List.of(
            tool("files", "read_file"),
            tool("files", "move_directory"),
            tool("files", "list_directory"),
            tool("files", "write_file")));
    catalog.put("mail", List.of(tool("mail", "read_mail"), tool("mail", "send_mail")));

    Map<String, List<String>> words = further("read", 2);

    assertThat(words)
        .containsExactly(
            Map.entry("files", List.of("directory", "list")), Map.entry("mail", List.of("send")));
    for (List<String> ofBackend : words.values()) {
      for (String word : ofBackend) {
        assertThat(names("read", 2).containsAll(names("read " + word, 2))).as(word).isFalse();
      }
    }
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

  private Set<String> names(String task, int limit) throws Exception {
    return search(SearchRequest.of(task).withLimit(limit)).stream()
        .map(SearchHit::key)
        .collect(Collectors.toSet());
  }

  private List<SearchHit> search(SearchRequest request) throws Exception {
    return retrieval.search(request).get(60, TimeUnit.SECONDS);
  }

  /** A tool whose last matching word stands later in the task comes first. */
  private static final class ByWord implements Retriever {
    @Override
    public String name() {
      return "by-word";
    }

    @Override
    public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
      return query ->
          snapshot.tools().stream()
              .map(tool -> new Hit(tool, rank(tool, query.text())))
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
}
