package io.gatemini.sandbox.internal.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A program with the memory that it holds. */
public record MemoryHolder<P>(P program, String client, long bytes) {
  /**
   * The program to blame where memory is scarce: the heaviest one of the client that holds most.
   *
   * @param free a client that holds no more than this is not to blame
   */
  public static <P> Optional<P> heaviest(Collection<MemoryHolder<P>> all, long free) {
    Map<String, Long> held = new HashMap<>();
    all.forEach(one -> held.merge(one.client, one.bytes, Long::sum));
    return all.stream()
        .filter(one -> held.getOrDefault(one.client, 0L) > free)
        .max(
            Comparator.<MemoryHolder<P>>comparingLong(one -> held.getOrDefault(one.client, 0L))
                .thenComparingLong(MemoryHolder::bytes))
        .map(MemoryHolder::program);
  }
}
