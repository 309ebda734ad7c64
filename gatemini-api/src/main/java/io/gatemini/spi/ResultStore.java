package io.gatemini.spi;

import io.gatemini.RawJson;
import io.gatemini.UnknownResultException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Keeps the originals of answers that were reduced, for the client that received them, within the
 * {@linkplain ResultStoreProvider.Limits limits} of the gateway; the oldest go first. Thread-safe.
 *
 * <p>The owner of a result is the identity of that client, any text: today the {@linkplain
 * io.gatemini.Session#id id of its session}. Whoever has the same identity reads the same results,
 * in another process too where a store is shared or outlives one.
 *
 * <p>Methods are called on the threads that make and read answers, which wait for them. Whatever
 * they throw is logged: an answer is then given without its original.
 */
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
   * The result with an id.
   *
   * @throws UnknownResultException when there is none, or none any more; the message says how to
   *     get it again
   */
  default RawJson get(String owner, String id) {
    Lookup lookup = find(owner, id);
    if (lookup instanceof Lookup.Found found) {
      return found.result();
    }
    throw new UnknownResultException(Lookup.message(id, lookup));
  }

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

    private static String message(String id, Lookup lookup) {
      String shown = id.length() <= 40 ? id : id.substring(0, 40) + "...";
      String name = "\"" + shown.replaceAll("\\p{Cntrl}", " ") + "\"";
      String again = "; run the same code again with call_tool_chain to get it again";
      if (lookup instanceof Expired expired) {
        return "result "
            + name
            + " expired at "
            + second(expired.at())
            + ", "
            + words(expired.maxAge())
            + " after it was made"
            + again;
      }
      if (lookup instanceof MadeRoom gone) {
        return "result "
            + name
            + " expired at "
            + second(gone.at())
            + ", when newer results needed its room"
            + again;
      }
      return "no result " + name + " is kept for this session; ids are told by reduced answers";
    }

    private static Instant second(Instant at) {
      return at.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String words(Duration age) {
      return age.toMinutes() > 0 && age.toSecondsPart() == 0
          ? age.toMinutes() + (age.toMinutes() == 1 ? " minute" : " minutes")
          : Math.max(1, age.toSeconds()) + " s";
    }
  }
}
