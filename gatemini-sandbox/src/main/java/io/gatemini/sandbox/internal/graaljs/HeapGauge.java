package io.gatemini.sandbox.internal.graaljs;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/**
 * Reports when the survivors of garbage collection leave little of the heap. One thread at a time.
 */
final class HeapGauge {
  private static final double FULL = 0.85;

  private final List<MemoryPoolMXBean> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .filter(pool -> pool.getCollectionUsage() != null)
          .toList();

  private long lastSurvived;

  /** Whether the heap got full since the last time it was. */
  boolean isFull() {
    long survived = 0;
    for (MemoryPoolMXBean pool : pools) {
      MemoryUsage afterCollection = pool.getCollectionUsage();
      survived += afterCollection == null ? 0 : afterCollection.getUsed();
    }
    // The figure stays as it is until the next collection: one program pays for it, not all.
    boolean changed = survived != lastSurvived;
    lastSurvived = survived;
    return changed && survived > FULL * Runtime.getRuntime().maxMemory();
  }
}
