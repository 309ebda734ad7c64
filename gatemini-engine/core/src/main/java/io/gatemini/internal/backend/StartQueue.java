package io.gatemini.internal.backend;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The order in which backends start: a few at a time, so that the first tools of many are there
 * soon, and those first that somebody waits for, the last of them before the others. While it is
 * held, backends wait whose tools are known and that no call needs. Thread-safe.
 */
final class StartQueue {
  /** A start that takes longer waits for something other than the processor. */
  static final Duration LONGEST_TURN = Duration.ofSeconds(3);

  private static final int STARTS_PER_PROCESSOR = 2;

  private final int most;
  private final BiConsumer<Duration, Runnable> scheduler;
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private int running;
  private boolean dispatching;
  private boolean held;

  /**
   * @param most how many start at a time; 0 for as many as suit the processors
   * @param scheduler does work later
   */
  StartQueue(int most, BiConsumer<Duration, Runnable> scheduler) {
    this.most = most > 0 ? most : STARTS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
    this.scheduler = scheduler;
  }

  /** The turn of one start; it stands in no line yet. */
  Turn turn() {
    return new Turn();
  }

  /**
   * Keeps those waiting that may, until something more urgent is done: processes that start take
   * the processor from it.
   */
  void hold(CompletableFuture<?> until) {
    synchronized (this) {
      held = true;
    }
    var unused =
        until.whenComplete(
            (nothing, failure) -> {
              synchronized (this) {
                held = false;
              }
              dispatch();
            });
  }

  private synchronized @Nullable Turn next() {
    Turn next = running < most ? first() : null;
    dispatching = next != null;
    if (next != null) {
      next.state = State.RUNNING;
      running++;
    }
    return next;
  }

  private @Nullable Turn first() {
    Iterator<Turn> turns = waiting.iterator();
    while (turns.hasNext()) {
      Turn turn = turns.next();
      if (!held || !turn.mayWait || turn.wanted) {
        turns.remove();
        return turn;
      }
    }
    return null;
  }

  /** One thread at a time: a start that fails at once begins the next, and the stack stays flat. */
  private void dispatch() {
    synchronized (this) {
      if (dispatching) {
        return;
      }
      dispatching = true;
    }
    for (Turn turn = next(); turn != null; turn = next()) {
      scheduler.accept(LONGEST_TURN, turn::end);
      turn.start.run();
    }
  }

  private enum State {
    NEW,
    WAITING,
    RUNNING,
    OVER
  }

  /** The turn of one start. */
  final class Turn {
    private State state = State.NEW;
    private boolean wanted;
    private boolean mayWait;
    private Runnable start = () -> {};

    /**
     * Stands in line.
     *
     * @param begin called once, on any thread, when it is time; must not block
     * @param known whether its tools are known, so that it waits while the queue is held
     */
    void await(Runnable begin, boolean known) {
      synchronized (StartQueue.this) {
        if (state != State.NEW) {
          return;
        }
        state = State.WAITING;
        start = begin;
        mayWait = known;
        if (wanted) {
          waiting.addFirst(this);
        } else {
          waiting.addLast(this);
        }
      }
      dispatch();
    }

    /** Somebody waits for it: it comes before all others from now on. */
    void want() {
      synchronized (StartQueue.this) {
        wanted = true;
        if (!waiting.remove(this)) {
          return;
        }
        waiting.addFirst(this);
        if (!held) {
          return;
        }
      }
      // On another thread: who wants it may hold locks.
      scheduler.accept(Duration.ZERO, StartQueue.this::dispatch);
    }

    boolean isWaiting() {
      synchronized (StartQueue.this) {
        return state == State.WAITING;
      }
    }

    /** Leaves the line, or lets the next one start. */
    void end() {
      synchronized (StartQueue.this) {
        waiting.remove(this);
        running -= state == State.RUNNING ? 1 : 0;
        state = State.OVER;
      }
      dispatch();
    }
  }
}
