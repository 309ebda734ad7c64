package io.gatemini.transport.testing;

import io.gatemini.BackendConfig;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.TextAnalyzer;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** What a gateway would lend; remembers what it is told. */
public final class TestContext implements BackendContext, BackendListener, AutoCloseable {
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "test-scheduler");
            thread.setDaemon(true);
            return thread;
          });
  private final String name;
  private final BackendConfig config;

  public final List<String> exits = new CopyOnWriteArrayList<>();
  public final AtomicInteger toolChanges = new AtomicInteger();

  /** Runs everything in place, unless a test wants to know what is handed on. */
  public volatile Executor executor = Runnable::run;

  public TestContext(String name, BackendConfig config) {
    this.name = name;
    this.config = config;
  }

  public TestContext() {
    this("none", BackendConfig.stdio("none"));
  }

  @Override
  public String name() {
    return name;
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
    return text -> List.of(text.split(" "));
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
  }
}
