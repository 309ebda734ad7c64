package io.gatemini.internal.async;

import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayClosedException;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Fails futures at their deadline, at most {@value #TICK_MILLIS} ms late.
 *
 * <p>One sweep over the open calls instead of a timer for each: a timer per call wakes the timer
 * thread twice a call, which costs as much as the call itself. Nothing ticks while nothing is open.
 */
public final class Deadlines {
  private static final Logger LOG = System.getLogger(Deadlines.class.getName());

  /** Well inside the 50 ms that a caller may wait beyond its deadline. */
  static final long TICK_MILLIS = 20;

  /** A second of silence ends the ticking, so that a busy gateway does not restart it per call. */
  private static final int IDLE_TICKS = 50;

  private final Supplier<ScheduledExecutorService> scheduler;
  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private final Set<Wait> open = ConcurrentHashMap.newKeySet();
  private final AtomicReference<@Nullable ScheduledFuture<?>> ticking = new AtomicReference<>();
  private int idleTicks;

  /** Ticks on the given scheduler, which is asked for at the first deadline. */
  public Deadlines(Supplier<ScheduledExecutorService> scheduler) {
    this.scheduler = scheduler;
  }

  /** Those of a gateway, of which its context knows; own ones over a context that knows none. */
  public static Deadlines of(PluginContext context) {
    return context instanceof Keeper keeper
        ? keeper.deadlines()
        : new Deadlines(context::scheduler);
  }

  /** Knows the deadlines of a gateway. */
  public interface Keeper {
    /** One for all. */
    Deadlines deadlines();
  }

  /**
   * Completes a future exceptionally at its deadline unless it is completed before; at once where
   * the gateway is closed.
   *
   * @param deadlineNanos in terms of {@link System#nanoTime()}
   */
  public void watch(
      CompletableFuture<?> future, long deadlineNanos, Supplier<? extends Throwable> expired) {
    at(future, deadlineNanos, () -> expire(future, expired));
  }

  /**
   * Completes a future exceptionally unless it is completed within a time.
   *
   * @param late the message of the failure
   */
  public void within(Duration time, CompletableFuture<?> future, String late) {
    watch(
        future,
        System.nanoTime() + TimeUnit.NANOSECONDS.convert(time),
        () -> new CallTimeoutException(late));
  }

  /**
   * Runs an action at a moment unless a future is completed before, which is at once where the
   * gateway is closed.
   *
   * @param momentNanos in terms of {@link System#nanoTime()}
   * @param action short
   */
  public void at(CompletableFuture<?> future, long momentNanos, Runnable action) {
    if (future.isDone()) {
      return;
    }
    Wait wait = new Wait(open, momentNanos, action);
    future.whenComplete(wait);
    try {
      tick();
    } catch (RejectedExecutionException e) {
      future.completeExceptionally(new GatewayClosedException("the gateway is closed"));
    }
  }

  private static void expire(CompletableFuture<?> future, Supplier<? extends Throwable> expired) {
    safely(() -> future.completeExceptionally(expired.get()));
    // A failure that could not be delivered must still end the wait.
    if (!future.isDone()) {
      future.completeExceptionally(new CallTimeoutException("the time was over"));
    }
  }

  /** Completes with another future, or when the time is over; never fails. */
  public CompletableFuture<Void> bounded(CompletableFuture<?> condition, Duration timeout) {
    CompletableFuture<Void> met = condition.handle((value, failure) -> null);
    within(timeout, met, "not met in time");
    return met.exceptionally(late -> null);
  }

  /**
   * Runs an action at a moment unless the waiting ends before. When a wait and a call expire
   * together the wait fails first, so that its caller learns what it was waiting for.
   *
   * @param deadlineNanos in terms of {@link System#nanoTime()}
   * @param expired short, and does not throw
   */
  public Wait watchWait(long deadlineNanos, Runnable expired) {
    Wait wait = new Wait(waits, deadlineNanos, expired);
    tick();
    return wait;
  }

  private void tick() {
    if (ticking.get() == null) {
      startTicking();
    }
  }

  private synchronized void startTicking() {
    if (ticking.get() == null && !isIdle()) {
      idleTicks = 0;
      ticking.set(
          scheduler
              .get()
              .scheduleWithFixedDelay(
                  this::sweep, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS));
    }
  }

  private void sweep() {
    long now = System.nanoTime();
    List.copyOf(waits).forEach(wait -> wait.look(now));
    open.forEach(wait -> wait.look(now));
    idleTicks = isIdle() ? idleTicks + 1 : 0;
    if (idleTicks >= IDLE_TICKS) {
      stopTicking();
    }
  }

  /** One that throws would end the ticking, and with it the deadlines of all. */
  private static void safely(Runnable expired) {
    Guarded.run(LOG, "a deadline was not delivered", expired);
  }

  private boolean isIdle() {
    return open.isEmpty() && waits.isEmpty();
  }

  private synchronized void stopTicking() {
    ScheduledFuture<?> current = ticking.getAndSet(null);
    if (current != null) {
      current.cancel(false);
    }
    // A call that came in between saw the ticking and did not start it.
    startTicking();
  }

  /** Something that waits no longer than a moment; a future ends it when it is done. */
  public static final class Wait implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private final Set<Wait> all;
    private final long deadlineNanos;
    private final Runnable expired;

    private Wait(Set<Wait> all, long deadlineNanos, Runnable expired) {
      this.all = all;
      this.deadlineNanos = deadlineNanos;
      this.expired = expired;
      all.add(this);
    }

    private void look(long now) {
      if (deadlineNanos - now <= 0 && all.remove(this)) {
        safely(expired);
      }
    }

    /** The waiting is over; nothing happens at the moment. */
    public void end() {
      all.remove(this);
    }

    @Override
    public void accept(@Nullable Object result, @Nullable Throwable failure) {
      end();
    }
  }

  /** A deadline that waits for a person, up to a bound of its own. */
  public interface PausableDeadline {
    /** Stands still until a stage is done. */
    void pauseUntil(CompletionStage<?> end);
  }
}
