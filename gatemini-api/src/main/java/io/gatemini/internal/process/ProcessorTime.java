package io.gatemini.internal.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of threads, in nanoseconds. */
public final class ProcessorTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /**
   * The time that a thread has used; the time of the clock where the virtual machine does not count
   * it, as of virtual threads.
   */
  public static long of(Thread thread) {
    long nanos = THREADS.isThreadCpuTimeEnabled() ? THREADS.getThreadCpuTime(thread.getId()) : -1;
    return nanos < 0 ? System.nanoTime() : nanos;
  }
}
