package io.gatemini.sandbox.internal.js;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The turns of one program: what other threads post to it, and its timers. {@link #post} may be
 * called from any thread, everything else from the program's own.
 */
final class EventLoop {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Longer timers than any program lives would overflow the arithmetic. */
  private static final double MAX_DELAY_MILLIS = 24 * 60 * 60 * 1_000.0;

  private final BlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos).thenComparingInt(Timer::id));

  /** Moments are counted from here: nanoTime itself may wrap, and then has no order. */
  private final long originNanos = System.nanoTime();

  private int expected;

  private record Timer(int id, long atNanos, Runnable work) {}

  private long now() {
    return System.nanoTime() - originNanos;
  }

  /** Adds a turn. */
  void post(Runnable turn) {
    posted.add(turn);
  }

  /** Announces that one more turn will be posted. */
  void expect() {
    expected++;
  }

  /** One of the announced turns has come. */
  void arrived() {
    expected--;
  }

  void startTimer(int id, double delayMillis, Runnable work) {
    long nanos = (long) (Math.max(0, Math.min(delayMillis, MAX_DELAY_MILLIS)) * NANOS_PER_MILLI);
    timers.add(new Timer(id, now() + nanos, work));
  }

  void cancelTimer(int id) {
    timers.removeIf(timer -> timer.id == id);
  }

  /** Waits for the next turn; {@code null} when none will ever come. */
  @Nullable Runnable next() throws InterruptedException {
    while (true) {
      Runnable turn = posted.poll();
      if (turn != null) {
        return turn;
      }
      Timer first = timers.peek();
      if (first == null && expected == 0) {
        return null;
      }
      if (first == null) {
        return posted.take();
      }
      long wait = first.atNanos - now();
      if (wait <= 0) {
        return timers.remove().work;
      }
      turn = posted.poll(wait, TimeUnit.NANOSECONDS);
      if (turn != null) {
        return turn;
      }
    }
  }
}
