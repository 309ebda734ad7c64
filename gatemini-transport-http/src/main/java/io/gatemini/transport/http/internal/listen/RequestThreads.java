package io.gatemini.transport.http.internal.listen;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which requests are read and answered: a bounded number, each request for a bounded
 * time, from the first byte of its first line to the last of its answer. Thread-safe.
 *
 * <p>The JDK's server reads and writes on the thread that it is given, on a channel that an
 * interrupt closes: that ends a request which arrives in part, or whose answer is not read, without
 * a system property, which would count for all servers of the process.
 */
public final class RequestThreads implements Executor, AutoCloseable {
  private static final Duration UNUSED = Duration.ofSeconds(10);

  /** Enough for a header and JSON of a few levels. */
  private static final long STACK_BYTES = 256 << 10;

  private final Duration limit;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor timer;

  /**
   * No thread is started before the first request.
   *
   * @param name the start of the threads' names
   * @param most requests at a time; others wait
   * @param limit the longest time of one, after which its thread is interrupted
   */
  public RequestThreads(String name, int most, Duration limit) {
    this.limit = limit;
    this.threads =
        new ThreadPoolExecutor(
            most,
            most,
            UNUSED.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            daemons(name + "-"));
    threads.allowCoreThreadTimeOut(true);
    this.timer = new ScheduledThreadPoolExecutor(1, daemons(name + "-timer-"));
    timer.setRemoveOnCancelPolicy(true);
  }

  private static ThreadFactory daemons(String prefix) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(null, work, prefix + count.incrementAndGet(), STACK_BYTES);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void execute(Runnable request) {
    threads.execute(() -> new Timed().run(request));
  }

  /** One request on its thread, which is interrupted while it works on this one and no other. */
  private final class Timed {
    private @Nullable Thread thread;

    void run(Runnable request) {
      begin();
      ScheduledFuture<?> cut = timer.schedule(this::cut, limit.toMillis(), TimeUnit.MILLISECONDS);
      try {
        request.run();
      } finally {
        cut.cancel(false);
        end();
      }
    }

    private synchronized void begin() {
      thread = Thread.currentThread();
    }

    private synchronized void cut() {
      if (thread != null) {
        thread.interrupt();
      }
    }

    private synchronized void end() {
      thread = null;
      // A late interrupt must not meet the next request.
      var unused = Thread.interrupted();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    timer.shutdownNow();
  }
}
