package io.gatemini.internal.retrieval;

import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.surface.Presentation;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers searches from the newest index there is. An index belongs to one snapshot; a change of
 * the catalog starts the next one in the background, several changes at once start one.
 *
 * <p>Searches never wait for an index, except the first. Thread-safe.
 */
public final class Retrieval {
  private static final Logger LOG = System.getLogger(Retrieval.class.getName());

  private final Catalog catalog;
  private final Retriever retriever;
  private final Supplier<Executor> executor;
  private final Function<CatalogSnapshot, Presentation> presenter;
  private volatile @Nullable Indexed latest;
  private final List<Waiter> waiters = new ArrayList<>();
  private boolean building;

  /**
   * @param presenter how the tools of a snapshot are shown; asked once an index
   */
  public Retrieval(
      Catalog catalog,
      Retriever retriever,
      Supplier<Executor> executor,
      Function<CatalogSnapshot, Presentation> presenter) {
    this.catalog = catalog;
    this.retriever = retriever;
    this.executor = executor;
    this.presenter = presenter;
    catalog.onPublish(snapshot -> buildInBackground());
  }

  /** Hits, best first, all from one snapshot. */
  public CompletableFuture<List<SearchHit>> search(SearchRequest request) {
    Indexed index = latest;
    if (index != null) {
      return answer(index, request);
    }
    if (catalog.snapshot().generation() == 0) {
      return CompletableFuture.completedFuture(List.of());
    }
    return indexed(1).thenCompose(nothing -> search(request));
  }

  private static CompletableFuture<List<SearchHit>> answer(Indexed index, SearchRequest request) {
    Predicate<ToolDefinition> filter =
        request
            .tag()
            .<Predicate<ToolDefinition>>map(tag -> tool -> tool.tags().contains(tag))
            .orElse(tool -> true);
    try {
      List<Hit> hits =
          index.index.search(
              new Query(request.query(), request.limit(), filter, request.explain()));
      return CompletableFuture.completedFuture(
          hits.stream().map(hit -> index.shown.hit(hit)).toList());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Completes when a snapshot of at least this generation is searchable. */
  public CompletableFuture<Void> indexed(long generation) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    synchronized (this) {
      Indexed known = latest;
      if (generation == 0 || (known != null && known.snapshot.generation() >= generation)) {
        done.complete(null);
      } else {
        waiters.add(new Waiter(generation, done));
      }
    }
    return done;
  }

  private synchronized void buildInBackground() {
    if (!building) {
      building = true;
      try {
        executor.get().execute(this::build);
      } catch (RejectedExecutionException e) {
        building = false;
      }
    }
  }

  private void build() {
    while (true) {
      CatalogSnapshot snapshot = catalog.snapshot();
      Indexed previous = latest;
      Presentation shown = presenter.apply(snapshot);
      try {
        Retriever.Index index =
            retriever.index(snapshot, Optional.ofNullable(previous).map(Indexed::index));
        shown.prepare();
        latest = new Indexed(snapshot, index, shown);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "retriever " + retriever.name() + " could not index the catalog", e);
        // Searches go on over what there was, or over nothing; they must not wait for ever.
        latest =
            previous != null
                ? new Indexed(snapshot, previous.index, previous.shown)
                : new Indexed(snapshot, query -> List.of(), shown);
      }
      List<Waiter> served = new ArrayList<>();
      boolean upToDate;
      synchronized (this) {
        waiters.removeIf(
            waiter -> waiter.generation <= snapshot.generation() && served.add(waiter));
        upToDate = catalog.snapshot().generation() == snapshot.generation();
        building = !upToDate;
      }
      served.forEach(waiter -> waiter.done.complete(null));
      if (upToDate) {
        return;
      }
    }
  }

  private record Indexed(CatalogSnapshot snapshot, Retriever.Index index, Presentation shown) {}

  private record Waiter(long generation, CompletableFuture<Void> done) {}
}
