package io.gatemini.search.distill;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/** A fixed number of threads that do the parts of one step, and are waited for. */
final class Workers implements AutoCloseable {
  private final int threads;
  private final ExecutorService pool;

  Workers(int threads) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads);
  }

  int threads() {
    return threads;
  }

  /** Runs one action for each number below a count, each thread on its own numbers. */
  void share(int count, IntConsumer action) {
    each(
        thread -> {
          for (int i = thread; i < count; i += threads) {
            action.accept(i);
          }
        });
  }

  /** Runs one action for each thread. */
  void each(IntConsumer action) {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int number = thread;
      tasks.add(
          () -> {
            action.accept(number);
            return null;
          });
    }
    try {
      for (var done : pool.invokeAll(tasks)) {
        done.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
