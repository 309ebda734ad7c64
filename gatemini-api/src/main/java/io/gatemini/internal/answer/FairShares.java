package io.gatemini.internal.answer;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Divides a bound among parts: what a small part leaves over goes to the larger ones. */
final class FairShares {
  private FairShares() {}

  /** The bound of each part; their sum is at most {@code total}. */
  static long[] of(long[] sizes, long total) {
    long[] shares = new long[sizes.length];
    int[] bySize =
        IntStream.range(0, sizes.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> sizes[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    long left = total;
    for (int i = 0; i < bySize.length; i++) {
      long fair = left / (bySize.length - i);
      shares[bySize[i]] = Math.min(sizes[bySize[i]], fair);
      left -= shares[bySize[i]];
    }
    for (int i = 0; i < shares.length; i++) {
      shares[i] += left / shares.length;
    }
    return shares;
  }
}
