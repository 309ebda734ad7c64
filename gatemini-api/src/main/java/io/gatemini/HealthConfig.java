package io.gatemini;

import java.time.Duration;

/**
 * How backends are watched, started again and ended. Immutable.
 *
 * <p>In a configuration file, the section {@code health} with the same names in snake case.
 *
 * @param interval how often a healthy backend is pinged, give or take a tenth
 * @param timeout how long it may take to answer
 * @param failureThreshold after how many pings in a row without an answer it counts as hung: it is
 *     unhealthy then, and a process is killed and started again
 * @param maxRestarts how many restarts within the window make a crash loop
 * @param restartWindow the window
 * @param restartInitialBackoff the wait before the first restart; each further one doubles it
 * @param restartMaxBackoff the longest wait, and the wait between attempts in a crash loop
 * @param restartTimeout how long a restart may take at least; longer where the backend's own {@code
 *     start_timeout} is
 * @param recoveryMultiplier after how many intervals an unhealthy backend is given another chance
 * @param drainTimeout how long a gateway that closes waits for open calls
 * @param memoryCheckInterval how often the memory of backends with a limit is looked at
 * @param memoryRestartCooldown how long after a restart for memory there is no other
 */
public record HealthConfig(
    Duration interval,
    Duration timeout,
    int failureThreshold,
    int maxRestarts,
    Duration restartWindow,
    Duration restartInitialBackoff,
    Duration restartMaxBackoff,
    Duration restartTimeout,
    int recoveryMultiplier,
    Duration drainTimeout,
    Duration memoryCheckInterval,
    Duration memoryRestartCooldown) {

  public HealthConfig {
    Bounds.positive("interval", interval);
    Bounds.positive("timeout", timeout);
    Bounds.between(1, 1_000, "failure_threshold", failureThreshold);
    Bounds.between(0, 1_000, "max_restarts", maxRestarts);
    Bounds.positive("restart_window", restartWindow);
    Bounds.positive("restart_initial_backoff", restartInitialBackoff);
    Bounds.positive("restart_max_backoff", restartMaxBackoff);
    Bounds.positive("restart_timeout", restartTimeout);
    Bounds.between(1, 1_000, "recovery_multiplier", recoveryMultiplier);
    Bounds.positive("drain_timeout", drainTimeout);
    Bounds.positive("memory_check_interval", memoryCheckInterval);
    Bounds.positive("memory_restart_cooldown", memoryRestartCooldown);
  }

  /** What holds where nothing else is said. */
  public static HealthConfig defaults() {
    return builder().build();
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder()
        .interval(interval)
        .timeout(timeout)
        .failureThreshold(failureThreshold)
        .maxRestarts(maxRestarts)
        .restartWindow(restartWindow)
        .restartInitialBackoff(restartInitialBackoff)
        .restartMaxBackoff(restartMaxBackoff)
        .restartTimeout(restartTimeout)
        .recoveryMultiplier(recoveryMultiplier)
        .drainTimeout(drainTimeout)
        .memoryCheckInterval(memoryCheckInterval)
        .memoryRestartCooldown(memoryRestartCooldown);
  }

  /** Collects a configuration; not thread-safe. Each setter is the component of its name. */
  public static final class Builder {
    private Duration interval = Duration.ofSeconds(30);
    private Duration timeout = Duration.ofSeconds(5);
    private int failureThreshold = 3;
    private int maxRestarts = 5;
    private Duration restartWindow = Duration.ofSeconds(60);
    private Duration restartInitialBackoff = Duration.ofSeconds(1);
    private Duration restartMaxBackoff = Duration.ofSeconds(30);
    private Duration restartTimeout = Duration.ofSeconds(30);
    private int recoveryMultiplier = 3;
    private Duration drainTimeout = Duration.ofSeconds(10);
    private Duration memoryCheckInterval = Duration.ofSeconds(30);
    private Duration memoryRestartCooldown = Duration.ofSeconds(60);

    private Builder() {}

    public Builder interval(Duration interval) {
      this.interval = interval;
      return this;
    }

    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    public Builder failureThreshold(int failureThreshold) {
      this.failureThreshold = failureThreshold;
      return this;
    }

    public Builder maxRestarts(int maxRestarts) {
      this.maxRestarts = maxRestarts;
      return this;
    }

    public Builder restartWindow(Duration restartWindow) {
      this.restartWindow = restartWindow;
      return this;
    }

    public Builder restartInitialBackoff(Duration restartInitialBackoff) {
      this.restartInitialBackoff = restartInitialBackoff;
      return this;
    }

    public Builder restartMaxBackoff(Duration restartMaxBackoff) {
      this.restartMaxBackoff = restartMaxBackoff;
      return this;
    }

    public Builder restartTimeout(Duration restartTimeout) {
      this.restartTimeout = restartTimeout;
      return this;
    }

    public Builder recoveryMultiplier(int recoveryMultiplier) {
      this.recoveryMultiplier = recoveryMultiplier;
      return this;
    }

    public Builder drainTimeout(Duration drainTimeout) {
      this.drainTimeout = drainTimeout;
      return this;
    }

    public Builder memoryCheckInterval(Duration memoryCheckInterval) {
      this.memoryCheckInterval = memoryCheckInterval;
      return this;
    }

    public Builder memoryRestartCooldown(Duration memoryRestartCooldown) {
      this.memoryRestartCooldown = memoryRestartCooldown;
      return this;
    }

    /**
     * The configuration.
     *
     * @throws ConfigException when a number is out of its bounds
     */
    public HealthConfig build() {
      return new HealthConfig(
          interval,
          timeout,
          failureThreshold,
          maxRestarts,
          restartWindow,
          restartInitialBackoff,
          restartMaxBackoff,
          restartTimeout,
          recoveryMultiplier,
          drainTimeout,
          memoryCheckInterval,
          memoryRestartCooldown);
    }
  }
}
