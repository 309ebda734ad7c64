package io.gatemini.internal.config;

import io.gatemini.HealthConfig;
import java.util.List;
import java.util.Set;

/** The section {@code health}: every component of a {@link HealthConfig} in snake case. */
final class HealthFormat {
  private static final BuilderKeys<HealthConfig.Builder> READER =
      new BuilderKeys<HealthConfig.Builder>()
          .key("interval", Entry::duration, HealthConfig.Builder::interval)
          .key("timeout", Entry::duration, HealthConfig.Builder::timeout)
          .key("failure_threshold", Entry::integer, HealthConfig.Builder::failureThreshold)
          .key("max_restarts", Entry::integer, HealthConfig.Builder::maxRestarts)
          .key("restart_window", Entry::duration, HealthConfig.Builder::restartWindow)
          .key(
              "restart_initial_backoff",
              Entry::duration,
              HealthConfig.Builder::restartInitialBackoff)
          .key("restart_max_backoff", Entry::duration, HealthConfig.Builder::restartMaxBackoff)
          .key("restart_timeout", Entry::duration, HealthConfig.Builder::restartTimeout)
          .key("recovery_multiplier", Entry::integer, HealthConfig.Builder::recoveryMultiplier)
          .key("drain_timeout", Entry::duration, HealthConfig.Builder::drainTimeout)
          .key("memory_check_interval", Entry::duration, HealthConfig.Builder::memoryCheckInterval)
          .key(
              "memory_restart_cooldown",
              Entry::duration,
              HealthConfig.Builder::memoryRestartCooldown);

  static final Set<String> KEYS = READER.names();

  private HealthFormat() {}

  static List<Setting> read(Section section) {
    return READER.read(section, (builder, change) -> builder.health(change));
  }
}
