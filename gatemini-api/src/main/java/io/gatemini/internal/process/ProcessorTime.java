package io.gatemini.internal.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of threads, in nanoseconds. */
public final class ProcessorTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /**
   * The time that a thread has used; negative where it has ended, or is virtual and not counted.
   */
  public static long of(Thread thread) {
    return THREADS.isThreadCpuTimeEnabled() ? THREADS.getThreadCpuTime(thread.getId()) : -1;
  }
}
