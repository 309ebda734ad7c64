package io.gatemini.internal.retrieval;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.presentation.Presentations;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestRetriever;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RetrievalTest {
  @AutoClose private final TestContext context = new TestContext().withThreads();
  private final Catalog catalog = new Catalog(Map.of());
  private final Semaphore builds = new Semaphore(0);
  private final AtomicInteger built = new AtomicInteger();

  /** Finds everything, once the test lets its index be built. */
  private Retriever.Index gated(CatalogSnapshot snapshot) {
    builds.acquireUninterruptibly();
    if (built.incrementAndGet() == 3) {
      throw new IllegalStateException("the third index fails");
    }
    return TestRetriever.all(snapshot);
  }

  private Retrieval retrieval() {
    return new Retrieval(
        catalog,
        new TestRetriever("gated", (snapshot, previous) -> gated(snapshot)),
        context,
        new Presentations(JavaScript.LANGUAGE)::of,
        Optional.empty());
  }

  @Test
  void neverAnswersFromAnOlderSnapshotThanTheCatalogHas() throws Exception {
    Retrieval retrieval = retrieval();
    catalog.put("a", List.of(tool("a", "one")));
    CompletableFuture<List<SearchHit>> first = search(retrieval);
    assertThat(first).isNotDone();
    builds.release();
    assertThat(names(first)).containsExactly("a.one");

    catalog.put("a", List.of(tool("a", "one"), tool("a", "two")));
    CompletableFuture<List<SearchHit>> second = search(retrieval);

    assertThat(second).isNotDone();
    builds.release();
    assertThat(names(second)).containsExactly("a.one", "a.two");
  }

  @Test
  void answersFromWhatIsThereWhileARetrieverRefinesItsIndexForLong() throws Exception {
    CountDownLatch refined = new CountDownLatch(1);
    Retrieval retrieval =
        new Retrieval(
            catalog,
            new Late(refined),
            context,
            new Presentations(JavaScript.LANGUAGE)::of,
            Optional.empty());
    catalog.put("a", List.of(tool("a", "one"), tool("a", "two")));

    assertThat(names(search(retrieval))).containsExactly("a.one");

    CompletableFuture<Void> whole = retrieval.indexed(1);
    assertThat(whole).isNotDone();
    refined.countDown();
    whole.get(60, TimeUnit.SECONDS);
    assertThat(names(search(retrieval))).containsExactly("a.one", "a.two");
  }

  /** Finds the first tool, and the others once its index has been refined. */
  private record Late(CountDownLatch refined) implements Retriever {
    @Override
    public String name() {
      return "late";
    }

    @Override
    public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
      throw new IllegalStateException("begun and refined instead");
    }

    @Override
    public Index begin(CatalogSnapshot snapshot, Optional<Index> previous) {
      Index whole = TestRetriever.all(snapshot);
      return new Index() {
        @Override
        public List<Hit> search(Query query) {
          return whole.search(query).subList(0, 1);
        }

        @Override
        public Optional<Index> refined() {
          Awaitility.await().forever().until(() -> refined.getCount() == 0);
          return Optional.of(whole);
        }
      };
    }
  }

  @Test
  void buildsOneIndexForManyChanges() throws Exception {
    Retrieval retrieval = retrieval();
    catalog.put("a", List.of(tool("a", "t0")));
    for (int i = 1; i < 100; i++) {
      catalog.put("a", List.of(tool("a", "t" + i)));
    }

    builds.release(100);
    retrieval.indexed(catalog.snapshot().generation()).get(60, TimeUnit.SECONDS);

    assertThat(built.get()).isLessThanOrEqualTo(2);
    assertThat(names(search(retrieval))).containsExactly("a.t99");
  }

  @Test
  void failsTheSearchWhoseIndexFailsAndTriesAgain() throws Exception {
    Retrieval retrieval = retrieval();
    builds.release(2);
    for (String name : List.of("one", "two")) {
      catalog.put("a", List.of(tool("a", name)));
      retrieval.indexed(catalog.snapshot().generation()).get(60, TimeUnit.SECONDS);
    }
    catalog.put("a", List.of(tool("a", "three")));
    CompletableFuture<List<SearchHit>> failing = search(retrieval);
    builds.release();

    assertThatThrownBy(() -> names(failing))
        .hasCauseInstanceOf(GatewayException.class)
        .hasMessageContaining("\"gated\" could not index the tools")
        .hasMessageContaining("the third index fails");
    builds.release();
    assertThat(names(search(retrieval))).containsExactly("a.three");
  }

  @Test
  void findsNothingInAnEmptyCatalog() {
    assertThat(search(retrieval())).isCompletedWithValue(List.of());
  }

  @Test
  void failsWhatWaitsForAnIndexWhenItIsClosed() {
    Retrieval retrieval = retrieval();
    catalog.put("a", List.of(tool("a", "one")));
    CompletableFuture<List<SearchHit>> first = search(retrieval);

    retrieval.close();

    assertThat(first)
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .withCauseInstanceOf(GatewayClosedException.class);
    assertThat(retrieval.indexed(5)).isCompletedExceptionally();
  }

  @Test
  void buildsTheNextIndexWhateverSearchersDoWithTheirAnswer() throws Exception {
    Retrieval retrieval = retrieval();
    CountDownLatch end = new CountDownLatch(1);
    catalog.put("a", List.of(tool("a", "one")));
    CompletableFuture<Void> dawdling =
        search(retrieval).thenAccept(hits -> Awaitility.await().until(() -> end.getCount() == 0));
    builds.release(2);

    catalog.put("a", List.of(tool("a", "two")));
    retrieval.indexed(catalog.snapshot().generation()).get(60, TimeUnit.SECONDS);

    assertThat(names(search(retrieval))).containsExactly("a.two");
    end.countDown();
    dawdling.get(60, TimeUnit.SECONDS);
  }

  @Test
  void tellsOfARetrieverWhoseClassesAreMissing() throws Exception {
    List<Optional<Retriever.Index>> previous = new ArrayList<>();
    Retrieval retrieval =
        retrieval(
            before -> {
              previous.add(before);
              throw new NoClassDefFoundError("io/example/Missing");
            });
    for (String name : List.of("one", "two")) {
      catalog.put("a", List.of(tool("a", name)));
      retrieval.indexed(catalog.snapshot().generation()).get(60, TimeUnit.SECONDS);
    }

    assertThatThrownBy(() -> names(search(retrieval)))
        .hasMessageContaining("\"given\"")
        .hasMessageContaining("io/example/Missing");
    // An index substitute that the retriever did not make.
    assertThat(previous).hasSizeGreaterThan(2).allMatch(Optional::isEmpty);
  }

  @Test
  @SuppressWarnings("NullAway") // like a plug-in that was never checked
  void failsTheSearchesOfARetrieverThatReturnsNull() {
    Retrieval noIndex = retrieval(before -> null);
    Retrieval noHits = retrieval(before -> query -> null);
    Retrieval throwing =
        retrieval(
            before ->
                query -> {
                  throw new IllegalStateException("kaputt");
                });
    catalog.put("a", List.of(tool("a", "one")));

    assertThatThrownBy(() -> names(search(noIndex)))
        .hasMessageContaining("\"given\"")
        .hasMessageContaining("no index");
    assertThatThrownBy(() -> names(search(noHits)))
        .hasMessageContaining("\"given\" returned no hits");
    assertThatThrownBy(() -> names(search(throwing)))
        .hasMessageContaining("\"given\"")
        .hasMessageContaining("kaputt");
  }

  private Retrieval retrieval(Function<Optional<Retriever.Index>, Retriever.Index> index) {
    Retriever given = new TestRetriever("given", (snapshot, before) -> index.apply(before));
    return new Retrieval(
        catalog, given, context, new Presentations(JavaScript.LANGUAGE)::of, Optional.empty());
  }

  private static CompletableFuture<List<SearchHit>> search(Retrieval retrieval) {
    return retrieval.search(SearchRequest.of("anything"));
  }

  private static List<String> names(CompletableFuture<List<SearchHit>> hits) throws Exception {
    return hits.get(60, TimeUnit.SECONDS).stream().map(SearchHit::key).toList();
  }
}
