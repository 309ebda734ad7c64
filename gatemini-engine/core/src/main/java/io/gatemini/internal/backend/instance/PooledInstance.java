package io.gatemini.internal.backend.instance;

import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.config.HealthConfig;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.BackendProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a backend with an instance per session; reports its state to its owner.
 * Thread-safe.
 */
final class PooledInstance extends InstanceLife {
  private static final Logger LOG = System.getLogger(PooledInstance.class.getName());

  /**
   * When the place of an instance whose stop never completes is given to another: longer than
   * anybody's grace period, so that there are not more instances than allowed before.
   */
  private static final long LOST_SECONDS = 60;

  /** Hears of an instance; called on any thread, without a lock. */
  interface Owner {
    void started(PooledInstance instance);

    /** It did not start; it still has to be stopped. */
    void failed(PooledInstance instance, BackendUnavailableException failure);

    /** It ended by itself; it still has to be stopped. */
    void exited(PooledInstance instance, String reason);

    /** It has missed as many pings as it may. */
    void unresponsive(PooledInstance instance, String reason);

    /** It was stopped and nothing of it is left. */
    void gone(PooledInstance instance);

    void toolsChanged(PooledInstance instance);

    /** A call of its session is done. */
    void rested(PooledInstance instance);
  }

  /** Where it stands; the owner's, guarded by the owner's lock. */
  enum State {
    STARTING,
    IDLE,
    HELD,
    STOPPING
  }

  State state = State.STARTING;

  /** The session it belongs to while it is held; guarded by the owner's lock. */
  @Nullable SessionLease lease;

  final Pings pings;

  /** Null where its backend has no limit. */
  final @Nullable MemoryLimit memoryLimit;

  private final BackendProvider provider;
  private final BackendContext context;
  private final Owner owner;
  private final long createdNanos = System.nanoTime();
  private volatile @Nullable String verdict;

  /** Those under way; negative once it was taken from its session. */
  final AtomicInteger calls = new AtomicInteger();

  /** When its last call ended. */
  volatile long restedNanos = createdNanos;

  PooledInstance(
      BackendProvider provider,
      BackendContext context,
      Supplier<HealthConfig> health,
      Owner owner) {
    super("an instance of backend " + context.name(), context, false);
    this.provider = provider;
    this.context = context;
    this.owner = owner;
    gone().whenComplete((nothing, failure) -> owner.gone(this));
    this.pings =
        new Pings(
            "an instance of backend " + context.name(),
            () -> running().ping(),
            health,
            context,
            context.messageMemory(),
            0,
            (missed, failure) ->
                owner.unresponsive(
                    this,
                    missed == 1 ? "it did not answer a ping" : "it missed " + missed + " pings"));
    this.memoryLimit =
        context.config().maxMemoryMb().isPresent()
            ? new MemoryLimit(
                "an instance of backend " + context.name(),
                context.config().maxMemoryMb().getAsInt(),
                "it is stopped")
            : null;
  }

  /** Starts in the background. */
  void launch() {
    if (!Tasks.tryExecute(context::executor, this::start)) {
      failed(new BackendUnavailableException("the gateway is closing"));
    }
  }

  private void start() {
    start(
            () ->
                new GuardedBackend(
                    context.name(),
                    provider.create(DelegatingContext.ofInstance(context, new Listener()))),
            created -> Backend.done(),
            context.config().startTimeout(),
            this::slow)
        .whenComplete(
            (nothing, failure) -> {
              if (failure == null) {
                owner.started(this);
              } else {
                failed(failure);
              }
            });
  }

  private BackendUnavailableException slow() {
    return new BackendUnavailableException(
        "backend \""
            + context.name()
            + "\" did not start an instance within "
            + Durations.text(context.config().startTimeout())
            + "; raise start_timeout if it needs longer",
        new TimeoutException());
  }

  private void failed(Throwable failure) {
    Throwable cause = Failures.cause(failure);
    owner.failed(
        this,
        cause instanceof BackendUnavailableException known
            ? known
            : new BackendUnavailableException(
                "backend \"" + context.name() + "\" could not start an instance: " + cause, cause));
  }

  /** Begins a call of its session; false once it was taken from it. */
  boolean begin() {
    return calls.incrementAndGet() > 0;
  }

  /** Makes a call that has begun. */
  CompletionStage<ToolResult> call(BackendCall call) {
    CompletionStage<ToolResult> result = running().call(call);
    result.whenComplete((answer, failure) -> rest());
    return result;
  }

  /** A call that has begun is over. */
  void rest() {
    restedNanos = System.nanoTime();
    calls.decrementAndGet();
    owner.rested(this);
  }

  /** Takes it from its session, unless that has a call under way. */
  boolean take() {
    return calls.compareAndSet(0, Integer.MIN_VALUE / 2);
  }

  /** Has it end without patience; before {@link #stop}. */
  void condemn(String reason) {
    verdict = reason;
  }

  /** Stops it, also while it starts. Completes when nothing is left; the same future each time. */
  CompletableFuture<Void> stop() {
    if (isOver()) {
      return gone();
    }
    pings.end();
    CompletableFuture<Void> gone = gone();
    String reason = verdict;
    end(created -> reason == null ? created.stop() : created.abort(reason));
    if (!gone.isDone()) {
      ScheduledFuture<?> timer =
          Tasks.trySchedule(context::scheduler, Duration.ofSeconds(LOST_SECONDS), this::giveUp);
      if (timer != null) {
        gone.whenComplete((nothing, failure) -> timer.cancel(false));
      }
    }
    return gone;
  }

  private void giveUp() {
    if (gone().complete(null)) {
      LOG.log(
          Level.WARNING,
          "an instance of backend {0} did not stop within {1} s; it is left behind",
          context.name(),
          LOST_SECONDS);
    }
  }

  /** The time that its stop may take. */
  Duration stopTimeout() {
    Backend created = backend();
    return created == null ? Duration.ZERO : created.stopTimeout();
  }

  List<String> stderrTail() {
    Backend created = backend();
    return created == null ? List.of() : created.stderrTail();
  }

  /** Says that it had to be given up. */
  void warn(boolean held, String reason) {
    LOG.log(
        Level.WARNING,
        held
            ? "an instance of backend {0} is gone, and with it the state of its session, which gets"
                + " a fresh one with its next call: {1}"
            : "an idle instance of backend {0} is gone and will be replaced: {1}",
        context.name(),
        Failures.logged(reason));
  }

  long ageNanos() {
    return System.nanoTime() - createdNanos;
  }

  /** The reports of the backend, with the instance they come from. */
  private final class Listener implements BackendListener {
    @Override
    public void toolsChanged() {
      owner.toolsChanged(PooledInstance.this);
    }

    @Override
    public void exited(String reason) {
      owner.exited(PooledInstance.this, reason);
    }
  }
}
