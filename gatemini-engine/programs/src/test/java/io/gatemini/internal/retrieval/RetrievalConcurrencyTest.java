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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Searches while the catalog changes. */
class RetrievalConcurrencyTest {
  private static final int CHANGES = 1_000;
  private static final int BACKENDS = 10;
  private static final int TOOLS = 20;

  @AutoClose private final TestContext context = new TestContext().withThreads();
  private final Catalog catalog = new Catalog(Map.of());
  private final Incremental retriever = new Incremental();
  private final Presentations presentations = new Presentations(JavaScript.LANGUAGE);
  private final Retrieval retrieval =
      new Retrieval(catalog, retriever, context, presentations::of, Optional.empty());

  /** Takes the words of unchanged backends from the index before, as a good retriever does. */
  private static final class Incremental implements Retriever {
    final AtomicInteger builds = new AtomicInteger();
    final AtomicInteger buildsAtOnce = new AtomicInteger();
    final AtomicBoolean overlapped = new AtomicBoolean();

    @Override
    public String name() {
      return "incremental";
    }

    @Override
    public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
      overlapped.compareAndSet(false, buildsAtOnce.incrementAndGet() > 1);
      WordIndex index = new WordIndex(previous.map(WordIndex.class::cast));
      for (String backend : snapshot.backends()) {
        index.add(backend, snapshot.tools(backend));
      }
      index.complete = true;
      builds.incrementAndGet();
      buildsAtOnce.decrementAndGet();
      return index;
    }
  }

  /** Deliberately nothing final or volatile: that it is seen whole is the caller's promise. */
  private static final class WordIndex implements Retriever.Index {
    private Map<String, List<ToolDescriptor>> byBackend = new HashMap<>();
    private boolean complete;

    WordIndex(Optional<WordIndex> previous) {
      previous.ifPresent(
          index -> {
            if (!index.complete) {
              throw new IllegalStateException("a half-built index");
            }
          });
    }

    void add(String backend, List<ToolDescriptor> tools) {
      byBackend.put(backend, tools);
    }

    @Override
    public List<Retriever.Hit> search(Retriever.Query query) {
      if (!complete) {
        throw new IllegalStateException("a half-built index was searched");
      }
      List<Retriever.Hit> hits = new ArrayList<>();
      byBackend.forEach(
          (backend, tools) ->
              tools.forEach(
                  tool -> {
                    if (tool.description().contains(query.text())) {
                      hits.add(new Retriever.Hit(tool, 1));
                    }
                  }));
      return hits;
    }
  }

  /** The tools of a backend after one change; each of them names the change. */
  private static List<ToolDescriptor> tools(String backend, int change) {
    List<ToolDescriptor> tools = new ArrayList<>();
    for (int i = 0; i < TOOLS; i++) {
      tools.add(tool(backend, "tool" + i, "any of change " + change + "."));
    }
    return tools;
  }

  @Test
  void answersEverySearchFromOneSnapshotDuringAThousandChanges() throws Exception {
    catalog.batch(
        () -> {
          for (int i = 0; i < BACKENDS; i++) {
            catalog.put("b" + i, tools("b" + i, 0));
          }
        });
    retrieval.indexed(1).get(60, TimeUnit.SECONDS);
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger latest = new AtomicInteger();
    AtomicLong searches = new AtomicLong();
    List<CompletableFuture<Void>> searchers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      searchers.add(
          CompletableFuture.runAsync(
              () -> {
                int[] seen = new int[BACKENDS];
                while (!over.get()) {
                  int published = latest.get();
                  List<SearchHit> hits = retrieval.search(SearchRequest.of("any of change")).join();
                  assertThat(check(hits, seen)).isGreaterThanOrEqualTo(published);
                  searches.incrementAndGet();
                }
              },
              context.executor()));
    }

    for (int change = 1; change <= CHANGES; change++) {
      String backend = "b" + change % BACKENDS;
      catalog.put(backend, tools(backend, change));
      latest.set(change);
      if (change % 50 == 0) {
        retrieval.indexed(catalog.snapshot().generation()).get(60, TimeUnit.SECONDS);
        assertThat(retrieval.search(SearchRequest.of("of change " + change + ".")).join())
            .hasSize(TOOLS);
      }
    }
    over.set(true);
    searchers.forEach(CompletableFuture::join);

    assertThat(searches).hasPositiveValue();
    assertThat(retriever.overlapped).isFalse();
    assertThat(retriever.builds.get()).isBetween(CHANGES / 50, CHANGES + 1);
  }

  /**
   * Whole backends, each as one change made it, none older than what was seen before.
   *
   * @return the newest change
   */
  private static int check(List<SearchHit> hits, int[] seen) {
    assertThat(hits).hasSize(BACKENDS * TOOLS);
    int[] found = new int[BACKENDS];
    Arrays.fill(found, -1);
    int newest = 0;
    for (SearchHit hit : hits) {
      String description = hit.tool().description();
      int change =
          Integer.parseInt(description.substring("any of change ".length()).replace(".", ""));
      int backend = Integer.parseInt(hit.backend().substring(1));
      assertThat(found[backend]).isIn(-1, change);
      assertThat(change).isGreaterThanOrEqualTo(seen[backend]);
      assertThat(hit.call()).contains(hit.backend() + ".tool");
      found[backend] = change;
      newest = Math.max(newest, change);
    }
    for (int backend = 0; backend < BACKENDS; backend++) {
      // One snapshot: each backend is as its last change up to the newest one left it.
      int expected = newest - Math.floorMod(newest - backend, BACKENDS);
      assertThat(found[backend]).isEqualTo(Math.max(expected, 0));
    }
    System.arraycopy(found, 0, seen, 0, BACKENDS);
    return newest;
  }
}
