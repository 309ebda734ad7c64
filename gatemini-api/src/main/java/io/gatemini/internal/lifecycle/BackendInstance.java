package io.gatemini.internal.lifecycle;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.WorkerTurn;
import io.gatemini.internal.config.Durations;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.BackendTool;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One life of a backend: it is created, started, listed, listed again when its tools change, and
 * ended. Tells its owner of each; what a life reports after its end the owner ignores.
 *
 * <p>Thread-safe.
 */
final class BackendInstance implements BackendListener {
  private static final Logger LOG = System.getLogger(BackendInstance.class.getName());

  /** A backend that tells of a change with every answer must not be listed all the time. */
  private static final Duration BETWEEN_LISTINGS = Duration.ofMillis(500);

  /** Hears of the steps of a life; called on any thread. */
  interface Owner {
    void listed(BackendInstance life, List<BackendTool> tools);

    void ended(BackendInstance life, String reason, @Nullable Throwable unexpected);
  }

  /** The time that a stop may take beyond what it says, on a busy machine. */
  static final Duration STOP_MARGIN = Duration.ofSeconds(2);

  /** A gateway that closes waits no longer for anybody; grace periods are bounded below it. */
  private static final Duration MAX_STOP = Duration.ofSeconds(60);

  /** The most that {@link #stopTimeout} says. */
  static final Duration LONGEST_STOP = MAX_STOP.plus(STOP_MARGIN);

  private final String name;
  private final Owner owner;
  private final BackendServices services;
  private final boolean ours;
  private volatile @Nullable Backend backend;
  private volatile Duration wish = Duration.ZERO;
  private boolean listing;
  private boolean changed;
  private boolean inStart;
  private @Nullable CompletableFuture<Void> starting;

  /** How it is ended; set once, and over from then on. */
  private @Nullable Function<Backend, CompletionStage<Void>> way;

  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  /**
   * @param ours whether the backend is one of the gateway's own that never blocks, so that nothing
   *     of it needs a thread
   */
  BackendInstance(String name, Owner owner, BackendServices services, boolean ours) {
    this.name = name;
    this.owner = owner;
    this.services = services;
    this.ours = ours;
  }

  /** Its backend; empty before it is created. */
  @Nullable Backend backend() {
    return backend;
  }

  /** How long the backend wants to be left alone after a start that it refused. */
  Duration wish() {
    return wish;
  }

  /** Starts; the owner hears of the first listing, or of the end. */
  void start(Function<BackendListener, Backend> create, Duration deadline) {
    CompletableFuture<Void> started;
    Backend created;
    try {
      created = create.apply(this);
      synchronized (this) {
        if (way != null) {
          return; // ended meanwhile, when there was nothing to stop yet
        }
        backend = created;
        inStart = true;
        // A change that is told during the first listing is not lost.
        listing = true;
      }
      started = Failures.orAnswerOf(created::start);
    } catch (RuntimeException | Error e) {
      failed(e);
      return;
    }
    if (endedInStart(created)) {
      started.cancel(true);
      return;
    }
    CompletableFuture<Void> listed =
        started.thenCompose(nothing -> list()).thenAccept(this::listed);
    boolean over;
    synchronized (this) {
      starting = listed;
      over = way != null;
    }
    if (over) {
      listed.cancel(true);
    }
    services
        .deadlines()
        .watch(listed, System.nanoTime() + deadline.toNanos(), () -> slow(deadline));
    listed.whenComplete(
        (nothing, failure) -> {
          if (failure != null) {
            started.cancel(true);
            failed(failure);
          }
        });
  }

  /**
   * A stop may have come before there was anything to stop: what has started now is ended again.
   */
  private boolean endedInStart(Backend created) {
    Function<Backend, CompletionStage<Void>> end;
    synchronized (this) {
      inStart = false;
      end = way;
    }
    if (end == null) {
      return false;
    }
    leave(created, end).whenComplete((nothing, failure) -> gone.complete(null));
    return true;
  }

  private static CallTimeoutException slow(Duration deadline) {
    return new CallTimeoutException(
        "it did not start within "
            + Durations.text(deadline)
            + "; raise start_timeout if it needs longer");
  }

  private CompletableFuture<List<BackendTool>> list() {
    Backend created = backend;
    return created == null
        ? CompletableFuture.failedFuture(new BackendUnavailableException("not created"))
        : Failures.orAnswerOf(created::listTools);
  }

  private void listed(List<BackendTool> tools) {
    owner.listed(this, tools);
    boolean again;
    synchronized (this) {
      listing = false;
      again = changed;
    }
    if (again) {
      relistLater();
    }
  }

  @Override
  public void toolsChanged() {
    synchronized (this) {
      if (way != null || listing || changed) {
        changed = true;
        return;
      }
      changed = true;
    }
    relist();
  }

  /** Lists again; the owner hears of it. */
  private void relist() {
    synchronized (this) {
      if (way != null || listing) {
        return;
      }
      listing = true;
      changed = false;
    }
    CompletableFuture<List<BackendTool>> tools = list();
    services
        .deadlines()
        .watch(
            tools,
            System.nanoTime() + services.health().restartTimeout().toNanos(),
            () -> new CallTimeoutException("no answer"));
    tools.whenComplete(this::relisted);
  }

  private void relisted(@Nullable List<BackendTool> tools, @Nullable Throwable failure) {
    Throwable problem = failure;
    if (tools != null) {
      try {
        owner.listed(this, tools);
      } catch (RuntimeException | Error e) {
        problem = e;
      }
    }
    if (problem != null) {
      LOG.log(
          Level.WARNING,
          "backend {0} did not list its tools again: {1}",
          name,
          Failures.logged(Failures.unnamed(name, Failures.sentence(problem))));
    }
    // What is told from now on waits until the pause is over.
    relistLater();
  }

  private void relistLater() {
    try {
      services
          .engine()
          .scheduler()
          .schedule(this::pauseOver, BETWEEN_LISTINGS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "{0} is not listed again: the gateway is closing", name);
    }
  }

  private void pauseOver() {
    synchronized (this) {
      listing = false;
      if (!changed) {
        return;
      }
    }
    try {
      // The scheduler's threads keep the deadlines of everybody; a listing may take a moment.
      services.engine().executor().execute(this::relist);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "{0} is not listed again: the gateway is closing", name);
    }
  }

  @Override
  public void exited(String reason) {
    owner.ended(this, reason, null);
  }

  private void failed(Throwable failure) {
    wish = Failures.wish(failure).orElse(Duration.ZERO);
    Throwable cause = Failures.cause(failure);
    boolean expected = cause instanceof GatewayException;
    owner.ended(
        this,
        expected ? String.valueOf(cause.getMessage()) : "it failed to start: " + cause,
        expected ? null : cause);
  }

  /**
   * Ends it, whatever it is doing. Completes when nothing of it is left; the same future each time.
   */
  CompletableFuture<Void> end() {
    return end(Backend::stop);
  }

  /** The same without patience; open calls fail with the reason. */
  CompletableFuture<Void> abort(String reason) {
    return end(running -> running.abort(reason));
  }

  void sessionEnded(Session session) {
    Backend created = backend;
    if (created == null) {
      return;
    }
    try {
      created.sessionEnded(session);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "backend " + name + " failed at the end of a session", e);
    }
  }

  /** How long its end may take. */
  Duration stopTimeout() {
    Backend created = backend;
    if (created == null) {
      return STOP_MARGIN;
    }
    try {
      Duration own = created.stopTimeout();
      return (own.compareTo(MAX_STOP) > 0 ? MAX_STOP : own).plus(STOP_MARGIN);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "backend " + name + " does not say how long its stop may take", e);
      return STOP_MARGIN;
    }
  }

  /** The same future as {@link #end()} returns, before or after it. */
  CompletableFuture<Void> gone() {
    return gone;
  }

  private CompletableFuture<Void> end(Function<Backend, CompletionStage<Void>> chosen) {
    CompletableFuture<Void> open;
    Backend created;
    boolean again;
    synchronized (this) {
      if (way != null) {
        return gone;
      }
      way = chosen;
      open = starting;
      created = backend;
      again = inStart;
    }
    if (open != null) {
      open.cancel(true);
    }
    if (created == null) {
      gone.complete(null);
      return gone;
    }
    CompletableFuture<Void> left = leave(created, chosen);
    if (!again) {
      left.whenComplete((nothing, failure) -> gone.complete(null));
    }
    return gone;
  }

  /**
   * A plug-in may block in its stop: it holds up neither the stops of the others nor the scheduler,
   * which keeps the deadlines of everybody. Never fails.
   */
  private CompletableFuture<Void> leave(
      Backend created, Function<Backend, CompletionStage<Void>> chosen) {
    CompletableFuture<Void> left = new CompletableFuture<>();
    Runnable leaving =
        () ->
            Failures.orAnswerOf(() -> chosen.apply(created))
                .whenComplete((nothing, failure) -> left(failure, left));
    if (ours) {
      leaving.run();
    } else {
      WorkerTurn.take(services.engine(), leaving);
    }
    return left;
  }

  private void left(@Nullable Throwable failure, CompletableFuture<Void> left) {
    if (failure != null) {
      LOG.log(
          Level.WARNING, "backend {0} did not stop cleanly: {1}", name, Failures.sentence(failure));
    }
    left.complete(null);
  }
}
