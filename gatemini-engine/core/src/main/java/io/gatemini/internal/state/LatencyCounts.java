package io.gatemini.internal.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Counts durations from 1 us to 10 min with three digits, in the bins of an {@link Histogram}, and
 * gives them to one to be read. Recording is wait-free and costs one atomic increment.
 *
 * <p>Bins come in pages of {@value #PAGE_BINS}, made when the first value falls into one: a backend
 * whose calls take about the same time has few. The recorders of HdrHistogram take 170 KB each, or
 * three times as long where they are packed.
 */
final class LatencyCounts {
  static final long MAX_MICROS = TimeUnit.MINUTES.toMicros(10);
  static final int SIGNIFICANT_DIGITS = 3;

  private static final int PAGE_BINS = 32;

  /** Three digits need 1,000 bins for each doubling. */
  private static final int OCTAVE_BITS = 10;

  private static final int OCTAVE_BINS = 1 << OCTAVE_BITS;
  private static final int OCTAVES = (index(MAX_MICROS) >>> OCTAVE_BITS) + 1;

  private static final VarHandle OCTAVE = MethodHandles.arrayElementVarHandle(long[][][].class);
  private static final VarHandle PAGE = MethodHandles.arrayElementVarHandle(long[][].class);
  private static final VarHandle BIN = MethodHandles.arrayElementVarHandle(long[].class);

  /** Octaves of pages of bins: plain arrays, for every object in between is a cache miss. */
  private final long[][][] octaves = new long[OCTAVES][][];

  /** Counts a duration. */
  void record(long nanos) {
    int index = index(Math.min(Math.max(TimeUnit.NANOSECONDS.toMicros(nanos), 1), MAX_MICROS));
    long[][] octave = (long[][]) OCTAVE.getAcquire(octaves, index >>> OCTAVE_BITS);
    if (octave == null) {
      long[][] made = new long[OCTAVE_BINS / PAGE_BINS][];
      octave = (long[][]) OCTAVE.compareAndExchange(octaves, index >>> OCTAVE_BITS, null, made);
      octave = octave == null ? made : octave;
    }
    int slot = (index & OCTAVE_BINS - 1) / PAGE_BINS;
    long[] page = (long[]) PAGE.getAcquire(octave, slot);
    if (page == null) {
      long[] made = new long[PAGE_BINS];
      page = (long[]) PAGE.compareAndExchange(octave, slot, null, made);
      page = page == null ? made : page;
    }
    long unused = (long) BIN.getAndAdd(page, index & PAGE_BINS - 1, 1L);
  }

  static Histogram histogram() {
    return new Histogram(1, MAX_MICROS, SIGNIFICANT_DIGITS);
  }

  /** Adds all that is counted here to a histogram of the same range and digits. */
  void addTo(Histogram histogram) {
    for (int i = 0; i < OCTAVES; i++) {
      long[][] octave = (long[][]) OCTAVE.getAcquire(octaves, i);
      for (int slot = 0; octave != null && slot < octave.length; slot++) {
        long[] page = (long[]) PAGE.getAcquire(octave, slot);
        for (int bin = 0; page != null && bin < PAGE_BINS; bin++) {
          long count = (long) BIN.getOpaque(page, bin);
          if (count != 0) {
            histogram.recordValueWithCount(
                lowest((i << OCTAVE_BITS) + slot * PAGE_BINS + bin), count);
          }
        }
      }
    }
  }

  /** Below 2,048 us a bin is 1 us wide; with every doubling above it is twice as wide. */
  private static int index(long micros) {
    int shift = Math.max(0, 63 - Long.numberOfLeadingZeros(micros) - OCTAVE_BITS);
    return (shift << OCTAVE_BITS) + (int) (micros >>> shift);
  }

  private static long lowest(int index) {
    int shift = Math.max(0, (index >>> OCTAVE_BITS) - 1);
    return (long) (index - (shift << OCTAVE_BITS)) << shift;
  }
}
