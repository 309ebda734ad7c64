package io.gatemini.testkit;

import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractAssert;

/** Assertions on what one search finds. The search is made once, whatever is asserted of it. */
public final class SearchAssert extends AbstractAssert<SearchAssert, List<SearchHit>> {
  private final Gateway gateway;
  private final SearchRequest request;

  SearchAssert(Gateway gateway, SearchRequest request) {
    super(gateway.search(request), SearchAssert.class);
    this.gateway = gateway;
    this.request = request;
  }

  /**
   * The tool is among the hits; {@link Found#in} then says how far in front.
   *
   * @param key {@code backend.tool}
   */
  public Found finds(String key) {
    int rank = rank(actual, key);
    if (rank == 0) {
      throw missed(key, "but it is not among the %d that were found".formatted(actual.size()));
    }
    return new Found(key, rank);
  }

  /** The tool is not among the hits. */
  public SearchAssert doesNotFind(String key) {
    int rank = rank(actual, key);
    if (rank > 0) {
      throw failure(
          "%nExpecting the search \"%s\" not to find%n  %s%nbut it is at %d:%n%s",
          request.query(), key, rank, listed(actual));
    }
    return this;
  }

  private AssertionError missed(String key, String where) {
    String unknown =
        GatewayAssert.isKnown(gateway, key)
            ? ""
            : "%nThe catalog has no such tool:%n%s".formatted(GatewayAssert.unknown(gateway, key));
    return failure(
        "%nExpecting the search \"%s\" to find%n  %s%n%s:%n%s%s",
        request.query(), key, where, listed(actual), unknown);
  }

  /** The rank of a tool, from 1 on; 0 where it was not found. */
  static int rank(List<SearchHit> hits, String key) {
    return hits.stream().map(SearchHit::key).toList().indexOf(key) + 1;
  }

  /** The hits with their ranks and scores, a line each. */
  static String listed(List<SearchHit> hits) {
    return hits.isEmpty()
        ? "  nothing was found"
        : IntStream.range(0, hits.size())
            .mapToObj(
                i -> "  %d. %s (%.3g)".formatted(i + 1, hits.get(i).key(), hits.get(i).score()))
            .collect(Collectors.joining("\n"));
  }

  /** A tool that was found. */
  public final class Found {
    private final String key;
    private final int rank;

    private Found(String key, int rank) {
      this.key = key;
      this.rank = rank;
    }

    /**
     * It is among the first hits.
     *
     * @param first how many; no more than the search's limit
     * @return the search, for what else it has to find
     */
    public SearchAssert in(int first) {
      if (first < 1 || first > request.limit()) {
        throw new IllegalArgumentException(
            "the search is for %d hits, \"in\" can be 1 to %d and not %d; search with SearchRequest.of(query).withLimit(...)"
                .formatted(request.limit(), request.limit(), first));
      }
      if (rank > first) {
        throw missed(key, "among the first %d, but it is at %d".formatted(first, rank));
      }
      return SearchAssert.this;
    }

    /** It is the first hit. */
    public SearchAssert first() {
      return in(1);
    }
  }
}
