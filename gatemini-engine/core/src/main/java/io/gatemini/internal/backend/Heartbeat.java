package io.gatemini.internal.backend;

import io.gatemini.config.HealthConfig;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.backend.instance.Pings;
import io.gatemini.spi.Backend;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.PluginContext;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pings one life of a backend: every interval, give or take a tenth, so that many backends are not
 * pinged at once. After a refusal that says when to come again it waits until then, five minutes at
 * most. The pinging ends with a backend that is unresponsive. Thread-safe.
 */
final class Heartbeat implements Pings.Listener {
  private static final double JITTER = 0.1;

  private final Supplier<HealthConfig> health;
  private final PluginContext engine;
  private final Listener listener;
  private final Pings pings;
  private boolean ended;
  private @Nullable ScheduledFuture<?> next;

  /** Hears how the pings go; called on whatever thread a ping ends on. */
  interface Listener {
    /** The backend answered. */
    default void answered() {}

    /** It did not, as often as it may. */
    void unresponsive(String reason);

    /** It answered, and wants a person to sign in. */
    void wantsSignIn(String reason);
  }

  private Heartbeat(
      String name,
      Backend backend,
      Supplier<HealthConfig> health,
      PluginContext engine,
      MessageMemory memory,
      int missedAtFirst,
      Listener listener) {
    this.health = health;
    this.engine = engine;
    this.listener = listener;
    this.pings =
        new Pings("backend " + name, backend::ping, health, engine, memory, missedAtFirst, this);
  }

  /** Begins, with the first ping somewhere in the first interval. */
  static Heartbeat begin(
      String name,
      Backend backend,
      Supplier<HealthConfig> health,
      PluginContext engine,
      MessageMemory memory,
      Listener listener) {
    Heartbeat heartbeat = new Heartbeat(name, backend, health, engine, memory, 0, listener);
    double part = 0.5 + ThreadLocalRandom.current().nextDouble(0.5);
    heartbeat.after(Duration.ofNanos((long) (health.get().interval().toNanos() * part)));
    return heartbeat;
  }

  /** Begins after a pause, with one ping that decides. */
  static Heartbeat probe(
      String name,
      Backend backend,
      Supplier<HealthConfig> health,
      PluginContext engine,
      MessageMemory memory,
      Duration pause,
      Listener listener) {
    Heartbeat heartbeat =
        new Heartbeat(
            name, backend, health, engine, memory, health.get().failureThreshold() - 1, listener);
    heartbeat.after(pause);
    return heartbeat;
  }

  synchronized void end() {
    ended = true;
    pings.end();
    if (next != null) {
      next.cancel(false);
    }
  }

  /** Pings at once instead of later. */
  synchronized void now() {
    if (next != null) {
      next.cancel(false);
    }
    var unused = pings.next();
  }

  private synchronized void after(Duration pause) {
    if (!ended) {
      next = Tasks.trySchedule(engine::scheduler, pause, pings::next);
    }
  }

  @Override
  public void answered() {
    listener.answered();
    after(interval());
  }

  /** Alive, but not serving yet. */
  @Override
  public void busy(Duration wish) {
    Duration interval = interval();
    after(interval.compareTo(wish) > 0 ? interval : wish);
  }

  @Override
  public void unresponsive(int missed, Throwable failure) {
    end();
    if (Failures.wantsSignIn(failure)) {
      listener.wantsSignIn(Failures.sentence(failure));
      return;
    }
    listener.unresponsive(
        (missed == 1 ? "it did not answer a ping" : "it did not answer " + missed + " pings")
            + " ("
            + Failures.sentence(failure)
            + ")");
  }

  private Duration interval() {
    double factor = 1 + ThreadLocalRandom.current().nextDouble(-JITTER, JITTER);
    return Duration.ofNanos((long) (health.get().interval().toNanos() * factor));
  }
}
