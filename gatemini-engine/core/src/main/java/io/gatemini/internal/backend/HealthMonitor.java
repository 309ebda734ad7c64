package io.gatemini.internal.backend;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.MessageMemory;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches whichever life of a backend there is: its pings, and its memory where that has a limit.
 * Not thread-safe; its backend guards it.
 */
final class HealthMonitor {
  private final String name;
  private final BackendConfig config;
  private final boolean inline;
  private final BackendServices services;
  private final MessageMemory room;
  private final Suspicion suspicion;
  private @Nullable Heartbeat heartbeat;
  private @Nullable MemoryWatch memory;
  private long memoryRestartNanos;
  private boolean restartedForMemory;

  /**
   * @param room where the backend's messages have theirs
   */
  HealthMonitor(
      String name,
      BackendConfig config,
      boolean inline,
      BackendServices services,
      MessageMemory room) {
    this.name = name;
    this.config = config;
    this.inline = inline;
    this.services = services;
    this.room = room;
    this.suspicion = new Suspicion(services, room);
  }

  /** Begins with a healthy life; the consumer receives a description of the problem. */
  void begin(Backend running, Heartbeat.Listener pings, Consumer<String> tooLarge) {
    if (!inline) {
      heartbeat = Heartbeat.begin(name, running, services::health, services.engine(), room, pings);
    }
    if (!inline) {
      memory = new MemoryWatch(name, running, config.maxMemoryMb(), services.engine(), tooLarge);
      memory.begin(services.health().memoryCheckInterval());
    }
  }

  /** Looks once more after a life that did not answer, after the intervals it is given. */
  void probe(Backend silent, Heartbeat.Listener pings) {
    HealthConfig health = services.health();
    heartbeat =
        Heartbeat.probe(
            name,
            silent,
            services::health,
            services.engine(),
            room,
            health.interval().multipliedBy(health.recoveryMultiplier()),
            pings);
  }

  /** Looks at once after a life that leaves a call unanswered. */
  void suspect(Backend silent, Consumer<String> hung) {
    suspicion.look(silent, hung);
  }

  /** Pings at once, beside no other ping. */
  void pingNow() {
    if (heartbeat != null) {
      heartbeat.now();
    }
  }

  void end() {
    if (heartbeat != null) {
      heartbeat.end();
      heartbeat = null;
    }
    if (memory != null) {
      memory.end();
    }
  }

  /** Whether the last restart for memory is long enough ago; the next one counts from now then. */
  boolean mayRestartForMemory() {
    long now = System.nanoTime();
    long cooldown = services.health().memoryRestartCooldown().toNanos();
    if (restartedForMemory && now - memoryRestartNanos < cooldown) {
      return false;
    }
    restartedForMemory = true;
    memoryRestartNanos = now;
    return true;
  }

  /** The memory the backend used when it was looked at last. */
  OptionalLong memoryBytes() {
    return memory == null ? OptionalLong.empty() : memory.last();
  }
}
