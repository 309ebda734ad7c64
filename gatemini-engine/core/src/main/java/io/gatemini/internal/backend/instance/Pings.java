package io.gatemini.internal.backend.instance;

import io.gatemini.CallTimeoutException;
import io.gatemini.config.HealthConfig;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pings of one running instance, one at a time. A ping without an answer is repeated after the
 * ping timeout, until there is an answer or as many are missed as {@code failure_threshold} says. A
 * refusal that says when to come again is no miss, and neither is silence while a large message of
 * the instance comes, or waits for room. Thread-safe.
 */
public final class Pings {
  private static final Logger LOG = System.getLogger(Pings.class.getName());

  private final String who;
  private final Supplier<? extends CompletionStage<Void>> ping;
  private final Supplier<HealthConfig> health;
  private final PluginContext engine;
  private final Deadlines deadlines;
  private final MessageMemory memory;
  private final int missedAtFirst;
  private final Listener listener;
  private int missed;
  private boolean ended;

  /** The outcome of the ping that is under way, or that is made again in a moment. */
  private @Nullable CompletableFuture<Void> open;

  private @Nullable ScheduledFuture<?> repeat;

  /** Hears how the pings go; called on whatever thread a ping ends on. */
  public interface Listener {
    /** The instance answered. */
    default void answered() {}

    /**
     * It is overloaded, so it lives, and says when to come again; or its answers are not read now.
     */
    default void busy(Duration wish) {}

    /** It did not answer as often as it may; the pings go on when somebody asks. */
    void unresponsive(int missed, Throwable failure);
  }

  /**
   * @param who for the log, as in {@code backend files}
   * @param memory where the room for its messages comes from
   * @param missedAtFirst how many count as missed while none is
   */
  public Pings(
      String who,
      Supplier<? extends CompletionStage<Void>> ping,
      Supplier<HealthConfig> health,
      PluginContext engine,
      MessageMemory memory,
      int missedAtFirst,
      Listener listener) {
    this.who = who;
    this.ping = ping;
    this.health = health;
    this.engine = engine;
    this.deadlines = Deadlines.of(engine);
    this.memory = memory;
    this.missedAtFirst = missedAtFirst;
    this.missed = missedAtFirst;
    this.listener = listener;
  }

  /** Whether the last ping was not answered. */
  synchronized boolean isMissing() {
    return missed > missedAtFirst;
  }

  /** No ping is made any more, the listener hears of none, and the open outcome fails. */
  public void end() {
    CompletableFuture<Void> last;
    synchronized (this) {
      ended = true;
      last = open;
      if (repeat != null) {
        repeat.cancel(false);
      }
    }
    if (last != null) {
      last.cancel(false);
    }
  }

  /** The next outcome: of a ping that is made now, unless one is under way. Fails after the end. */
  public CompletableFuture<Void> next() {
    CompletableFuture<Void> pong = new CompletableFuture<>();
    synchronized (this) {
      if (open != null) {
        return open;
      }
      open = pong;
      if (ended) {
        pong.cancel(false);
        return pong;
      }
    }
    pingInBackground(pong);
    return pong;
  }

  /** A ping that blocks must hold up its own instance only, not the deadlines of everybody. */
  private void pingInBackground(CompletableFuture<Void> pong) {
    try {
      engine.executor().execute(() -> ping(pong));
    } catch (RejectedExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        pingAfter(health.get().timeout(), pong);
      } else {
        end(); // the gateway is closing
      }
    }
  }

  private synchronized void pingAfter(Duration pause, CompletableFuture<Void> pong) {
    if (!ended) {
      repeat = Tasks.trySchedule(engine::scheduler, pause, () -> pingInBackground(pong));
      if (repeat == null) {
        pong.cancel(false); // the gateway is closing
      }
    }
  }

  private void ping(CompletableFuture<Void> pong) {
    long began = System.nanoTime();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    deadlines.watch(
        answer,
        began + health.get().timeout().toNanos(),
        () ->
            new CallTimeoutException("no answer within " + Durations.text(health.get().timeout())));
    CompletableFuture<Void> theirs = ping.get().toCompletableFuture();
    answer.whenComplete(
        (nothing, failure) -> {
          if (failure != null) {
            theirs.completeExceptionally(failure);
          }
          Guarded.run(LOG, "a ping was not counted", () -> count(failure, began, pong));
        });
    theirs.whenComplete(
        (nothing, failure) -> {
          if (failure == null) {
            answer.complete(null);
          } else if (answer.completeExceptionally(failure)
              && Failures.cause(failure) instanceof Error defect) {
            Guarded.log(LOG, who + " failed at a ping", defect);
          }
        });
  }

  private void count(@Nullable Throwable failure, long began, CompletableFuture<Void> pong) {
    boolean unread = failure instanceof CallTimeoutException && memory.wasBusySince(began);
    Duration wish = unread ? Duration.ZERO : Failures.wish(failure).orElse(null);
    CompletableFuture<Void> again = null;
    int misses;
    synchronized (this) {
      if (ended) {
        return;
      }
      missed = failure == null ? 0 : wish != null ? missedAtFirst : missed + 1;
      if (Failures.wantsSignIn(failure)) {
        missed = Math.max(missed, health.get().failureThreshold()); // no ping changes that
      }
      misses = missed;
      if (failure != null && wish == null && misses < health.get().failureThreshold()) {
        again = new CompletableFuture<>();
      }
      open = again;
    }
    if (failure == null) {
      listener.answered();
      pong.complete(null);
    } else if (wish != null) {
      listener.busy(wish);
      pong.complete(null);
    } else {
      if (again == null) {
        listener.unresponsive(misses, failure);
      } else {
        // One ping a timeout: who refuses at once gets as much time as who is silent.
        pingAfter(health.get().timeout().minusNanos(System.nanoTime() - began), again);
      }
      pong.completeExceptionally(failure);
    }
  }
}
