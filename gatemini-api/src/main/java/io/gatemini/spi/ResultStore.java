package io.gatemini.spi;

import io.gatemini.RawJson;
import io.gatemini.Session;
import java.util.Optional;

/**
 * Keeps the originals of answers that were reduced, for the session that received them: within a
 * number of bytes and for a time, the oldest go first. Thread-safe.
 */
public interface ResultStore {
  /**
   * Keeps a result; a text is a JSON string.
   *
   * @return an id that cannot be guessed, letters and digits only; empty where the result is too
   *     large to be kept
   */
  Optional<String> put(Session session, RawJson result);

  /** The result with an id, if it is kept and was put by a session of the same id. */
  Optional<RawJson> get(Session session, String id);

  /** A store that keeps nothing. */
  static ResultStore none() {
    return new ResultStore() {
      @Override
      public Optional<String> put(Session session, RawJson result) {
        return Optional.empty();
      }

      @Override
      public Optional<RawJson> get(Session session, String id) {
        return Optional.empty();
      }
    };
  }
}
