package io.gatemini.internal.answer;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The time that work on the text of strangers may take. The work asks between its steps whether to
 * continue, and ends early when the time is over or its caller has given up. Thread-safe.
 *
 * @param end when the time is over, in terms of {@link System#nanoTime()}
 * @param abandoned whether the caller has given up; asked often
 */
public record TimeBudget(long end, BooleanSupplier abandoned) {
  /** A look at the clock takes as long as a step or two. */
  private static final int STEPS = 0xFF;

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
    return new TimeBudget(System.nanoTime() + time.toNanos(), abandoned);
  }

  /** Whether the work is to end. */
  public boolean isOver() {
    return leftNanos() <= 0 || abandoned.getAsBoolean();
  }

  /** The time that is left; zero or less where it is over. */
  public long leftNanos() {
    return end - System.nanoTime();
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
