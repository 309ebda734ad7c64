package io.gatemini.internal.plugin;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
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
      } catch (Throwable e) { // a method handle says that it throws anything
        return pooled();
      }
    }
    return pooled();
  }

  /** {@code newThreadPerTaskExecutor(Thread.ofVirtual().name("gatemini-worker-", 1).factory())} */
  private static ExecutorService virtual() throws Throwable {
    Lookup lookup = MethodHandles.publicLookup();
    Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
    Object ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", methodType(builder)).invoke();
    Object named =
        lookup
            .findVirtual(builder, "name", methodType(builder, String.class, long.class))
            .invoke(ofVirtual, NAME_PREFIX, 1L);
    Object factory =
        lookup.findVirtual(builder, "factory", methodType(ThreadFactory.class)).invoke(named);
    return (ExecutorService)
        lookup
            .findStatic(
                Executors.class,
                "newThreadPerTaskExecutor",
                methodType(ExecutorService.class, ThreadFactory.class))
            .invoke((ThreadFactory) factory);
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
