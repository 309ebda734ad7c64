package io.gatemini.testing;

import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.WordAnalyzer;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/**
 * The context of one plug-in or backend, without a gateway. It runs work on the calling thread by
 * default, and records the notifications of the backend. Thread-safe.
 */
public final class TestContext implements BackendContext, BackendListener, AutoCloseable {
  /** The reasons of {@link #exited}, in order. */
  public final List<String> exits = new CopyOnWriteArrayList<>();

  public final AtomicInteger toolChanges = new AtomicInteger();
  public final List<Provider> plugins = new CopyOnWriteArrayList<>();
  public volatile Executor executor = Runnable::run;
  public volatile boolean servesSeveralClients;
  public volatile MessageMemory messageMemory = MessageMemory.unbounded();
  public volatile BiPredicate<String, InetSocketAddress> connections = (host, address) -> true;

  private volatile Clock clock = Clock.systemUTC();
  private final String name;
  private final BackendConfig config;
  private final ExecutorService threads = Executors.newCachedThreadPool(TestContext::thread);
  private final ScheduledThreadPoolExecutor scheduler;

  private TestContext(String name, BackendConfig config, ThreadFactory timers) {
    this.name = name;
    this.config = config;
    scheduler = new ScheduledThreadPoolExecutor(1, timers);
    scheduler.setRemoveOnCancelPolicy(true);
  }

  public TestContext(String name, BackendConfig config) {
    this(name, config, TestContext::thread);
  }

  /** A context whose timers are set but never fire. */
  public static TestContext withoutTimers(String name, BackendConfig config) {
    return new TestContext(name, config, task -> null);
  }

  public TestContext() {
    this("none", BackendConfig.of("none"));
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "test-context");
    thread.setDaemon(true);
    return thread;
  }

  /** Runs work on threads of its own from now on. */
  public TestContext withThreads() {
    executor = threads;
    return this;
  }

  public TestContext withExecutor(Executor executor) {
    this.executor = executor;
    return this;
  }

  public TestContext withClock(Clock clock) {
    this.clock = clock;
    return this;
  }

  /** The number of timers that are set. */
  public int timers() {
    return scheduler.getQueue().size();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public <P extends Provider> List<P> plugins(Class<P> kind) {
    return plugins.stream().filter(kind::isInstance).map(kind::cast).toList();
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
  public boolean servesSeveralClients() {
    return servesSeveralClients;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  @Override
  public ScheduledThreadPoolExecutor scheduler() {
    return scheduler;
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public MessageMemory messageMemory() {
    return messageMemory;
  }

  @Override
  public boolean mayConnectTo(String host, InetSocketAddress address) {
    return connections.test(host, address);
  }

  @Override
  public TextAnalyzer textAnalyzer() {
    return new WordAnalyzer();
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
    threads.shutdownNow();
  }
}
