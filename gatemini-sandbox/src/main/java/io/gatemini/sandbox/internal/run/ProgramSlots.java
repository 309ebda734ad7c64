package io.gatemini.sandbox.internal.run;

import io.gatemini.spi.ScriptEngine.Load;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who runs, who waits, and who cannot be stopped. A program holds one of so many places until its
 * thread is done with it, or has turned out not to be stoppable: then it is a zombie and its place
 * is free. A nested program holds none, for the one that waits for it does.
 *
 * <p>A client alone may have all places. Those that it has beyond its share, half of them, keep no
 * other client from its own share: at most half as many programs again run then. Among those that
 * wait, the client with the fewest places is next, or the one whose last turn is longest ago.
 * Thread-safe.
 *
 * @param <P> the programs, by identity
 */
public final class ProgramSlots<P> {
  /** Nested programs run beside the places; this is far more than honest programs need. */
  private static final int MAX_NESTED = 64;

  private final int places;
  private final int maxZombies;

  // Guarded by this; programs with their clients where it matters.
  private final Map<P, String> running = new HashMap<>();
  private final Map<P, String> nested = new HashMap<>();
  private final Map<P, String> waiting = new LinkedHashMap<>();
  private final Set<P> zombies = new HashSet<>();

  /** When each client that has or wants a place got its last one. */
  private final Map<String, Long> lastTurns = new HashMap<>();

  private long turns;
  private boolean closed;

  /** The decision for a program that arrives. */
  public enum Admission {
    RUN,
    WAIT,
    TOO_MANY_ZOMBIES,
    TOO_MANY_NESTED,
    CLOSED
  }

  public ProgramSlots(int places, int maxZombies) {
    this.places = places;
    this.maxZombies = maxZombies;
  }

  public synchronized Admission arrive(P program, String client, boolean isNested) {
    if (closed) {
      return Admission.CLOSED;
    }
    if (zombies.size() > maxZombies) {
      return Admission.TOO_MANY_ZOMBIES;
    }
    if (isNested) {
      if (!hasPlace(client, nested, MAX_NESTED)) {
        return Admission.TOO_MANY_NESTED;
      }
      nested.put(program, client);
      return Admission.RUN;
    }
    boolean runs = hasPlace(client, running, places);
    if (runs) {
      run(program, client);
    } else {
      waiting.put(program, client);
    }
    return runs ? Admission.RUN : Admission.WAIT;
  }

  private void run(P program, String client) {
    running.put(program, client);
    lastTurns.put(client, ++turns);
  }

  private static <P> boolean hasPlace(String client, Map<P, String> taken, int places) {
    if (taken.size() < places) {
      return true;
    }
    int share = (places + 1) / 2;
    Map<String, Integer> held = new HashMap<>();
    taken.values().forEach(one -> held.merge(one, 1, Integer::sum));
    return held.getOrDefault(client, 0) < share
        && held.values().stream().mapToInt(count -> Math.min(count, share)).sum() < places;
  }

  private long held(String client) {
    return running.values().stream().filter(client::equals).count();
  }

  /** A program does not want to wait any longer. */
  public synchronized void leave(P program) {
    waiting.remove(program);
  }

  /** A program's thread is done with it. The one that has its place now, if any. */
  public synchronized @Nullable P end(P program) {
    zombies.remove(program);
    nested.remove(program);
    running.remove(program);
    return next();
  }

  /** A program goes on after its end. The one that has its place now, if any. */
  public synchronized @Nullable P abandon(P program) {
    if (running.remove(program) != null || nested.remove(program) != null) {
      zombies.add(program);
    }
    return next();
  }

  private @Nullable P next() {
    if (waiting.isEmpty()) {
      lastTurns.keySet().retainAll(running.values());
    }
    if (closed || waiting.isEmpty() || zombies.size() > maxZombies) {
      return null;
    }
    Optional<Map.Entry<P, String>> next =
        waiting.entrySet().stream()
            .filter(entry -> hasPlace(entry.getValue(), running, places))
            .min(
                Comparator.<Map.Entry<P, String>>comparingLong(entry -> held(entry.getValue()))
                    .thenComparing(entry -> lastTurns.getOrDefault(entry.getValue(), 0L)));
    if (next.isEmpty()) {
      return null;
    }
    P program = next.get().getKey();
    run(program, next.get().getValue());
    waiting.remove(program);
    return program;
  }

  /** Those that wait while there are too many zombies for them ever to run; they are let go. */
  public synchronized List<P> hopeless() {
    if (zombies.size() <= maxZombies) {
      return List.of();
    }
    List<P> all = List.copyOf(waiting.keySet());
    waiting.clear();
    return all;
  }

  /** Admits no more programs; returns all present ones. */
  public synchronized List<P> close() {
    closed = true;
    List<P> all = new ArrayList<>(waiting.keySet());
    all.addAll(running.keySet());
    all.addAll(nested.keySet());
    waiting.clear();
    return all;
  }

  public synchronized Load load() {
    return new Load(running.size() + nested.size(), waiting.size(), zombies.size());
  }

  /** The messages for programs that get no place, in whatever process. */
  public static final class Refusals {
    public static final String CLOSED = "the gateway was closed";
    public static final String TOO_MANY_NESTED =
        "too many composite tools run at a time; try again";

    private Refusals() {}

    /** After waiting in vain. */
    public static String noPlace(int places, long timeoutMillis) {
      return "all "
          + places
          + " slots for programs were in use for "
          + timeoutMillis
          + " ms; try again, or raise sandbox.max_concurrent_programs";
    }

    public static String tooManyZombies(int maxZombies) {
      return "no program is run while more than "
          + maxZombies
          + " that could not be stopped go on (sandbox.max_zombies); a single tool can be called as"
          + " JSON: {\"tool\": \"backend.tool\", \"arguments\": {...}}";
    }
  }
}
