package io.gatemini.internal.backend.instance;

import io.gatemini.BackendUnavailableException;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.HealthConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A backend that has an instance of its own for each session: what one session does in a browser or
 * a shell another never sees. The lifecycle manages it like any other backend.
 *
 * <p>The first call of a session takes an instance: an idle one, else a new one, else it waits
 * until another session ends. The client with the fewest instances comes first; while others wait,
 * one that has more than half of them loses the one that was idle longest. All calls of a session
 * go to its instance, also those that raced with the first one. When the session ends its instance
 * is stopped and never used again. There are never more than {@code max_instances} at a time, idle,
 * starting and stopping ones included.
 *
 * <p>An instance that ends or hangs is the matter of its session alone, whose next call gets a
 * fresh one. The pool as a whole counts as ended when no instance runs and none could be started.
 *
 * <p>Thread-safe. A call of a session that has its instance takes no lock; nothing foreign is
 * called while one is held.
 */
final class DedicatedInstances implements Backend, InstancePool.Listener {
  private final BackendContext context;
  private final InstancePool pool;
  private final InstanceChecks checks;
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private volatile @Nullable List<BackendTool> lastTools;
  private volatile String description = "";
  private volatile String instructions = "";
  private volatile String identity = "";

  private DedicatedInstances(
      BackendProvider provider, BackendContext context, Supplier<HealthConfig> health) {
    this.context = context;
    this.pool = new InstancePool(provider, context, health, this);
    this.checks = new InstanceChecks(context, pool::condemn);
    started.whenComplete(
        (nothing, failure) -> {
          // Failed, timed out or given up by the gateway: nothing may be left behind.
          if (failure != null) {
            pool.close();
          }
        });
  }

  /** Makes the instances of a backend with the provider of its transport. */
  static DedicatedInstances over(
      BackendProvider provider, BackendContext context, Supplier<HealthConfig> health) {
    return new DedicatedInstances(provider, context, health);
  }

  /** Completes with the first instance; more are started ahead in the background then. */
  @Override
  public CompletionStage<Void> start() {
    pool.begin();
    return started;
  }

  @Override
  public void started(PooledInstance instance) {
    if (identity.isEmpty()) {
      identity = instance.running().identity();
    }
    if (description.isEmpty()) {
      description = instance.running().description();
      instructions = instance.running().instructions();
    }
    started.complete(null);
  }

  @Override
  public void ended(BackendUnavailableException failure) {
    if (!started.completeExceptionally(failure)) {
      context
          .listener()
          .exited("no instance runs and none could be started: " + failure.getMessage());
    }
  }

  @Override
  public void toolsChanged() {
    context.listener().toolsChanged();
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    PooledInstance own = pool.heldBy(call.context().session());
    return own != null && own.begin() ? own.call(call) : pool.acquire(call);
  }

  @Override
  public void sessionEnded(Session session) {
    pool.sessionEnded(session);
  }

  /**
   * The tools of the instance that reported a change last, else of any; of the last listing while
   * none runs. One that was started for the listing only is stopped then.
   */
  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    PooledInstance source = pool.lister();
    List<BackendTool> known = lastTools;
    if (source != null) {
      return source
          .running()
          .listTools()
          .thenApply(
              tools -> {
                lastTools = tools;
                pool.trim();
                return tools;
              });
    }
    return known != null
        ? CompletableFuture.completedFuture(known)
        : CompletableFuture.failedFuture(
            new BackendUnavailableException(
                "backend \"" + context.name() + "\" is not available: no instance of it runs"));
  }

  /**
   * Looks after the instances: one that misses as many pings as {@code failure_threshold} says, or
   * takes more memory than {@code max_memory_mb}, is stopped, the others are left alone. Completes
   * when a session can be served; fails when all places are taken and none answers.
   */
  @Override
  public CompletionStage<Void> ping() {
    return checks.check(pool.running(), pool.isOpen());
  }

  @Override
  public CompletionStage<Void> stop() {
    CompletableFuture<Void> ended = pool.close();
    started.completeExceptionally(
        new BackendUnavailableException("backend \"" + context.name() + "\" was stopped"));
    return ended;
  }

  /** As long as the most patient of its instances. */
  @Override
  public Duration stopTimeout() {
    return pool.stopTimeout();
  }

  /** How many run, idle ones included. */
  @Override
  public int instances() {
    return pool.running().size();
  }

  @Override
  public List<Long> pids() {
    return pool.running().stream().flatMap(instance -> instance.running().pids().stream()).toList();
  }

  InstancePool.Counts counts() {
    return pool.counts();
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public String instructions() {
    return instructions;
  }

  @Override
  public List<String> stderrTail() {
    return pool.stderrTail();
  }

  /** Lines of instances in use belong to their sessions alone. */
  @Override
  public List<String> stderrForClients() {
    List<String> tail = pool.stderrTail(); // read first: no session had called by then
    return started.isDone() && !started.isCompletedExceptionally() ? List.of() : tail;
  }
}
