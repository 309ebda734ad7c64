package io.gatemini.sandbox.internal.worker;

import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.WordAnalyzer;
import java.time.Clock;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** The services that a worker lends to its engine. */
final class WorkerContext implements PluginContext {
  private final Executor executor = Executors.newCachedThreadPool(WorkerContext::daemon);
  private final ScheduledThreadPoolExecutor scheduler = new FailingScheduler();
  private final @Nullable List<String> plugins;

  /**
   * @param plugins names of the plug-ins that the gateway uses, in its order; others that happen to
   *     be on the class path are left alone. All that are there where {@code null}.
   */
  WorkerContext(@Nullable List<String> plugins) {
    this.plugins = plugins == null ? null : List.copyOf(plugins);
    scheduler.setRemoveOnCancelPolicy(true);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "gatemini-worker");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Passes on exceptions of its tasks, which the JDK keeps in an unread future: a watch that died
   * unseen would leave the worker without one.
   */
  private static final class FailingScheduler extends ScheduledThreadPoolExecutor {
    FailingScheduler() {
      super(1, WorkerContext::daemon);
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
      super.afterExecute(task, thrown);
      if (thrown == null && task instanceof Future<?> future && future.isDone()) {
        rethrow(future);
      }
    }

    private static void rethrow(Future<?> ended) {
      try {
        ended.get();
      } catch (CancellationException e) {
        return;
      } catch (ExecutionException e) {
        throw new CompletionException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public ScheduledExecutorService scheduler() {
    return scheduler;
  }

  @Override
  public Clock clock() {
    return Clock.systemUTC();
  }

  @Override
  public TextAnalyzer textAnalyzer() {
    return new WordAnalyzer();
  }

  @Override
  public <P extends Provider> List<P> plugins(Class<P> kind) {
    List<P> found = ServiceLoader.load(kind).stream().map(ServiceLoader.Provider::get).toList();
    return plugins == null
        ? found
        : plugins.stream()
            .flatMap(name -> found.stream().filter(plugin -> plugin.name().equals(name)))
            .toList();
  }
}
