package io.gatemini.sandbox.internal.graaljs;

import com.sun.management.ThreadMXBean;
import io.gatemini.internal.async.Guarded;
import io.gatemini.sandbox.internal.js.ScriptRun;
import io.gatemini.spi.ScriptEngine.Status;
import java.lang.System.Logger;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds running programs to what they may allocate. Nothing of a heap belongs to a single program,
 * so the measure is what its thread has allocated, garbage included; looking costs 90 ns a program.
 * Where the heap as a whole gets full, the program that allocated most is ended first. Thread-safe.
 */
final class Watchdog implements ScriptRun.Watch {
  private static final Logger LOG = System.getLogger(Watchdog.class.getName());

  /** A thread allocates about a gigabyte a second: so often means some megabytes over at most. */
  private static final long LOOK_MILLIS = 4;

  /** A full heap is the host's own doing where no program has allocated more than this. */
  private static final long GUILTY_BYTES = 64L << 20;

  private final ScheduledExecutorService scheduler;
  private final @Nullable ThreadMXBean threads = threads();
  private final HeapGauge heap = new HeapGauge();
  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

  // Guarded by this.
  private @Nullable Future<?> looking;

  /** The allocation of one program, from now on. Made on the program's thread. */
  final class Watch implements ScriptRun.Watched {
    private final ScriptRun run;
    private final long thread = Thread.currentThread().getId();
    private final long before;
    private final long maxBytes;

    private Watch(ScriptRun run, long maxBytes) {
      this.run = run;
      this.maxBytes = maxBytes;
      this.before = allocated(thread);
    }

    /** The bytes the program has allocated so far. */
    @Override
    public long bytes() {
      return allocated(thread) - before;
    }

    private void look() {
      if (bytes() > maxBytes) {
        stop(
            "the program allocated more than "
                + maxBytes
                + " bytes (sandbox.max_allocated_bytes) and was stopped");
      }
    }

    private void stop(String message) {
      run.stop(Status.MEMORY, message);
    }

    @Override
    public void end() {
      watches.remove(this);
    }
  }

  Watchdog(ScheduledExecutorService scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public Watch watch(ScriptRun run, long maxBytes) {
    Watch watch = new Watch(run, maxBytes);
    watches.add(watch);
    if (threads != null) {
      startLooking();
    }
    return watch;
  }

  private synchronized void startLooking() {
    if (looking == null) {
      looking =
          scheduler.scheduleWithFixedDelay(
              this::lookAnyway, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void restIfIdle() {
    if (looking != null && watches.isEmpty()) {
      looking.cancel(false);
      looking = null;
    }
  }

  private void lookAnyway() {
    // A full heap is when looking matters most: thrown on, it would end all further looks.
    Guarded.run(LOG, "programs could not be looked at", this::look);
  }

  private void look() {
    restIfIdle();
    watches.forEach(Watch::look);
    if (heap.isFull()) {
      watches.stream()
          .max(Comparator.comparingLong(Watch::bytes))
          .filter(watch -> watch.bytes() > GUILTY_BYTES)
          .ifPresent(
              watch ->
                  watch.stop(
                      "the heap is nearly full and this program allocated most; it was stopped"));
    }
  }

  private long allocated(long thread) {
    return threads == null ? 0 : threads.getThreadAllocatedBytes(thread);
  }

  private static @Nullable ThreadMXBean threads() {
    return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
            && bean.isThreadAllocatedMemorySupported()
            && bean.isThreadAllocatedMemoryEnabled()
        ? bean
        : null;
  }

  @Override
  public synchronized void close() {
    if (looking != null) {
      looking.cancel(false);
      looking = null;
    }
  }

  /**
   * Reports when the survivors of garbage collection leave little of the heap. One thread at a
   * time.
   */
  private static final class HeapGauge {
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
}
