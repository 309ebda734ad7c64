package io.gatemini.sandbox.internal.graaljs;

import com.sun.management.ThreadMXBean;
import io.gatemini.internal.async.Guarded;
import io.gatemini.sandbox.internal.js.ScriptRun;
import io.gatemini.spi.ScriptEngine.Status;
import java.lang.System.Logger;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
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
}
