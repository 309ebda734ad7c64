package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.sandbox.internal.worker.WorkerEngine;
import io.gatemini.sandbox.internal.worker.WorkerLauncher;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.WordAnalyzer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** An engine as a gateway makes it, with short ways to run a program. */
public final class EngineFixture implements AutoCloseable {
  /** One operation of minutes, which nothing in the process can interrupt. */
  public static final String UNSTOPPABLE = "return (2n ** 100000000n).toString().length";

  static final Limits LIMITS = limits(Duration.ofSeconds(40), 50, 4);

  private final ScheduledThreadPoolExecutor scheduler =
      new ScheduledThreadPoolExecutor(1, EngineFixture::thread);
  private final ExecutorService executor = Executors.newCachedThreadPool(EngineFixture::thread);
  public final ScriptEngine engine;

  /** The isolation is that of {@link InWorkers}. */
  public EngineFixture(int maxPrograms) {
    this(config(maxPrograms));
  }

  public EngineFixture(SandboxConfig config) {
    this(InWorkers.engine(config), provider(InWorkers.engine(config)));
  }

  /** V8 in workers and GraalJS elsewhere, where the configuration names no engine. */
  private static ScriptEngineProvider provider(SandboxConfig config) {
    boolean v8 =
        config.engine() == SandboxConfig.Engine.V8
            || (config.engine() == SandboxConfig.Engine.AUTO
                && config.isolation() == SandboxConfig.Isolation.PROCESS);
    return v8 ? new V8Provider() : new GraalJsProvider();
  }

  /** The engine of a provider, for programs in a language that the test names. */
  public EngineFixture(SandboxConfig config, ScriptEngineProvider provider) {
    engine = provider.create(config, JsonNodeFactory.instance.objectNode(), new Context(List.of()));
  }

  /** With plug-ins of the host before those that are discovered. */
  EngineFixture(SandboxConfig config, List<Provider> plugins) {
    SandboxConfig chosen = InWorkers.engine(config);
    engine =
        provider(chosen)
            .create(chosen, JsonNodeFactory.instance.objectNode(), new Context(plugins));
  }

  /** Over worker processes that are started in some other way. */
  public EngineFixture(SandboxConfig config, WorkerLauncher launcher) {
    PluginContext context = new Context(List.of());
    engine = new WorkerEngine(config, launcher, new GraalJsFactory().plugins(context), context);
  }

  private static SandboxConfig config(int maxPrograms) {
    return SandboxConfig.defaults()
        .isolation(InWorkers.isolation())
        .maxConcurrentPrograms(maxPrograms);
  }

  {
    scheduler.setRemoveOnCancelPolicy(true);
  }

  /** Does now what is to be done within this time and after more than half of it. */
  public void pass(Duration time) {
    for (Runnable task : scheduler.getQueue()) {
      long seconds = ((Delayed) task).getDelay(TimeUnit.SECONDS);
      if (seconds > time.toSeconds() / 2 && seconds <= time.toSeconds()) {
        task.run();
      }
    }
  }

  /** Waits until what is done every few milliseconds was done some times. */
  void awaitRounds() {
    CountDownLatch rounds = new CountDownLatch(20);
    Future<?> counting =
        scheduler.scheduleWithFixedDelay(rounds::countDown, 5, 5, TimeUnit.MILLISECONDS);
    try {
      rounds.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      counting.cancel(false);
    }
  }

  /** Whether nothing more happens by itself within this time. */
  public boolean isQuietFor(Duration time) {
    return scheduler.getQueue().stream()
        .allMatch(task -> ((Delayed) task).getDelay(TimeUnit.NANOSECONDS) > time.toNanos());
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "test-gateway");
    thread.setDaemon(true);
    return thread;
  }

  public static Limits limits(Duration timeout, int maxToolCalls, int maxConcurrentToolCalls) {
    return Limits.of(
        SandboxConfig.defaults()
            .maxToolCalls(maxToolCalls)
            .maxConcurrentToolCalls(maxConcurrentToolCalls)
            .maxLogBytes(1_000),
        timeout);
  }

  /**
   * The time after which {@link #UNSTOPPABLE} ends. It allocates a gigabyte in less than a second,
   * so that what programs may allocate by default would sometimes end it first.
   */
  public static Limits onlyTime(Duration timeout) {
    return Limits.of(SandboxConfig.defaults().maxAllocatedBytes(Long.MAX_VALUE), timeout);
  }

  public Outcome run(String code) {
    return run(code, TestHost.echo());
  }

  public Outcome run(String code, ScriptHost host) {
    return run(code, host, LIMITS);
  }

  public Outcome run(String code, ScriptHost host, Limits limits) {
    // Not by orTimeout: that goes by the common pool, which has one thread on a small machine.
    try {
      return start(code, host, limits).get(90, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the program did not end", e);
    }
  }

  public CompletableFuture<Outcome> start(String code, ScriptHost host, Limits limits) {
    return engine.run(Program.of(code, "typescript"), limits, host).toCompletableFuture();
  }

  @Override
  public void close() {
    engine.close();
    scheduler.shutdownNow();
    executor.shutdownNow();
  }

  private final class Context implements PluginContext {
    private final List<Provider> given;

    Context(List<Provider> given) {
      this.given = given;
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
      return Stream.concat(
              given.stream().filter(kind::isInstance).map(kind::cast),
              ServiceLoader.load(kind).stream().map(ServiceLoader.Provider::get))
          .toList();
    }
  }
}
