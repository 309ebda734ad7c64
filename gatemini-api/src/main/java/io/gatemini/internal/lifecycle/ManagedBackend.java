package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.call.ArgumentRules;
import io.gatemini.internal.call.BackendLimits;
import io.gatemini.internal.call.Deadlines;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One backend from configuration to removal: starts it, lists its tools into the catalog, starts it
 * again when it ends, tells how it stands. Thread-safe; the state is guarded by this object, the
 * call path reads one volatile field.
 *
 * <p>While a backend is down its tools stay in the catalog: agents still find them, and a call
 * waits for the restart within its own deadline.
 */
public final class ManagedBackend {
  private static final Logger LOG = System.getLogger(ManagedBackend.class.getName());

  private final String name;
  private final BackendConfig config;
  private final BackendProvider provider;
  private final boolean dynamic;
  private final PluginContext engine;
  private final Catalog catalog;
  private final Deadlines deadlines;
  private final BackendLimits limits;

  private final Map<String, CompiledRules> rules = new ConcurrentHashMap<>();
  private volatile @Nullable Backend active;
  private CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> firstOutcome = ready;
  private @Nullable Attempt current;
  private BackendState state = BackendState.STARTING;
  private @Nullable String reason;
  private Instant since;
  private String ownDescription = "";
  private int toolCount;
  private int restarts;
  private int failures;
  private boolean stopped;

  /** Completes when no life that has ended has a process left. */
  private CompletableFuture<?> leaving = CompletableFuture.completedFuture(null);

  private volatile @Nullable ScheduledFuture<?> restart;

  ManagedBackend(
      String name,
      BackendConfig config,
      BackendProvider provider,
      boolean dynamic,
      PluginContext engine,
      Catalog catalog,
      Deadlines deadlines) {
    this.name = name;
    this.config = config;
    this.provider = provider;
    this.dynamic = dynamic;
    this.engine = engine;
    this.catalog = catalog;
    this.deadlines = deadlines;
    this.limits = BackendLimits.of(config, provider);
    this.since = engine.clock().instant();
  }

  public String name() {
    return name;
  }

  public BackendConfig config() {
    return config;
  }

  /** How many calls it gets, at a time and in a window; the same over all its lives. */
  public BackendLimits limits() {
    return limits;
  }

  boolean dynamic() {
    return dynamic;
  }

  String namespace() {
    return config.namespace().orElse(name);
  }

  boolean isSettled() {
    return firstOutcome.isDone();
  }

  /** Completes when the first attempt has succeeded or failed. */
  CompletableFuture<Void> settled() {
    return firstOutcome.handle((nothing, failure) -> null);
  }

  /** The backend while it is healthy; the one thing the call path reads. */
  public @Nullable Backend active() {
    return active;
  }

  /** The argument rules of one of its tools, compiled at the first call. */
  @SuppressWarnings("ReferenceEquality") // comparing schemas would cost more than compiling them
  public ArgumentRules argumentRules(ToolDefinition tool) {
    CompiledRules known = rules.get(tool.originalName());
    if (known == null || known.tool != tool) {
      known = new CompiledRules(tool, ArgumentRules.of(tool.inputSchema()));
      rules.put(tool.originalName(), known);
    }
    return known.rules;
  }

  /**
   * Completes when the backend is healthy; fails when the attempt that is under way failed. A
   * backend that was healthy and just ended is waited for, one that cannot start is not.
   */
  public synchronized CompletableFuture<Void> ready() {
    return ready;
  }

  /** Starts the first attempt on the given executor. */
  CompletableFuture<Void> start(Executor executor) {
    CompletableFuture<Void> outcome = ready();
    Attempt attempt = new Attempt();
    synchronized (this) {
      current = attempt;
    }
    run(attempt, executor);
    return outcome;
  }

  private void run(Attempt attempt, Executor executor) {
    try {
      executor.execute(attempt::start);
    } catch (RejectedExecutionException e) {
      attempt.failed(e);
    }
  }

  /** Stops for good and takes the tools out of the catalog. */
  CompletableFuture<Void> stop() {
    Backend running;
    CompletableFuture<Void> waiting;
    synchronized (this) {
      if (stopped) {
        return CompletableFuture.completedFuture(null);
      }
      stopped = true;
      running = current == null ? null : current.backend;
      current = null;
      active = null;
      enter(BackendState.STOPPED, "it was stopped");
      waiting = ready;
    }
    waiting.completeExceptionally(
        new BackendUnavailableException("backend \"" + name + "\" was stopped"));
    ScheduledFuture<?> scheduled = restart;
    if (scheduled != null) {
      scheduled.cancel(false);
    }
    catalog.remove(name);
    if (running != null) {
      leave(running);
    }
    synchronized (this) {
      return leaving.thenApply(nothing -> null);
    }
  }

  /**
   * Stops what a life has left; {@link #stop} waits for it, so that nothing outlives the gateway.
   */
  private void leave(Backend backend) {
    CompletableFuture<Void> gone =
        backend.stop().toCompletableFuture().exceptionally(failure -> null);
    synchronized (this) {
      leaving = CompletableFuture.allOf(leaving, gone);
    }
  }

  void sessionEnded(Session session) {
    Backend running = active;
    if (running != null) {
      running.sessionEnded(session);
    }
  }

  /** How the backend stands. */
  public synchronized BackendStatus status() {
    Backend backend = current == null ? null : current.backend;
    return new BackendStatus(
        name,
        config.transport(),
        namespace(),
        description(),
        state,
        Optional.ofNullable(reason),
        since,
        toolCount,
        restarts,
        backend == null ? OptionalLong.empty() : backend.pid(),
        dynamic,
        backend == null ? List.of() : backend.stderrTail(),
        OptionalLong.empty(),
        active == null ? 0 : 1,
        List.of());
  }

  private Optional<String> description() {
    String words = config.description().isEmpty() ? ownDescription : config.description();
    return words.isEmpty() ? Optional.empty() : Optional.of(words);
  }

  private void enter(BackendState state, @Nullable String reason) {
    this.state = state;
    this.reason = reason;
    this.since = engine.clock().instant();
  }

  private synchronized boolean isCurrent(Attempt attempt) {
    return current == attempt && !stopped;
  }

  private void publish(List<BackendTool> tools) {
    rules.clear();
    catalog.put(name, tools.stream().map(this::definition).toList());
  }

  private ToolDefinition definition(BackendTool tool) {
    List<String> tags = config.tags().isEmpty() ? tool.tags() : config.tags();
    return new ToolDefinition(
        namespace() + "." + tool.name(),
        name,
        tool.name(),
        tool.title(),
        tool.description(),
        tool.inputSchema(),
        tool.outputSchema(),
        tool.annotations(),
        tags);
  }

  private record CompiledRules(ToolDefinition tool, ArgumentRules rules) {}

  /** One life of the backend: from a start to its end. */
  private final class Attempt implements BackendListener {
    private volatile @Nullable Backend backend;
    private boolean listing;
    private boolean listAgain;

    void start() {
      CompletableFuture<Void> started;
      try {
        Backend created = provider.create(new LentContext(name, config, this, engine));
        backend = created;
        if (!isCurrent(this)) {
          return; // stopped meanwhile, when there was nothing to stop yet
        }
        started = created.start().toCompletableFuture();
      } catch (RuntimeException e) {
        failed(e);
        return;
      }
      CompletableFuture<Void> listed =
          started.thenCompose(nothing -> list()).thenAccept(this::healthy);
      deadlines.watch(listed, System.nanoTime() + config.startTimeout().toNanos(), this::tooSlow);
      listed.whenComplete(
          (nothing, failure) -> {
            if (failure != null) {
              started.cancel(true);
              failed(failure);
            }
          });
    }

    private CompletableFuture<List<BackendTool>> list() {
      Backend created = backend;
      return created == null
          ? CompletableFuture.failedFuture(new BackendUnavailableException("not created"))
          : created.listTools().toCompletableFuture();
    }

    private CallTimeoutException tooSlow() {
      return new CallTimeoutException(
          "it did not start within "
              + seconds(config.startTimeout())
              + "; raise start_timeout if it needs longer");
    }

    private void healthy(List<BackendTool> tools) {
      CompletableFuture<Void> waiting;
      synchronized (ManagedBackend.this) {
        if (!isCurrent(this)) {
          return;
        }
        // The tools are there before the backend counts as ready: who waited for it finds them.
        toolCount = tools.size();
        publish(tools);
        active = backend;
        Backend created = backend;
        ownDescription = created == null ? "" : created.description();
        failures = 0;
        enter(BackendState.HEALTHY, null);
        waiting = ready;
      }
      LOG.log(Level.INFO, () -> "backend " + name + " is healthy with " + tools.size() + " tools");
      catalog.whenPublished(() -> waiting.complete(null));
    }

    void failed(Throwable failure) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      String why =
          cause instanceof GatewayException
              ? String.valueOf(cause.getMessage())
              : "it failed to start: " + cause;
      Backend created = backend;
      if (created != null) {
        leave(created);
      }
      ended(why, cause instanceof GatewayException ? null : cause);
    }

    private void ended(String why, @Nullable Throwable unexpected) {
      CompletableFuture<Void> waiting;
      Duration delay;
      synchronized (ManagedBackend.this) {
        if (!isCurrent(this)) {
          return;
        }
        boolean wasHealthy = active != null;
        active = null;
        current = null;
        waiting = ready;
        ready = new CompletableFuture<>();
        delay = RestartBackoff.delay(failures);
        failures++;
        enter(wasHealthy ? BackendState.STARTING : BackendState.STOPPED, why);
        if (!wasHealthy) {
          // Nobody should wait for a backend that has just shown that it does not start.
          ready.completeExceptionally(unavailable(why));
        }
      }
      LOG.log(
          Level.WARNING,
          "backend " + name + " is down: " + why + "; next start in " + seconds(delay),
          unexpected);
      waiting.completeExceptionally(unavailable(why));
      restartAfter(delay);
    }

    @Override
    public void toolsChanged() {
      synchronized (ManagedBackend.this) {
        if (!isCurrent(this) || active == null) {
          return;
        }
        if (listing) {
          listAgain = true;
          return;
        }
        listing = true;
      }
      list().whenComplete(this::relisted);
    }

    private void relisted(@Nullable List<BackendTool> tools, @Nullable Throwable failure) {
      boolean again;
      synchronized (ManagedBackend.this) {
        listing = false;
        again = listAgain;
        listAgain = false;
        if (tools != null && isCurrent(this)) {
          toolCount = tools.size();
          publish(tools);
        }
      }
      if (failure != null) {
        LOG.log(Level.WARNING, "backend {0} did not list its tools again: {1}", name, failure);
      }
      if (again) {
        toolsChanged();
      }
    }

    @Override
    public void exited(String why) {
      Backend created = backend;
      if (created != null) {
        leave(created);
      }
      ended(why, null);
    }
  }

  private void restartAfter(Duration delay) {
    try {
      restart = engine.scheduler().schedule(this::restart, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "{0} is not started again: the gateway is closing", name);
    }
  }

  private void restart() {
    Attempt attempt = new Attempt();
    synchronized (this) {
      if (stopped || current != null) {
        return;
      }
      current = attempt;
      restarts++;
      if (ready.isDone()) {
        ready = new CompletableFuture<>();
      }
      enter(BackendState.STARTING, reason);
    }
    run(attempt, engine.executor());
  }

  private BackendUnavailableException unavailable(String why) {
    return new BackendUnavailableException("backend \"" + name + "\" is not available: " + why);
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }
}
