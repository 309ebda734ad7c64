package io.gatemini.jdbc;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a database no longer than a limit, whatever its driver does: drivers may wait forever
 * for a connection, or for an answer of a silent server. Work that is still going on then keeps its
 * thread, of which there are few, and stops before its next statement. Thread-safe.
 */
final class TimeLimit {
  private static final int MAX_THREADS = 8;

  private static final Duration IDLE = Duration.ofSeconds(5);

  /** The database's own reason is better than that time is over. */
  private static final Duration GRACE = Duration.ofMillis(250);

  private static final AtomicInteger THREADS = new AtomicInteger();

  private final Duration limit;
  private final ThreadPoolExecutor threads;

  TimeLimit(Duration limit) {
    this.limit = limit;
    threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "gatemini-jdbc-" + THREADS.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Work that asks {@link Deadline} before each statement. */
  @FunctionalInterface
  interface Work<T> {
    T until(Deadline deadline) throws SQLException;
  }

  /**
   * Runs work on a thread of its own and waits for it.
   *
   * @throws SQLTimeoutException when time is over
   * @throws java.util.concurrent.RejectedExecutionException after {@link #close}
   */
  <T> T run(Work<T> work) throws SQLException {
    Deadline deadline = new Deadline(limit);
    FutureTask<T> task = new FutureTask<>(() -> work.until(deadline));
    threads.execute(task);
    try {
      return task.get(limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // No interrupt: embedded databases close their files then.
      task.cancel(false);
      throw deadline.over();
    } catch (InterruptedException e) {
      deadline.end();
      task.cancel(false);
      Thread.currentThread().interrupt();
      throw new SQLException("the thread that waited was interrupted", "57014", e);
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    }
  }

  /** Gives what the work threw as if it had been done here. */
  private static SQLException thrown(@Nullable Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof SQLException sql ? sql : new SQLException(cause);
  }

  Duration limit() {
    return limit;
  }

  /** Lets the threads end. */
  void close() {
    threads.shutdown();
  }

  /** The end of the time for one operation. */
  static final class Deadline {
    private final Duration limit;
    private final long endNanos;
    private volatile boolean ended;

    private Deadline(Duration limit) {
      this.limit = limit;
      endNanos = System.nanoTime() + limit.toNanos();
    }

    /** Whether there is time left. */
    boolean isAhead() {
      return !ended && endNanos - System.nanoTime() > 0;
    }

    /**
     * The seconds that a statement may take, at least one.
     *
     * @throws SQLTimeoutException when there are none left
     */
    int seconds() throws SQLTimeoutException {
      if (!isAhead()) {
        throw over();
      }
      return (int) Math.max(1, TimeUnit.NANOSECONDS.toSeconds(endNanos - System.nanoTime()));
    }

    private void end() {
      ended = true;
    }

    private SQLTimeoutException over() {
      end();
      return new SQLTimeoutException("not done within " + limit.toMillis() + " ms", "HYT00");
    }
  }
}
