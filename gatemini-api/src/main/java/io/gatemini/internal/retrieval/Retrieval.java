package io.gatemini.internal.retrieval;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.presentation.Presentation;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.thread.Guarded;
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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers searches from the newest index there is. An index belongs to one snapshot; a change of
 * the catalog starts the next one in the background, several changes at once start one.
 *
 * <p>A search reads one index and what is shown of its snapshot, from start to end. It never waits
 * for an index, except the first. Thread-safe.
 */
public final class Retrieval implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Retrieval.class.getName());

  private final Catalog catalog;
  private final Retriever retriever;
  private final Supplier<Executor> executor;
  private final Function<CatalogSnapshot, Presentation> presenter;
  private final Optional<UsageBoost> usage;
  private volatile @Nullable Indexed latest;
  private final List<Waiter> waiters = new ArrayList<>();
  private boolean building;
  private boolean closed;

  /**
   * @param presenter how the tools of a snapshot are shown; asked once an index
   * @param usage prefers tools by what it has counted; absent, they come as the retriever ranks
   */
  public Retrieval(
      Catalog catalog,
      Retriever retriever,
      Supplier<Executor> executor,
      Function<CatalogSnapshot, Presentation> presenter,
      Optional<CallTracker> usage) {
    this.catalog = catalog;
    this.retriever = retriever;
    this.executor = executor;
    this.presenter = presenter;
    this.usage = usage.map(UsageBoost::new);
    catalog.onPublish(snapshot -> buildInBackground());
  }

  /** Hits, best first, all from one snapshot. */
  public CompletableFuture<List<SearchHit>> search(SearchRequest request) {
    Indexed indexed = latest;
    if (indexed != null) {
      return answer(indexed, request);
    }
    if (catalog.snapshot().generation() == 0) {
      return CompletableFuture.completedFuture(List.of());
    }
    return indexed(1).thenCompose(nothing -> search(request));
  }

  private CompletableFuture<List<SearchHit>> answer(Indexed indexed, SearchRequest request) {
    Predicate<ToolDefinition> filter =
        request
            .tag()
            .<Predicate<ToolDefinition>>map(tag -> tool -> tool.tags().contains(tag))
            .orElse(tool -> true);
    int limit = request.limit();
    int candidates = usage.isPresent() ? usage.get().candidates(limit) : limit;
    try {
      List<Hit> hits =
          indexed.index.search(new Query(request.query(), candidates, filter, request.explain()));
      if (usage.isPresent()) {
        hits = usage.get().apply(hits, limit);
      }
      List<SearchHit> shown = new ArrayList<>(hits.size());
      for (Hit hit : hits) {
        shown.add(indexed.shown.hit(hit));
      }
      return CompletableFuture.completedFuture(List.copyOf(shown));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    } catch (Error e) {
      Guarded.log(LOG, "retriever " + retriever.name() + " failed at a search", e);
      return CompletableFuture.failedFuture(
          new GatewayException(
              "the search failed by a fault of the retriever; the log of the gateway says why", e));
    }
  }

  /** Completes when a snapshot of at least this generation is searchable. */
  public CompletableFuture<Void> indexed(long generation) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    synchronized (this) {
      Indexed known = latest;
      if (generation == 0 || (known != null && known.snapshot.generation() >= generation)) {
        done.complete(null);
      } else if (closed) {
        done.completeExceptionally(closedException());
      } else {
        waiters.add(new Waiter(generation, done));
      }
    }
    return done;
  }

  private synchronized void buildInBackground() {
    if (!building && !closed) {
      building = true;
      if (!Tasks.tryExecute(executor, this::buildOrFail)) {
        building = false;
      }
    }
  }

  /** Whoever waits for an index must hear where none can be made. */
  private void buildOrFail() {
    try {
      build();
    } catch (RuntimeException | Error e) {
      Guarded.log(LOG, "the catalog could not be indexed", e);
      List<Waiter> left;
      synchronized (this) {
        building = false;
        left = List.copyOf(waiters);
        waiters.clear();
      }
      GatewayException failure =
          new GatewayException(
              "the tools could not be indexed; the log of the gateway says why", e);
      left.forEach(waiter -> waiter.done.completeExceptionally(failure));
    }
  }

  private void build() {
    while (true) {
      CatalogSnapshot snapshot = catalog.snapshot();
      latest = index(snapshot, latest);
      List<Waiter> served = new ArrayList<>();
      boolean ended;
      synchronized (this) {
        waiters.removeIf(
            waiter -> waiter.generation <= snapshot.generation() && served.add(waiter));
        ended = closed || catalog.snapshot().generation() == snapshot.generation();
        building = !ended;
      }
      served.forEach(this::tell);
      if (ended) {
        return;
      }
    }
  }

  private Indexed index(CatalogSnapshot snapshot, @Nullable Indexed previous) {
    Presentation shown = presenter.apply(snapshot);
    try {
      Retriever.Index index =
          retriever.index(
              snapshot, previous == null ? Optional.empty() : Optional.ofNullable(previous.own));
      shown.prepare();
      return new Indexed(snapshot, index, index, shown);
    } catch (RuntimeException | Error e) {
      // A plug-in may throw anything, also because a class of its own is missing. Searches go on
      // over what there was, or over nothing; they must not wait for ever.
      LOG.log(Level.ERROR, "retriever " + retriever.name() + " could not index the catalog", e);
      return previous != null
          ? new Indexed(snapshot, previous.index, previous.own, previous.shown)
          : new Indexed(snapshot, query -> List.of(), null, shown);
    }
  }

  /**
   * On another thread: what is waiting may do anything, and the next index must not wait for it.
   */
  private void tell(Waiter waiter) {
    if (!Tasks.tryExecute(executor, () -> waiter.done.complete(null))) {
      waiter.done.complete(null);
    }
  }

  /** Fails what waits for an index; none is built any more. */
  @Override
  public void close() {
    List<Waiter> left;
    synchronized (this) {
      closed = true;
      left = List.copyOf(waiters);
      waiters.clear();
    }
    left.forEach(waiter -> waiter.done.completeExceptionally(closedException()));
  }

  private static GatewayClosedException closedException() {
    return new GatewayClosedException("the gateway is closed");
  }

  /**
   * A searchable snapshot.
   *
   * @param own the newest index that the retriever made itself
   * @param shown the tools of the snapshot that the index was made of
   */
  private record Indexed(
      CatalogSnapshot snapshot,
      Retriever.Index index,
      Retriever.@Nullable Index own,
      Presentation shown) {}

  private record Waiter(long generation, CompletableFuture<Void> done) {}
}
