package io.gatemini.sandbox.internal.worker;

import com.sun.management.ThreadMXBean;
import io.gatemini.sandbox.internal.run.MemoryHolder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reports to the gateway the things it cannot see: programs that do not stop, and the largest users
 * of memory when it gets scarce. Looks only while programs run, and a little longer. Thread-safe.
 */
final class WorkerWatch {
  private static final long PERIOD_MILLIS = 25;

  private static final double SCARCE = 0.6;

  private final ScheduledExecutorService scheduler;
  private final Consumer<WorkerFrame> gateway;
  private final Map<Integer, WorkerHost> running = new ConcurrentHashMap<>();

  // Guarded by this.
  private boolean looking;
  private int reportedHeaviest;

  WorkerWatch(ScheduledExecutorService scheduler, Consumer<WorkerFrame> gateway) {
    this.scheduler = scheduler;
    this.gateway = gateway;
  }

  void started(int run, WorkerHost host) {
    running.put(run, host);
    synchronized (this) {
      if (!looking) {
        looking = true;
        lookLater();
      }
    }
  }

  void ended(int run) {
    running.remove(run);
  }

  private void lookLater() {
    scheduler.schedule(this::look, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private synchronized void look() {
    if (isMemoryScarce()) {
      lookForHeaviest();
    }
    looking = !running.isEmpty();
    if (looking) {
      lookLater();
    }
  }

  private static boolean isMemoryScarce() {
    Runtime memory = Runtime.getRuntime();
    return memory.totalMemory() - memory.freeMemory() > SCARCE * memory.maxMemory();
  }

  private void lookForHeaviest() {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)) {
      return;
    }
    List<MemoryHolder<Integer>> holders = new ArrayList<>();
    running.forEach(
        (run, host) -> {
          long thread = host.programThread();
          long allocated = thread == 0 ? 0 : threads.getThreadAllocatedBytes(thread);
          holders.add(new MemoryHolder<>(run, host.client(), allocated));
        });
    MemoryHolder.heaviest(holders, 0).ifPresent(this::report);
  }

  private void report(int heaviest) {
    if (heaviest != reportedHeaviest) {
      reportedHeaviest = heaviest;
      gateway.accept(WorkerFrame.of(WorkerFrame.Type.HEAVIEST, heaviest, 0));
    }
  }
}
