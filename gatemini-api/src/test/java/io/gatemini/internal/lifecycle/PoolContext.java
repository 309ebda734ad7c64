package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.TextAnalyzer;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/** What a gateway lends to a backend, with threads of its own. */
public final class PoolContext implements BackendContext, BackendListener, AutoCloseable {
  public final List<String> exits = new CopyOnWriteArrayList<>();
  public final AtomicInteger toolChanges = new AtomicInteger();
  private final BackendConfig config;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);

  public PoolContext(BackendConfig config) {
    this.config = config;
    scheduler.setRemoveOnCancelPolicy(true);
  }

  /** How many timers run. */
  public int timers() {
    return scheduler.getQueue().size();
  }

  @Override
  public String name() {
    return "shell";
  }

  @Override
  public BackendConfig config() {
    return config;
  }

  @Override
  public BackendListener listener() {
    return this;
  }

  @Override
  public ExecutorService executor() {
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
    return text -> List.of(text);
  }

  @Override
  public void toolsChanged() {
    toolChanges.incrementAndGet();
  }

  @Override
  public void exited(String reason) {
    exits.add(reason);
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
    executor.shutdownNow();
  }
}
