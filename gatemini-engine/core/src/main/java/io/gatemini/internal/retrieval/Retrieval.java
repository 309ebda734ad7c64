package io.gatemini.internal.retrieval;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayClosedException;
import io.gatemini.GatewayException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.presentation.Presentation;
import io.gatemini.internal.retrieval.NameRetriever.NameProvider;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.spi.RetrieverProvider;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Answers searches from the newest index there is. An index belongs to one snapshot; a change of
 * the catalog starts the next one in the background, several changes at once start one, and what
 * the retriever leaves out at first is added step by step.
 *
 * <p>A search reads one index and what is shown of its snapshot, from start to end. It waits for
 * the snapshot that the catalog has when it comes, so that it never knows less than a listing, and
 * a moment for what the retriever has left out. Thread-safe.
 */
public final class Retrieval implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Retrieval.class.getName());

  /** A retriever that takes longer for an index is broken, and fails the searches. */
  private static final Duration INDEX_TIMEOUT = Duration.ofSeconds(15);

  /** How many tools are shown where none fits. */
  private static final int NEAREST = 3;

  private final Catalog catalog;
  private final Retriever retriever;
  private final PluginContext engine;
  private final Function<CatalogSnapshot, Presentation> presenter;
  private final Optional<UsageBoost> usage;
  private volatile @Nullable Indexed latest;
  private final List<Waiter> waiters = new ArrayList<>();
  private boolean building;
  private boolean closed;

  /**
   * @param engine not asked for anything before the first snapshot
   * @param presenter how the tools of a snapshot are shown; asked once an index
   * @param usage prefers tools by what it has counted; absent, they come as the retriever ranks
   */
  public Retrieval(
      Catalog catalog,
      Retriever retriever,
      PluginContext engine,
      Function<CatalogSnapshot, Presentation> presenter,
      Optional<CallTracker> usage) {
    this.catalog = catalog;
    this.retriever = new GuardedRetriever(retriever);
    this.engine = engine;
    this.presenter = presenter;
    this.usage = usage.map(UsageBoost::new);
    catalog.onPublish(snapshot -> buildInBackground());
  }

  /** Provides the retriever {@code name}, lighter than any other. */
  public static RetrieverProvider byName() {
    return new NameProvider();
  }

  /**
   * Hits, best first, with those of backends that start in the next moments.
   *
   * @param settled completes when no tools are to be expected any more
   */
  public CompletableFuture<List<SearchHit>> searchPatiently(
      SearchRequest request, CompletableFuture<?> settled) {
    return new PatientSearch(catalog, this, engine::textAnalyzer, Deadlines.of(engine))
        .search(request, settled);
  }

  /** Hits, best first, all from one snapshot, no older than the catalog's is now. */
  CompletableFuture<List<SearchHit>> search(SearchRequest request) {
    return search(request, tool -> true);
  }

  /** The same among some of the tools, which are ranked as if there were no others. */
  public CompletableFuture<List<SearchHit>> search(
      SearchRequest request, Predicate<ToolDescriptor> among) {
    CatalogSnapshot snapshot = catalog.snapshot();
    long generation = snapshot.generation();
    if (generation == 0) {
      return CompletableFuture.completedFuture(List.of());
    }
    Indexed known = latest;
    if (known != null
        && known.isWhole
        && !known.hasFailed
        && known.snapshot.generation() >= generation) {
      return answer(known, request, among);
    }
    if (known != null && known.hasFailed) {
      retry(known);
    }
    Deadlines deadlines = Deadlines.of(engine);
    CompletableFuture<Void> begun = indexed(generation, false);
    deadlines.watch(begun, System.nanoTime() + INDEX_TIMEOUT.toNanos(), this::stuck);
    return begun
        .thenCompose(
            nothing ->
                deadlines.bounded(indexed(generation, true), patience(snapshot.tools().size())))
        .thenCompose(
            nothing -> {
              Indexed indexed = latest;
              // Another search may have found that it had failed, and begun anew.
              return indexed == null ? search(request, among) : answer(indexed, request, among);
            });
  }

  /** How long a search waits for a whole index: 50 ms at 1,000 tools, 300 ms at 10,000. */
  private static Duration patience(int tools) {
    return Duration.ofMillis(20 + tools / 36);
  }

  private GatewayException stuck() {
    return new GatewayException(
        "retriever \"%s\" did not index the tools within %s"
            .formatted(retriever.name(), Durations.text(INDEX_TIMEOUT)));
  }

  /** Words for a further search, by backend; from what there is, without a wait. */
  public Map<String, List<String>> furtherWords(SearchRequest request, List<SearchHit> hits) {
    Indexed indexed = latest;
    if (indexed == null) {
      return Map.of();
    }
    int limit = hits.size() + FurtherWords.NEXT;
    try {
      List<Hit> ranked = indexed.index.search(new Query(request.query(), limit, filter(request)));
      return FurtherWords.of(request.query(), hits, ranked, engine.textAnalyzer());
    } catch (GatewayException e) {
      return Map.of(); // the answer itself is there
    }
  }

  private Predicate<ToolDescriptor> filter(SearchRequest request) {
    Predicate<ToolDescriptor> tagged =
        request
            .tag()
            .<Predicate<ToolDescriptor>>map(tag -> tool -> tool.tags().contains(tag))
            .orElse(tool -> true);
    Session viewer = request.session();
    return catalog.seesAll(viewer)
        ? tagged
        : tagged.and(tool -> catalog.isVisible(tool.backend(), viewer));
  }

  private CompletableFuture<List<SearchHit>> answer(
      Indexed indexed, SearchRequest request, Predicate<ToolDescriptor> among) {
    Predicate<ToolDescriptor> filter = filter(request).and(among);
    int limit = request.limit();
    int candidates = usage.isPresent() ? usage.get().candidates(limit) : limit;
    try {
      List<Hit> hits =
          indexed.index.search(new Query(request.query(), candidates, filter, request.explain()));
      if (usage.isPresent()) {
        hits = usage.get().apply(hits, limit);
      }
      hits = NamedTools.first(hits, request.query(), indexed.snapshot, filter, limit);
      if (!request.rest()) {
        hits = fitting(hits);
      }
      List<SearchHit> shown = new ArrayList<>(hits.size());
      for (Hit hit : hits) {
        shown.add(indexed.shown.hit(hit));
      }
      return CompletableFuture.completedFuture(List.copyOf(shown));
    } catch (GatewayException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static List<Hit> fitting(List<Hit> hits) {
    List<Hit> fitting = hits.stream().filter(Hit::fits).toList();
    return fitting.isEmpty() ? hits.subList(0, Math.min(NEAREST, hits.size())) : fitting;
  }

  /** Completes when a snapshot of at least this generation is searchable as a whole. */
  public CompletableFuture<Void> indexed(long generation) {
    return indexed(generation, true);
  }

  /**
   * Completes when a snapshot of at least this generation is searchable.
   *
   * @param whole whether nothing of its index may be missing
   */
  CompletableFuture<Void> indexed(long generation, boolean whole) {
    Waiter waiter = new Waiter(generation, whole, new CompletableFuture<>());
    synchronized (this) {
      Indexed known = latest;
      if (generation == 0 || (known != null && waiter.isServedBy(known))) {
        waiter.done.complete(null);
      } else if (closed) {
        waiter.done.completeExceptionally(closedException());
      } else {
        waiters.add(waiter);
      }
    }
    return waiter.done;
  }

  /** An index that failed once may succeed the next time. */
  @SuppressWarnings("ReferenceEquality") // whether there is another one meanwhile
  private synchronized void retry(Indexed failed) {
    if (latest == failed) {
      latest = null;
      buildInBackground();
    }
  }

  private synchronized void buildInBackground() {
    if (!building && !closed) {
      building = true;
      if (!Tasks.tryExecute(engine::executor, () -> Guarded.orFail(this::build, this::unbuilt))) {
        building = false;
      }
    }
  }

  /** A caller that waits for an index must learn that none can be made. */
  private void unbuilt(Throwable problem) {
    Guarded.log(LOG, "the catalog could not be indexed", problem);
    List<Waiter> left;
    synchronized (this) {
      building = false;
      left = List.copyOf(waiters);
      waiters.clear();
    }
    GatewayException failure =
        new GatewayException(
            "the tools could not be indexed; the log of the gateway says why", problem);
    left.forEach(waiter -> waiter.done.completeExceptionally(failure));
  }

  @SuppressWarnings("ReferenceEquality") // whether a search has taken it away to have it made anew
  private void build() {
    while (true) {
      Indexed known = latest;
      CatalogSnapshot snapshot = catalog.snapshot();
      Indexed next =
          known == null || known.snapshot.generation() < snapshot.generation()
              ? begin(snapshot, known)
              : refined(known);
      latest = next;
      List<Waiter> served = new ArrayList<>();
      boolean ended;
      synchronized (this) {
        waiters.removeIf(waiter -> waiter.isServedBy(next) && served.add(waiter));
        ended =
            closed
                || (next.isWhole
                    && latest == next
                    && catalog.snapshot().generation() == next.snapshot.generation());
        building = !ended;
      }
      served.forEach(this::complete);
      if (ended) {
        return;
      }
    }
  }

  private Indexed begin(CatalogSnapshot snapshot, @Nullable Indexed previous) {
    Presentation shown = presenter.apply(snapshot);
    Optional<Retriever.Index> before =
        Optional.ofNullable(previous).filter(known -> !known.hasFailed).map(Indexed::index);
    try {
      Retriever.Index index = retriever.begin(snapshot, before);
      shown.prepare();
      return new Indexed(snapshot, index, shown, false, false);
    } catch (GatewayException e) {
      // Searches must hear of it, and neither wait for ever nor go over tools that are no more.
      Retriever.Index failing =
          query -> {
            throw e;
          };
      return new Indexed(snapshot, failing, shown, true, true);
    }
  }

  private Indexed refined(Indexed known) {
    return known
        .index
        .refined()
        .map(index -> new Indexed(known.snapshot, index, known.shown, false, false))
        .orElseGet(known::whole);
  }

  /**
   * On another thread: what is waiting may do anything, and the next index must not wait for it.
   */
  private void complete(Waiter waiter) {
    if (!Tasks.tryExecute(engine::executor, () -> waiter.done.complete(null))) {
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
   * @param shown the tools of the snapshot that the index was made of
   * @param isWhole whether the retriever has nothing to add to the index
   * @param hasFailed whether the index stands in for one that could not be made
   */
  private record Indexed(
      CatalogSnapshot snapshot,
      Retriever.Index index,
      Presentation shown,
      boolean isWhole,
      boolean hasFailed) {
    Indexed whole() {
      return new Indexed(snapshot, index, shown, true, false);
    }
  }

  private record Waiter(long generation, boolean whole, CompletableFuture<Void> done) {
    boolean isServedBy(Indexed indexed) {
      return indexed.snapshot.generation() >= generation && (indexed.isWhole || !whole);
    }
  }
}
