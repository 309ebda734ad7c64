package io.gatemini.internal.retrieval;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestRetriever;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Searches while backends start. The retriever finds every tool, the last first. */
class PatientSearchTest {
  private static final SearchRequest READ = SearchRequest.of("read the contents of a text file");

  @AutoClose private final TestContext context = new TestContext().withThreads();
  private final Catalog catalog = new Catalog(Map.of());
  private final Retrieval retrieval =
      new Retrieval(
          catalog,
          TestRetriever.ofAll(),
          context,
          new Presentations(JavaScript.LANGUAGE)::of,
          Optional.empty());
  private final PatientSearch search =
      new PatientSearch(catalog, retrieval, EnglishAnalyzer::new, Deadlines.of(context));
  private final CompletableFuture<Void> settled = new CompletableFuture<>();

  @Test
  void waitsForTheBackendThatFits() throws Exception {
    catalog.put("memory", List.of(tool("memory", "read_graph", "Read the knowledge graph.")));
    CompletableFuture<List<SearchHit>> found = search.search(READ, settled);
    catalog.put("slow", List.of(tool("slow", "add", "Add two numbers.")));

    catalog.put("files", List.of(tool("files", "read_file", "Read the text content of a file.")));

    assertThat(names(found)).contains("files.read_file");
    assertThat(settled).isNotDone();
  }

  @Test
  void answersAtOnceWhereSomethingFits() throws Exception {
    catalog.put("files", List.of(tool("files", "read_file", "Read the text content of a file.")));

    long began = System.nanoTime();
    assertThat(names(search.search(READ, settled))).containsExactly("files.read_file");

    // Another machine may be slow, but nothing waits here for two seconds.
    assertThat(System.nanoTime() - began).isLessThan(TimeUnit.MILLISECONDS.toNanos(1_900));
  }

  @Test
  void waitsNoLongerThanBackendsStart() throws Exception {
    catalog.put("memory", List.of(tool("memory", "read_graph", "Read the knowledge graph.")));
    CompletableFuture<List<SearchHit>> found = search.search(READ, settled);

    settled.complete(null);

    assertThat(names(found)).containsExactly("memory.read_graph");
  }

  @Test
  void answersAfterTwoSecondsWithWhatThereIs() throws Exception {
    long began = System.nanoTime();

    assertThat(names(search.search(READ, settled))).isEmpty();

    assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.SECONDS.toNanos(2) - 1_000_000);
    assertThat(settled).isNotDone();
  }

  @Test
  void endsWithTheGateway() {
    catalog.put("memory", List.of(tool("memory", "read_graph", "Read the knowledge graph.")));
    CompletableFuture<List<SearchHit>> found = search.search(READ, settled);

    retrieval.close();

    await().until(found::isDone);
  }

  private static List<String> names(CompletableFuture<List<SearchHit>> hits) throws Exception {
    return hits.get(60, TimeUnit.SECONDS).stream().map(SearchHit::key).toList();
  }
}
