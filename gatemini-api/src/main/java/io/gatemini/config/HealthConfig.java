package io.gatemini.config;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * How backends are watched, restarted and ended. Immutable.
 *
 * <p>In a configuration file, the section {@code health} with the same names in snake case.
 */
public final class HealthConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("health");
  private static final OptionKey<Duration> INTERVAL =
      OPTIONS.add(
          "interval",
          OptionType.duration(),
          Duration.ofSeconds(30),
          "How often a healthy backend is pinged, give or take a tenth.");
  private static final OptionKey<Duration> TIMEOUT =
      OPTIONS.add(
          "timeout",
          OptionType.duration(),
          Duration.ofSeconds(5),
          "How long it may take to answer.");
  private static final OptionKey<Integer> FAILURE_THRESHOLD =
      OPTIONS.add(
          "failure_threshold",
          OptionType.integer(1, 1_000),
          3,
          "After how many pings in a row without an answer it counts as hung.");
  private static final OptionKey<Duration> SUSPICION_AFTER =
      OPTIONS.add(
          "suspicion_after",
          OptionType.duration(),
          Duration.ofSeconds(5),
          "How long a call of a backend in a process may be unanswered until the backend is pinged"
              + " at once.");
  private static final OptionKey<Duration> SUSPICION_TIMEOUT =
      OPTIONS.add(
          "suspicion_timeout",
          OptionType.duration(),
          Duration.ofSeconds(2),
          "How long it may take to answer then; one that does not, and does not use the processor"
              + " either, is hung.");
  private static final OptionKey<Integer> MAX_RESTARTS =
      OPTIONS.add(
          "max_restarts",
          OptionType.integer(0, 1_000),
          5,
          "How many restarts within the window make a crash loop.");
  private static final OptionKey<Duration> RESTART_WINDOW =
      OPTIONS.add(
          "restart_window",
          OptionType.duration(),
          Duration.ofSeconds(60),
          "The time in which so many restarts make a crash loop.");
  private static final OptionKey<Duration> RESTART_INITIAL_BACKOFF =
      OPTIONS.add(
          "restart_initial_backoff",
          OptionType.duration(),
          Duration.ofSeconds(1),
          "The wait before the first restart; each further one doubles it.");
  private static final OptionKey<Duration> RESTART_MAX_BACKOFF =
      OPTIONS.add(
          "restart_max_backoff",
          OptionType.duration(),
          Duration.ofSeconds(30),
          "The longest wait, and the wait between attempts in a crash loop.");
  private static final OptionKey<Duration> RESTART_TIMEOUT =
      OPTIONS.add(
          "restart_timeout",
          OptionType.duration(),
          Duration.ofSeconds(30),
          "How long a restart may take at least; longer where the backend's own start_timeout is.");
  private static final OptionKey<Integer> RECOVERY_MULTIPLIER =
      OPTIONS.add(
          "recovery_multiplier",
          OptionType.integer(1, 1_000),
          3,
          "After how many intervals an unhealthy backend is given another chance.");
  private static final OptionKey<Duration> DRAIN_TIMEOUT =
      OPTIONS.add(
          "drain_timeout",
          OptionType.duration(),
          Duration.ofSeconds(10),
          "How long a gateway that closes waits for open calls.");
  private static final OptionKey<Duration> MEMORY_CHECK_INTERVAL =
      OPTIONS.add(
          "memory_check_interval",
          OptionType.duration(),
          Duration.ofSeconds(30),
          "How often the memory of backends that are processes is looked at.");
  private static final OptionKey<Integer> MAX_CONCURRENT_STARTS =
      OPTIONS.add(
          "max_concurrent_starts",
          OptionType.integer(0, 1_000),
          0,
          "How many backends start at a time; 0 for two per processor. One that takes longer than"
              + " 3 s lets the next begin.");
  private static final OptionKey<Duration> MEMORY_RESTART_COOLDOWN =
      OPTIONS.add(
          "memory_restart_cooldown",
          OptionType.duration(),
          Duration.ofSeconds(60),
          "How long after a restart for memory there is no other.");

  HealthConfig(OptionValues values) {
    super(values);
  }

  /** The configuration where nothing else is said. */
  public static HealthConfig defaults() {
    return builder().build();
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder(OPTIONS.defaults());
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder(values);
  }

  /** How often a healthy backend is pinged, give or take a tenth. */
  public Duration interval() {
    return get(INTERVAL);
  }

  /** How long it may take to answer. */
  public Duration timeout() {
    return get(TIMEOUT);
  }

  /** After how many pings in a row without an answer it counts as hung. */
  public int failureThreshold() {
    return get(FAILURE_THRESHOLD);
  }

  /**
   * How long a call of a backend in a process may be unanswered until the backend is pinged at
   * once.
   */
  public Duration suspicionAfter() {
    return get(SUSPICION_AFTER);
  }

  /**
   * How long it may take to answer then; one that does not, and does not use the processor either,
   * is hung.
   */
  public Duration suspicionTimeout() {
    return get(SUSPICION_TIMEOUT);
  }

  /** How many restarts within the window make a crash loop. */
  public int maxRestarts() {
    return get(MAX_RESTARTS);
  }

  /** The time in which so many restarts make a crash loop. */
  public Duration restartWindow() {
    return get(RESTART_WINDOW);
  }

  /** The wait before the first restart; each further one doubles it. */
  public Duration restartInitialBackoff() {
    return get(RESTART_INITIAL_BACKOFF);
  }

  /** The longest wait, and the wait between attempts in a crash loop. */
  public Duration restartMaxBackoff() {
    return get(RESTART_MAX_BACKOFF);
  }

  /** How long a restart may take at least; longer where the backend's own start_timeout is. */
  public Duration restartTimeout() {
    return get(RESTART_TIMEOUT);
  }

  /** After how many intervals an unhealthy backend is given another chance. */
  public int recoveryMultiplier() {
    return get(RECOVERY_MULTIPLIER);
  }

  /** How long a gateway that closes waits for open calls. */
  public Duration drainTimeout() {
    return get(DRAIN_TIMEOUT);
  }

  /**
   * How many backends start at a time; 0 for two per processor. One that takes longer than 3 s lets
   * the next begin.
   */
  public int maxConcurrentStarts() {
    return get(MAX_CONCURRENT_STARTS);
  }

  /** How often the memory of backends with a limit is looked at. */
  public Duration memoryCheckInterval() {
    return get(MEMORY_CHECK_INTERVAL);
  }

  /** How long after a restart for memory there is no other. */
  public Duration memoryRestartCooldown() {
    return get(MEMORY_RESTART_COOLDOWN);
  }

  /**
   * Collects a configuration; not thread-safe. Each setter sets the value of its name, and throws
   * {@link ConfigException} when that is out of its bounds.
   */
  public static final class Builder {
    private OptionValues values;

    private Builder(OptionValues values) {
      this.values = values;
    }

    public Builder interval(Duration interval) {
      values = values.with(INTERVAL, interval);
      return this;
    }

    public Builder timeout(Duration timeout) {
      values = values.with(TIMEOUT, timeout);
      return this;
    }

    public Builder failureThreshold(int failureThreshold) {
      values = values.with(FAILURE_THRESHOLD, failureThreshold);
      return this;
    }

    public Builder suspicionAfter(Duration suspicionAfter) {
      values = values.with(SUSPICION_AFTER, suspicionAfter);
      return this;
    }

    public Builder suspicionTimeout(Duration suspicionTimeout) {
      values = values.with(SUSPICION_TIMEOUT, suspicionTimeout);
      return this;
    }

    public Builder maxRestarts(int maxRestarts) {
      values = values.with(MAX_RESTARTS, maxRestarts);
      return this;
    }

    public Builder restartWindow(Duration restartWindow) {
      values = values.with(RESTART_WINDOW, restartWindow);
      return this;
    }

    public Builder restartInitialBackoff(Duration restartInitialBackoff) {
      values = values.with(RESTART_INITIAL_BACKOFF, restartInitialBackoff);
      return this;
    }

    public Builder restartMaxBackoff(Duration restartMaxBackoff) {
      values = values.with(RESTART_MAX_BACKOFF, restartMaxBackoff);
      return this;
    }

    public Builder restartTimeout(Duration restartTimeout) {
      values = values.with(RESTART_TIMEOUT, restartTimeout);
      return this;
    }

    public Builder recoveryMultiplier(int recoveryMultiplier) {
      values = values.with(RECOVERY_MULTIPLIER, recoveryMultiplier);
      return this;
    }

    public Builder drainTimeout(Duration drainTimeout) {
      values = values.with(DRAIN_TIMEOUT, drainTimeout);
      return this;
    }

    public Builder maxConcurrentStarts(int maxConcurrentStarts) {
      values = values.with(MAX_CONCURRENT_STARTS, maxConcurrentStarts);
      return this;
    }

    public Builder memoryCheckInterval(Duration memoryCheckInterval) {
      values = values.with(MEMORY_CHECK_INTERVAL, memoryCheckInterval);
      return this;
    }

    public Builder memoryRestartCooldown(Duration memoryRestartCooldown) {
      values = values.with(MEMORY_RESTART_COOLDOWN, memoryRestartCooldown);
      return this;
    }

    /** The configuration. */
    public HealthConfig build() {
      return new HealthConfig(values);
    }
  }
}
