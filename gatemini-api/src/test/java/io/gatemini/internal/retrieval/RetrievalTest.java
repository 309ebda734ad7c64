package io.gatemini.internal.retrieval;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayClosedException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.presentation.Presentation;
import io.gatemini.spi.Retriever;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetrievalTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Catalog catalog = new Catalog(Map.of());
  private final Semaphore builds = new Semaphore(0);
  private final AtomicInteger built = new AtomicInteger();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Finds everything, once the test lets its index be built. */
  private final class Gated implements Retriever {
    @Override
    public String name() {
      return "gated";
    }

    @Override
    public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
      builds.acquireUninterruptibly();
      if (built.incrementAndGet() == 3) {
        throw new IllegalStateException("the third index fails");
      }
      return query -> snapshot.tools().stream().map(tool -> new Hit(tool, 1)).toList();
    }
  }

  private Retrieval retrieval() {
    return new Retrieval(catalog, new Gated(), () -> threads, Presentation::of, Optional.empty());
  }

  @Test
  void letsTheFirstSearchWaitForItsIndexAndNoLaterOne() throws Exception {
    Retrieval retrieval = retrieval();
    catalog.put("a", List.of(tool("a", "one")));
    CompletableFuture<List<SearchHit>> first = search(retrieval);
    assertThat(first).isNotDone();

    builds.release();
    assertThat(names(first)).containsExactly("a.one");
    catalog.put("a", List.of(tool("a", "one"), tool("a", "two")));

    // The second index is still being built: the answer comes from the first, at once.
    CompletableFuture<List<SearchHit>> second = search(retrieval);
    assertThat(second).isCompleted();
    assertThat(names(second)).containsExactly("a.one");
    builds.release();
    retrieval.indexed(catalog.snapshot().generation()).get(10, TimeUnit.SECONDS);
    assertThat(names(search(retrieval))).containsExactly("a.one", "a.two");
  }

  @Test
  void buildsOneIndexForManyChanges() throws Exception {
    Retrieval retrieval = retrieval();
    catalog.put("a", List.of(tool("a", "t0")));
    for (int i = 1; i < 100; i++) {
      catalog.put("a", List.of(tool("a", "t" + i)));
    }

    builds.release(100);
    retrieval.indexed(catalog.snapshot().generation()).get(10, TimeUnit.SECONDS);

    assertThat(built.get()).isLessThanOrEqualTo(2);
    assertThat(names(search(retrieval))).containsExactly("a.t99");
  }

  @Test
  void goesOnWithTheOldIndexWhenTheNewOneFails() throws Exception {
    Retrieval retrieval = retrieval();
    builds.release(10);
    for (String name : List.of("one", "two", "three")) {
      catalog.put("a", List.of(tool("a", name)));
      retrieval.indexed(catalog.snapshot().generation()).get(10, TimeUnit.SECONDS);
    }

    assertThat(names(search(retrieval))).containsExactly("a.two");
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
        .failsWithin(Duration.ofSeconds(10))
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
    retrieval.indexed(catalog.snapshot().generation()).get(10, TimeUnit.SECONDS);

    assertThat(names(search(retrieval))).containsExactly("a.two");
    end.countDown();
    dawdling.get(10, TimeUnit.SECONDS);
  }

  @Test
  void goesOnWithoutARetrieverWhoseClassesAreMissing() throws Exception {
    List<Optional<Retriever.Index>> previous = new ArrayList<>();
    Retriever broken =
        new Retriever() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public Index index(CatalogSnapshot snapshot, Optional<Index> before) {
            previous.add(before);
            throw new NoClassDefFoundError("io/example/Missing");
          }
        };
    Retrieval retrieval =
        new Retrieval(catalog, broken, () -> threads, Presentation::of, Optional.empty());
    for (String name : List.of("one", "two")) {
      catalog.put("a", List.of(tool("a", name)));
      retrieval.indexed(catalog.snapshot().generation()).get(10, TimeUnit.SECONDS);
    }

    assertThat(names(search(retrieval))).isEmpty();
    // What stands in for an index is none that the retriever has made.
    assertThat(previous).containsExactly(Optional.empty(), Optional.empty());
  }

  private static CompletableFuture<List<SearchHit>> search(Retrieval retrieval) {
    return retrieval.search(SearchRequest.of("anything"));
  }

  private static List<String> names(CompletableFuture<List<SearchHit>> hits) throws Exception {
    return hits.get(10, TimeUnit.SECONDS).stream().map(SearchHit::name).toList();
  }
}
