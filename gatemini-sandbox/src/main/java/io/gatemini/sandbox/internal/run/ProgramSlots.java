package io.gatemini.sandbox.internal.run;

import io.gatemini.spi.ScriptEngine.Load;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who runs, who waits, and who cannot be stopped. A program holds one of so many places until its
 * thread is done with it, or has turned out not to be stoppable: then it is a zombie and its place
 * is free. A nested program holds none, for the one that waits for it does. Thread-safe.
 *
 * @param <P> the programs, by identity
 */
public final class ProgramSlots<P> {
  /** Nested programs run beside the places; this is far more than honest programs need. */
  private static final int MAX_NESTED = 64;

  private final int places;
  private final int maxZombies;

  // Guarded by this.
  private final Set<P> running = new HashSet<>();
  private final Set<P> nested = new HashSet<>();
  private final Set<P> waiting = new LinkedHashSet<>();
  private final Set<P> zombies = new HashSet<>();
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

  public synchronized Admission arrive(P program, boolean isNested) {
    if (closed) {
      return Admission.CLOSED;
    }
    if (zombies.size() > maxZombies) {
      return Admission.TOO_MANY_ZOMBIES;
    }
    if (isNested) {
      return nested.size() < MAX_NESTED && nested.add(program)
          ? Admission.RUN
          : Admission.TOO_MANY_NESTED;
    }
    if (running.size() < places) {
      running.add(program);
      return Admission.RUN;
    }
    waiting.add(program);
    return Admission.WAIT;
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
    if (running.remove(program) || nested.remove(program)) {
      zombies.add(program);
    }
    return next();
  }

  private @Nullable P next() {
    if (closed || waiting.isEmpty() || running.size() >= places || zombies.size() > maxZombies) {
      return null;
    }
    P first = waiting.iterator().next();
    waiting.remove(first);
    running.add(first);
    return first;
  }

  /** Those that wait while there are too many zombies for them ever to run; they are let go. */
  public synchronized List<P> hopeless() {
    if (zombies.size() <= maxZombies) {
      return List.of();
    }
    List<P> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  /** Admits no more programs; returns all present ones. */
  public synchronized List<P> close() {
    closed = true;
    List<P> all = new ArrayList<>(waiting);
    all.addAll(running);
    all.addAll(nested);
    waiting.clear();
    return all;
  }

  public synchronized Load load() {
    return new Load(running.size() + nested.size(), waiting.size(), zombies.size());
  }
}
