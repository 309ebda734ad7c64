package io.gatemini.internal.retrieval;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayException;
import io.gatemini.internal.async.Guard;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.Retriever;
import java.lang.System.Logger;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A retriever behind the wall: it and its indexes throw nothing but a {@link GatewayException}. */
final class GuardedRetriever implements Retriever {
  private static final Logger LOG = System.getLogger(GuardedRetriever.class.getName());

  private final Retriever retriever;
  private final String who;
  private final Guard guard;

  GuardedRetriever(Retriever retriever) {
    this.retriever = retriever;
    this.who = "retriever " + retriever.name() + " (" + retriever.getClass().getName() + ")";
    this.guard = new Guard(who);
  }

  @Override
  public String name() {
    return retriever.name();
  }

  @Override
  public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
    return begin(snapshot, previous);
  }

  /**
   * @param previous one that was made here
   */
  @Override
  public Index begin(CatalogSnapshot snapshot, Optional<Index> previous) {
    return new GuardedIndex(
        tried(
            "could not index the tools",
            "returned no index",
            () -> retriever.begin(snapshot, previous.map(it -> ((GuardedIndex) it).index))));
  }

  private <T> T tried(String failure, String nothing, Supplier<? extends @Nullable T> code) {
    T answer;
    try {
      answer = code.get();
    } catch (RuntimeException | Error e) { // any failure has to reach the searching caller
      if (e instanceof GatewayException known) {
        throw known;
      }
      Guarded.log(LOG, who + " " + failure, e);
      throw new GatewayException("retriever \"" + name() + "\" " + failure + ": " + e, e);
    }
    if (answer == null) {
      GatewayException broken = new GatewayException("retriever \"" + name() + "\" " + nothing);
      guard.failed(nothing, broken);
      throw broken;
    }
    return answer;
  }

  private final class GuardedIndex implements Index {
    private final Index index;

    GuardedIndex(Index index) {
      this.index = index;
    }

    @Override
    public List<Hit> search(Query query) {
      return tried(
          "failed at the search",
          "returned no hits",
          () -> {
            List<Hit> hits = index.search(query);
            return hits == null ? null : List.copyOf(hits);
          });
    }

    @Override
    public Optional<Index> refined() {
      return guard.ask(
          "could not refine its index",
          () -> index.refined().map(GuardedIndex::new),
          Optional.empty());
    }
  }
}
