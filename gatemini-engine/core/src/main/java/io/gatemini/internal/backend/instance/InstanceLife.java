package io.gatemini.internal.backend.instance;

import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Futures;
import io.gatemini.spi.Backend;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The life of one running instance, whomever it serves: it is created and started within a time,
 * and ended once, also while it starts. Thread-safe.
 */
public class InstanceLife {
  private static final Logger LOG = System.getLogger(InstanceLife.class.getName());

  private final String who;
  private final PluginContext engine;
  private final boolean inline;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();
  private volatile @Nullable Backend backend;

  /** Whether foreign code creates it or begins its start just now. */
  private boolean beginning;

  private @Nullable CompletableFuture<?> starting;

  /** How it is ended; set once, and over from then on. */
  private @Nullable Function<Backend, CompletionStage<Void>> way;

  /**
   * @param who for the log, as in {@code backend files}
   * @param inline whether it never blocks, so that nothing of it needs a thread
   */
  public InstanceLife(String who, PluginContext engine, boolean inline) {
    this.who = who;
    this.engine = engine;
    this.inline = inline;
  }

  /** Its backend; empty before it is created. */
  public final @Nullable Backend backend() {
    return backend;
  }

  /**
   * Its backend, once it has started.
   *
   * @throws IllegalStateException before that
   */
  public final Backend running() {
    Backend created = backend;
    if (created == null) {
      throw new IllegalStateException(who + " was used before it had started");
    }
    return created;
  }

  /** Whether its end has been requested. */
  public final synchronized boolean isOver() {
    return way != null;
  }

  /**
   * Creates it and starts it, on the calling thread; once. Fails when it is ended before it has
   * started.
   *
   * @param then counts into the time, and is cancelled with the start
   */
  public final <T> CompletableFuture<T> start(
      Supplier<Backend> create,
      Function<Backend, CompletionStage<T>> then,
      Duration timeout,
      Supplier<? extends Throwable> late) {
    synchronized (this) {
      if (way != null) {
        return cancelled();
      }
      beginning = true;
    }
    CompletableFuture<Backend> made =
        Futures.of(() -> CompletableFuture.completedFuture(create.get()));
    if (made.isCompletedExceptionally()) {
      endedMeanwhile(null);
      return made.thenCompose(then);
    }
    Backend created = made.join();
    backend = created;
    CompletableFuture<Void> started =
        isOver() ? cancelled() : created.start().toCompletableFuture();
    if (endedMeanwhile(created)) {
      started.cancel(true);
      return cancelled();
    }
    CompletableFuture<T> serves = started.thenCompose(nothing -> then.apply(created));
    synchronized (this) {
      starting = serves;
    }
    if (isOver()) {
      serves.cancel(true);
    }
    Deadlines.of(engine).watch(serves, System.nanoTime() + timeout.toNanos(), late);
    serves.whenComplete(
        (value, failure) -> {
          if (failure != null) {
            started.cancel(true);
          }
        });
    return serves;
  }

  private static <T> CompletableFuture<T> cancelled() {
    CompletableFuture<T> none = new CompletableFuture<>();
    none.cancel(false);
    return none;
  }

  /**
   * The end may have come before there was anything to stop, or in the middle of its start: what is
   * there now is ended, again if need be.
   */
  private boolean endedMeanwhile(@Nullable Backend created) {
    Function<Backend, CompletionStage<Void>> end;
    synchronized (this) {
      beginning = false;
      end = way;
    }
    if (end == null) {
      return false;
    }
    leave(created, end).thenRun(() -> gone.complete(null));
    return true;
  }

  /**
   * Ends it, whatever it is doing; the first to say how decides. Completes when nothing of it is
   * left; the same future each time.
   */
  public final CompletableFuture<Void> end(Function<Backend, CompletionStage<Void>> chosen) {
    CompletableFuture<?> open;
    boolean endsAgain;
    synchronized (this) {
      if (way != null) {
        return gone;
      }
      way = chosen;
      open = starting;
      endsAgain = beginning;
    }
    if (open != null) {
      open.cancel(true);
    }
    CompletableFuture<Void> left = leave(backend, chosen);
    if (!endsAgain) {
      left.thenRun(() -> gone.complete(null));
    }
    return gone;
  }

  /** The same future as {@link #end} returns, before or after it. */
  public final CompletableFuture<Void> gone() {
    return gone;
  }

  /**
   * A plug-in may block in its stop: it holds up neither the stops of the others nor the scheduler,
   * which keeps the deadlines of everybody. Never fails.
   */
  private CompletableFuture<Void> leave(
      @Nullable Backend created, Function<Backend, CompletionStage<Void>> chosen) {
    if (created == null) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> left = new CompletableFuture<>();
    Runnable leaving =
        () -> chosen.apply(created).whenComplete((nothing, failure) -> left(failure, left));
    if (inline) {
      leaving.run();
    } else {
      WorkerTurn.take(engine, leaving);
    }
    return left;
  }

  private void left(@Nullable Throwable failure, CompletableFuture<Void> left) {
    if (failure != null) {
      LOG.log(Level.WARNING, "{0} did not stop cleanly: {1}", who, Failures.sentence(failure));
    }
    left.complete(null);
  }
}
