package io.gatemini.internal.async;

import io.gatemini.internal.process.ProcessorTime;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The processor time that work on the text of strangers may take: on a busy machine it is done as
 * on an idle one, only later. The work asks between its steps whether to continue, and ends early
 * when the time is over or its caller has given up. It is on one thread at a time, and may change
 * it. Thread-safe.
 */
public final class TimeBudget {
  /** A look at the clock takes as long as a step or two. */
  private static final int STEPS = 0xFF;

  /** On the clock the work may take so many times as long. */
  private static final int WALL_TIMES = 10;

  private final long nanos;
  private final long wallEnd;
  private final BooleanSupplier abandoned;

  // Guarded by this.
  private @Nullable Thread worker;
  private boolean onWallClock;
  private long began;
  private long used;

  private TimeBudget(long nanos, BooleanSupplier abandoned) {
    this.nanos = nanos;
    this.wallEnd = System.nanoTime() + WALL_TIMES * nanos;
    this.abandoned = abandoned;
  }

  /** A time that begins now. */
  public static TimeBudget of(Duration time) {
    return of(time, () -> false);
  }

  /**
   * A time that begins now.
   *
   * @param abandoned whether the caller has given up; asked often
   */
  public static TimeBudget of(Duration time, BooleanSupplier abandoned) {
    return new TimeBudget(time.toNanos(), abandoned);
  }

  /** Another time for the same caller. */
  public TimeBudget again(Duration time) {
    return of(time, abandoned);
  }

  /** Whether the work is to end. */
  public boolean isOver() {
    return isOver(Thread.currentThread());
  }

  /** Whether the work is to end, which is on this thread. */
  public boolean isOver(Thread thread) {
    return System.nanoTime() >= wallEnd || usedBy(thread) >= nanos || abandoned.getAsBoolean();
  }

  /** A thread stays with the clock that it began on: the processor's stops with its end. */
  private synchronized long usedBy(Thread thread) {
    long processor = ProcessorTime.of(thread);
    if (thread != worker) {
      worker = thread;
      onWallClock = processor < 0;
      began = (onWallClock ? System.nanoTime() : processor) - used;
    }
    if (onWallClock || processor >= 0) {
      used = (onWallClock ? System.nanoTime() : processor) - began;
    }
    return used;
  }

  /**
   * Goes on, while there is time.
   *
   * @throws Exceeded when the work is to end
   */
  public void check() {
    if (isOver()) {
      throw new Exceeded();
    }
  }

  /** The same, for one of many small steps: looks at the clock at every few hundred of them. */
  public void check(int step) {
    if ((step & STEPS) == 0) {
      check();
    }
  }

  /** Work took too long. Caught where the budget was given; costs no stack trace. */
  public static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The work is to end. */
    public Exceeded() {
      super("the time is over", null, false, false);
    }
  }
}
