package io.gatemini.spi;

import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchExplanation;
import io.gatemini.ToolDescriptor;
import io.gatemini.stability.Stable;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds tools for a query. A retriever builds an {@link Index} for a snapshot of the catalog, off
 * the request path; the index answers queries.
 */
@Stable
public interface Retriever {
  /** The name it is configured under. */
  String name();

  /**
   * Builds the index of a snapshot. Called by one thread at a time.
   *
   * @param previous the index this retriever built before, from which an unchanged part may be
   *     taken
   */
  Index index(CatalogSnapshot snapshot, Optional<Index> previous);

  /**
   * Begins the index of a snapshot: searches wait for this, so what takes long may be left to
   * {@link Index#refined}. The whole index at once, unless overridden. Called by one thread at a
   * time.
   *
   * @param previous the newest index this retriever made before, refined or not
   */
  default Index begin(CatalogSnapshot snapshot, Optional<Index> previous) {
    return index(snapshot, previous);
  }

  /** An immutable index over one snapshot; searched by many threads at a time. */
  interface Index {
    /**
     * Hits, best first, at most {@link Query#limit()}; ties by key. Never empty-handed by error.
     */
    List<Hit> search(Query query);

    /**
     * This index with a little more in it that {@link Retriever#begin} has left out; empty where
     * nothing is left. Asked for in the background until then, unless there is a newer snapshot,
     * which waits for the answer: some ten milliseconds are long. Called by one thread at a time.
     */
    default Optional<Index> refined() {
      return Optional.empty();
    }
  }

  /**
   * A query.
   *
   * @param text the task in plain words
   * @param limit how many hits at most, at least 1
   * @param filter which tools count; applied before the limit
   * @param explain whether hits carry an explanation
   */
  record Query(String text, int limit, Predicate<ToolDescriptor> filter, boolean explain) {
    /** A query without explanations. */
    public Query(String text, int limit, Predicate<ToolDescriptor> filter) {
      this(text, limit, filter, false);
    }
  }

  /**
   * A tool and its score.
   *
   * @param score above 0, higher is better; only comparable within one answer
   * @param explanation the reason why it was found, if the query asks and the retriever knows, or
   *     where none fits, with the kind of server that would help
   * @param fits whether the tool is an answer. One that does not fit is far below the first, or
   *     only the nearest where none fits; the gateway leaves it out where others fit
   */
  record Hit(
      ToolDescriptor tool, double score, Optional<SearchExplanation> explanation, boolean fits) {
    /** A hit without an explanation. */
    public Hit(ToolDescriptor tool, double score) {
      this(tool, score, Optional.empty());
    }

    /** A hit that fits. */
    public Hit(ToolDescriptor tool, double score, Optional<SearchExplanation> explanation) {
      this(tool, score, explanation, true);
    }
  }
}
