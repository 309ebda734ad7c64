package io.gatemini.auto;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongFunction;

/**
 * The size of a catalog that is listed directly. One that was too large fits again at four fifths,
 * so that a tool that comes and goes does not change what clients see each time. Thread-safe.
 *
 * @param tooLarge whether the catalog was too large when it was looked at last
 */
record Budget(long tokens, long tools, AtomicBoolean tooLarge) {
  /** The parts of {@link #WHOLE} at which a catalog fits again. */
  private static final int MARGIN = 4;

  private static final int WHOLE = 5;

  /** Whether a catalog fits now. */
  <T> boolean fits(List<T> catalog, ToLongFunction<T> size) {
    int part = tooLarge.get() ? MARGIN : WHOLE;
    // A large catalog is not measured: that would take longer than to list the seven tools.
    boolean fits =
        catalog.size() * (long) WHOLE <= tools * part
            && catalog.stream().mapToLong(size).sum() * WHOLE <= tokens * part;
    tooLarge.set(!fits);
    return fits;
  }
}
