package io.gatemini.internal.guard;

import io.gatemini.CatalogSnapshot;
import io.gatemini.GatewayException;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.Retriever;
import java.lang.System.Logger;
import java.util.List;
import java.util.Optional;

/** A retriever behind the wall: it and its indexes throw nothing but a {@link GatewayException}. */
public final class GuardedRetriever implements Retriever {
  private static final Logger LOG = System.getLogger(GuardedRetriever.class.getName());

  private final Retriever retriever;
  private final Guard guard;

  public GuardedRetriever(Retriever retriever) {
    this.retriever = retriever;
    this.guard = new Guard("retriever " + retriever.name());
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
    try {
      Index made = retriever.begin(snapshot, previous.map(it -> ((GuardedIndex) it).index));
      if (made == null) {
        throw new IllegalStateException("it returned no index");
      }
      return new GuardedIndex(made);
    } catch (RuntimeException | Error e) { // searches must hear of it, whatever it is
      throw failed("could not index the tools", e);
    }
  }

  private GatewayException failed(String what, Throwable problem) {
    Guarded.log(LOG, "retriever " + name() + " " + what, problem);
    return new GatewayException("retriever \"" + name() + "\" " + what + ": " + problem, problem);
  }

  private final class GuardedIndex implements Index {
    private final Index index;

    GuardedIndex(Index index) {
      this.index = index;
    }

    @Override
    public List<Hit> search(Query query) {
      try {
        List<Hit> hits = index.search(query);
        if (hits == null) {
          throw new GatewayException("retriever \"" + name() + "\" returned no hits");
        }
        return List.copyOf(hits);
      } catch (GatewayException e) {
        throw e;
      } catch (RuntimeException | Error e) { // whoever searches must hear of it, whatever it is
        throw failed("failed at the search", e);
      }
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
