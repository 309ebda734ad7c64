package io.gatemini.internal.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayClosedException;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.limit.SharedMessageMemory;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.StateStoreProvider;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzerProvider;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.spi.TokenEstimatorProvider;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.TokenStoreProvider;
import io.gatemini.text.BytesTokenEstimator;
import io.gatemini.text.EnglishAnalyzer;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads, clock and text analysis of one gateway. Own threads are daemons, made when first
 * needed and ended by {@link #close}; what the host gave is left alone.
 */
public final class EngineContext implements PluginContext, Deadlines.Keeper, AutoCloseable {
  private static final int SCHEDULER_KEEP_ALIVE_SECONDS = 10;

  private final HostParts parts;
  private final MessageMemory messageMemory;
  private volatile TextAnalyzer textAnalyzer;
  private volatile TokenEstimator tokenEstimator;
  private final Deadlines deadlines = new Deadlines(this::scheduler);
  private volatile @Nullable Executor executor;
  private volatile @Nullable ScheduledExecutorService scheduler;
  private @Nullable ExecutorService ownThreads;
  private @Nullable ScheduledExecutorService ownScheduler;
  private volatile boolean closed;
  private volatile @Nullable Plugins plugins;
  private volatile Optional<StateStore> state = Optional.empty();
  private volatile TokenStore tokens = TokenStore.of(StateStore.inMemory());

  /**
   * @param maxInFlightBytes bound of all messages together
   */
  public EngineContext(HostParts parts, long maxInFlightBytes) {
    this.parts = parts;
    this.messageMemory = SharedMessageMemory.of(maxInFlightBytes);
    this.textAnalyzer =
        parts
            .textAnalyzer()
            .<TextAnalyzer>map(GuardedAnalyzer::new)
            .orElseGet(EnglishAnalyzer::new);
    this.tokenEstimator =
        parts
            .tokenEstimator()
            .<TokenEstimator>map(GuardedEstimator::new)
            .orElseGet(BytesTokenEstimator::new);
    this.executor = parts.executor().map(GuardedExecutor::new).orElse(null);
    this.scheduler = parts.scheduler().map(GuardedScheduler::new).orElse(null);
  }

  @Override
  public Executor executor() {
    Executor known = executor;
    return known != null ? known : ownExecutor();
  }

  private synchronized Executor ownExecutor() {
    Executor known = executor;
    if (known == null) {
      rejectWhenClosed();
      ownThreads = WorkerThreads.executor();
      known = new GuardedExecutor(ownThreads);
      executor = known;
    }
    return known;
  }

  @Override
  public ScheduledExecutorService scheduler() {
    ScheduledExecutorService known = scheduler;
    return known != null ? known : ownScheduler();
  }

  private synchronized ScheduledExecutorService ownScheduler() {
    ScheduledExecutorService known = scheduler;
    if (known == null) {
      rejectWhenClosed();
      ScheduledThreadPoolExecutor own =
          new ScheduledThreadPoolExecutor(1, WorkerThreads.daemons("gatemini-scheduler-"));
      own.setRemoveOnCancelPolicy(true);
      own.setKeepAliveTime(SCHEDULER_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
      own.allowCoreThreadTimeOut(true);
      ownScheduler = own;
      known = new GuardedScheduler(own);
      scheduler = known;
    }
    return known;
  }

  @Override
  public Deadlines deadlines() {
    return deadlines;
  }

  private void rejectWhenClosed() {
    if (closed) {
      throw new RejectedExecutionException(
          "no thread is started any more", new GatewayClosedException("the gateway is closed"));
    }
  }

  @Override
  public Clock clock() {
    return parts.clock();
  }

  @Override
  public TextAnalyzer textAnalyzer() {
    return textAnalyzer;
  }

  @Override
  public TokenEstimator tokenEstimator() {
    return tokenEstimator;
  }

  @Override
  public MessageMemory messageMemory() {
    return messageMemory;
  }

  @Override
  public Optional<StateStore> state() {
    return state;
  }

  @Override
  public Optional<TokenStore> tokens() {
    return Optional.of(tokens);
  }

  /**
   * Makes the plug-ins known to each other; once, before any of them is created.
   *
   * @param stateFile remembers what no plug-in does
   */
  public void lend(Plugins plugins, Optional<Path> stateFile) {
    this.plugins = plugins;
    plugins.resolveSecrets(this);
    state =
        plugins
            .made(
                StateStoreProvider.class,
                (provider, config) -> {
                  StateStore made = provider.create(config, this);
                  return new GuardedStateStore(
                      made, !(provider instanceof GuardedStateStore.Given));
                })
            .findFirst()
            .or(() -> stateFile.map(file -> new GuardedStateStore(StateStore.file(file), true)))
            .map(StateStore.class::cast);
    plugins
        .made(TokenStoreProvider.class, (provider, config) -> provider.create(config, this))
        .findFirst()
        .or(() -> stateFile.map(file -> TokenStore.file(file.resolveSibling("tokens.json"))))
        .ifPresent(store -> tokens = store);
    if (parts.textAnalyzer().isEmpty()) {
      plugins
          .made(TextAnalyzerProvider.class, (provider, config) -> provider.create(config, this))
          .findFirst()
          .ifPresent(found -> textAnalyzer = new GuardedAnalyzer(found));
    }
    if (parts.tokenEstimator().isEmpty()) {
      plugins
          .made(TokenEstimatorProvider.class, (provider, config) -> provider.create(config, this))
          .findFirst()
          .ifPresent(found -> tokenEstimator = new GuardedEstimator(found));
    }
  }

  @Override
  public <P extends Provider> List<P> plugins(Class<P> kind) {
    Plugins known = plugins;
    return known == null ? List.of() : known.all(kind);
  }

  @Override
  public JsonNode config(String plugin) {
    Plugins known = plugins;
    return known == null ? PluginContext.super.config(plugin) : known.config(plugin);
  }

  @Override
  public String secret(String path, String text) {
    Plugins known = plugins;
    try {
      return known == null ? PluginContext.super.secret(path, text) : known.secrets().resolve(text);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(path + ": " + e.getMessage(), e);
    }
  }

  /** Ends the own threads; running tasks are interrupted. */
  @Override
  public synchronized void close() {
    closed = true;
    if (ownThreads != null) {
      ownThreads.shutdownNow();
    }
    if (ownScheduler != null) {
      ownScheduler.shutdownNow();
    }
  }

  /**
   * The threads of the gateway or of its host. Logs the exception of a task once, which a host's
   * thread might swallow; a task that cannot be taken is refused with an exception, for any cause.
   */
  private static final class GuardedExecutor implements Executor {
    private static final Logger LOG = System.getLogger(GuardedExecutor.class.getName());

    private final Executor threads;

    GuardedExecutor(Executor threads) {
      this.threads = threads;
    }

    @Override
    public void execute(Runnable task) {
      try {
        threads.execute(() -> Guarded.run(LOG, "a task failed", task));
      } catch (OutOfMemoryError e) {
        // Callers know what to do where work is not taken, and nothing of an Error.
        throw new RejectedExecutionException("no thread could be started", e);
      }
    }
  }
}
