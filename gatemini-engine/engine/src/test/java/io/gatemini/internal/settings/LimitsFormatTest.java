package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.InstanceMode;
import io.gatemini.config.PoolConfig;
import io.gatemini.config.RateLimit;
import io.gatemini.config.RetryConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Limits of backends in a configuration file. */
class LimitsFormatTest {
  @Test
  void readsEveryLimitOfABackend() {
    BackendConfig config =
        backend(
            """
                max_concurrent_calls: 3
                semaphore_timeout: 2s
                retry: {max_retries: 2, initial_delay: 10ms, max_delay: 1s, backoff_multiplier: 1.5}
                rate_limit: {max_calls: 7, window: 5s}
                fallback_chain: [other, third]
                instance_mode: dedicated
                pool: {min_idle: 2, max_instances: 4, acquire_timeout: 1s, replenish_delay: 100ms}
                max_memory_mb: 256
            """);

    assertThat(config.maxConcurrentCalls()).hasValue(3);
    assertThat(config.semaphoreTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.retry())
        .isEqualTo(
            RetryConfig.defaults()
                .maxRetries(2)
                .initialDelay(Duration.ofMillis(10))
                .maxDelay(Duration.ofSeconds(1))
                .backoffMultiplier(1.5));
    assertThat(config.rateLimit()).hasValue(new RateLimit(7, Duration.ofSeconds(5)));
    assertThat(config.fallbackChain()).containsExactly("other", "third");
    assertThat(config.instanceMode()).isEqualTo(InstanceMode.DEDICATED);
    assertThat(config.pool())
        .isEqualTo(
            PoolConfig.defaults()
                .minIdle(2)
                .maxInstances(4)
                .acquireTimeout(Duration.ofSeconds(1))
                .replenishDelay(Duration.ofMillis(100)));
    assertThat(config.maxMemoryMb()).hasValue(256);
  }

  @Test
  void readsAPrerequisite() {
    BackendConfig config =
        backend(
            """
                prerequisite:
                  command: redis-server
                  args: [--port, "6390"]
                  env: {HOME: /tmp}
                  cwd: /srv
                  process_match: redis-server.*6390
                  managed: true
                  ready_port: 6390
                  ready_timeout: 3s
            """);

    assertThat(config.prerequisite())
        .hasValueSatisfying(
            needed -> {
              assertThat(needed.command()).containsExactly("redis-server", "--port", "6390");
              assertThat(needed.env()).containsEntry("HOME", "/tmp");
              assertThat(needed.cwd()).hasValue("/srv");
              assertThat(needed.processMatch()).hasValue("redis-server.*6390");
              assertThat(needed.managed()).isTrue();
              assertThat(needed.readyPort()).hasValue(6390);
              assertThat(needed.startupDelay()).isZero();
              assertThat(needed.readyTimeout()).isEqualTo(Duration.ofSeconds(3));
            });
  }

  /** In nanoseconds it would be no number any more, and the gateway could not be closed. */
  @Test
  void refusesToWaitForEver() {
    assertThrown(ConfigException.class, () -> backend("    timeout: 999999999h\n"))
        .hasMessageContaining("timeout must be at most 365 days");
    assertThrown(
            ConfigException.class,
            () -> HealthConfig.defaults().drainTimeout(Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageContaining("drain_timeout must be at most 365 days");
    assertThat(backend("    timeout: 8760h\n").timeout()).isEqualTo(Duration.ofDays(365));
  }

  @Test
  void keepsTheDefaultsOfTheSpecification() {
    BackendConfig config = backend("");

    assertThat(config.maxConcurrentCalls()).isEmpty();
    assertThat(config.semaphoreTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.retry()).isEqualTo(RetryConfig.defaults());
    assertThat(config.pool()).isEqualTo(PoolConfig.defaults());
    assertThat(config.instanceMode()).isEqualTo(InstanceMode.SHARED);
    assertThat(HealthConfig.defaults().maxRestarts()).isEqualTo(5);
  }

  @Test
  void tellsWhereANumberIsOutOfItsBounds() {
    assertThatThrownBy(() -> backend("    max_concurrent_calls: 10001\n"))
        .hasMessage(
            "gatemini.yaml, line 4: backends.files.max_concurrent_calls: max_concurrent_calls must"
                + " be at most 10000, not 10001");
    assertThatThrownBy(() -> backend("    pool:\n      min_idle: 5\n      max_instances: 4\n"))
        .hasMessage(
            "gatemini.yaml, line 4: backends.files.pool: pool.min_idle must be at most 4, not 5");
    assertThatThrownBy(() -> backend("    retry:\n      backoff_multiplier: fast\n"))
        .hasMessage(
            "gatemini.yaml, line 5: backends.files.retry.backoff_multiplier: \"fast\" is not a"
                + " number");
  }

  @Test
  void comparesIdleInstancesWithAllWhenABackendGetsThem() {
    PoolConfig many = PoolConfig.defaults().minIdle(30);

    assertThat(BackendConfig.stdio("npx").pool(many.maxInstances(40)).pool().minIdle())
        .isEqualTo(30);
    assertThrown(ConfigException.class, () -> BackendConfig.stdio("npx").pool(many))
        .hasMessage("pool.min_idle must be at most 20, not 30");
  }

  @Test
  void tellsWhichPinningThereIs() {
    assertThatThrownBy(() -> ReadConfig.of("pinning: strict\nbackends: {}\n"))
        .hasMessage(
            "gatemini.yaml, line 1: pinning: \"strict\" is not known; write one of off, report,"
                + " enforce");
  }

  private static BackendConfig backend(String limits) {
    String others = "  other: {command: npx}\n  third: {command: npx}\n";
    return ReadConfig.of("backends:\n  files:\n    command: npx\n" + limits + others)
        .backend("files");
  }
}
