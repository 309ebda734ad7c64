package io.gatemini;

import java.util.Objects;
import java.util.Optional;

/**
 * A search for tools. Immutable.
 *
 * @param query the task in plain words; an empty query finds nothing
 * @param limit how many hits at most, 1 to {@value #MAX_LIMIT}
 * @param tag only tools that carry exactly this tag
 * @param session who searches
 * @param explain whether each hit says why it was found; costs time
 * @param rest whether tools that do not fit are answers as well: without them a search brings those
 *     that fit or, where none does, the nearest three
 */
public record SearchRequest(
    String query, int limit, Optional<String> tag, Session session, boolean explain, boolean rest) {
  /** The limit of a request that states none. */
  public static final int DEFAULT_LIMIT = 10;

  /** The largest limit. */
  public static final int MAX_LIMIT = 100;

  public SearchRequest {
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(tag, "tag");
    Objects.requireNonNull(session, "session");
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "limit must be between 1 and " + MAX_LIMIT + ", not " + limit);
    }
  }

  /** A search that leaves out what does not fit. */
  public SearchRequest(
      String query, int limit, Optional<String> tag, Session session, boolean explain) {
    this(query, limit, tag, session, explain, false);
  }

  /** A search with the default limit over all tools. */
  public static SearchRequest of(String query) {
    return new SearchRequest(query, DEFAULT_LIMIT, Optional.empty(), Session.local(), false);
  }

  /** This search with another limit. */
  public SearchRequest withLimit(int limit) {
    return new SearchRequest(query, limit, tag, session, explain, rest);
  }

  /** This search among the tools that carry a tag. */
  public SearchRequest withTag(String tag) {
    return new SearchRequest(query, limit, Optional.of(tag), session, explain, rest);
  }

  /** This search on behalf of a session. */
  public SearchRequest withSession(Session session) {
    return new SearchRequest(query, limit, tag, session, explain, rest);
  }

  /** This search with an explanation of each hit. */
  public SearchRequest withExplanation() {
    return new SearchRequest(query, limit, tag, session, true, rest);
  }

  /** This search with the tools that do not fit. */
  public SearchRequest withRest() {
    return new SearchRequest(query, limit, tag, session, explain, true);
  }
}
