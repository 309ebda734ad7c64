package io.gatemini.internal.plugin;

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

  private static final String NAME_PREFIX = "gatemini-worker-";

  private WorkerThreads() {}

  static ExecutorService executor() {
    if (Runtime.version().feature() >= FIRST_GOOD_VIRTUAL_THREADS) {
      try {
        return virtual();
      } catch (ReflectiveOperationException e) {
        return pooled();
      }
    }
    return pooled();
  }

  /** {@code newThreadPerTaskExecutor(Thread.ofVirtual().name("gatemini-worker-", 1).factory())} */
  private static ExecutorService virtual() throws ReflectiveOperationException {
    Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
    Object ofVirtual = Thread.class.getMethod("ofVirtual").invoke(null);
    Object named =
        builder.getMethod("name", String.class, long.class).invoke(ofVirtual, NAME_PREFIX, 1L);
    return (ExecutorService)
        Executors.class
            .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
            .invoke(null, builder.getMethod("factory").invoke(named));
  }

  private static ExecutorService pooled() {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        daemons(NAME_PREFIX));
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
