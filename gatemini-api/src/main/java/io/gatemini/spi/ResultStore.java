package io.gatemini.spi;

import io.gatemini.RawJson;
import io.gatemini.stability.Stable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps the originals of answers that were reduced, for the client that received them, within the
 * {@linkplain ResultStoreProvider.Limits limits} of the gateway; the oldest go first. Thread-safe.
 *
 * <p>The owner of a result is the identity of that client, any text: today the {@linkplain
 * io.gatemini.Session#id id of its session}. Sessions of one identity read the same results, in
 * another process too if a store is shared or outlives one.
 *
 * <p>Methods are called on the threads that make and read answers, which wait for them. Whatever
 * they throw is logged: an answer is then given without its original.
 */
@Stable
public interface ResultStore {
  /**
   * Keeps a result: a text as the JSON string that says it, JSON with the bytes it has.
   *
   * @return an id that cannot be guessed, of 1 to 128 letters, digits, {@code -} and {@code _};
   *     empty where the result is too large to be kept
   */
  Optional<String> put(String owner, RawJson result);

  /**
   * Looks a result up by its id, of the letters that ids are made of. Another owner's result is
   * answered like one that never was.
   */
  Lookup find(String owner, String id);

  /** Lets go of all that an owner has: its session has ended. */
  void forget(String owner);

  /**
   * Lets go of what it holds, such as connections, and not of the results. The gateway calls it
   * once, at its end, where a provider made the store; one that a host gave is the host's to close.
   */
  default void close() {}

  /** A store that keeps nothing. */
  static ResultStore none() {
    return new ResultStore() {
      @Override
      public Optional<String> put(String owner, RawJson result) {
        return Optional.empty();
      }

      @Override
      public Lookup find(String owner, String id) {
        return new Lookup.Unknown();
      }

      @Override
      public void forget(String owner) {}
    };
  }

  /** The outcome of a look-up. */
  sealed interface Lookup {
    /** It is kept. */
    record Found(RawJson result) implements Lookup {}

    /**
     * It was kept until its time was over.
     *
     * @param at when that was
     * @param maxAge how long results are kept
     */
    record Expired(Instant at, Duration maxAge) implements Lookup {}

    /**
     * It was kept until newer ones needed the room.
     *
     * @param at when that was
     */
    record MadeRoom(Instant at) implements Lookup {}

    /** It never was kept for this owner, or so long ago that nothing is known of it. */
    record Unknown() implements Lookup {}
  }
}
