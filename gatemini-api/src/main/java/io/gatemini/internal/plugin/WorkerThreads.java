package io.gatemini.internal.plugin;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that run what may block: virtual ones where the JDK has good ones, else pooled daemon
 * threads that end after some idle seconds. The one place that knows the difference.
 */
final class WorkerThreads {
  /** Before 24 a virtual thread that blocks inside {@code synchronized} holds its carrier. */
  private static final int FIRST_GOOD_VIRTUAL_THREADS = 24;

  private static final int KEEP_ALIVE_SECONDS = 10;

  private WorkerThreads() {}

  static ExecutorService executor() {
    if (Runtime.version().feature() >= FIRST_GOOD_VIRTUAL_THREADS) {
      try {
        return virtual();
      } catch (Throwable e) {
        return pooled();
      }
    }
    return pooled();
  }

  private static ExecutorService virtual() throws Throwable {
    return (ExecutorService)
        MethodHandles.publicLookup()
            .findStatic(
                Executors.class,
                "newVirtualThreadPerTaskExecutor",
                MethodType.methodType(ExecutorService.class))
            .invoke();
  }

  private static ExecutorService pooled() {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        daemons("gatemini-worker-"));
  }

  static ThreadFactory daemons(String prefix) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, prefix + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
