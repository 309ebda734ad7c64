package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.integer;
import static java.time.Duration.ofSeconds;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * How backends are watched, restarted and ended. Immutable: every setter returns a changed copy,
 * and throws {@link ConfigException} where the value is out of its bounds.
 *
 * <p>In a configuration file, the section {@code health} with the same names in snake case.
 */
public final class HealthConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("health");
  private static final OptionKey<Duration> INTERVAL =
      OPTIONS.add(
          "interval",
          duration(),
          ofSeconds(30),
          "How often a healthy backend is pinged, give or take a tenth.");
  private static final OptionKey<Duration> TIMEOUT =
      OPTIONS.add("timeout", duration(), ofSeconds(5), "The time for an answer to a ping.");
  private static final OptionKey<Integer> FAILURE_THRESHOLD =
      OPTIONS.add(
          "failure_threshold",
          integer(1, 1_000),
          3,
          "The number of unanswered pings in a row after which a backend is considered " + "hung.");
  private static final OptionKey<Duration> SUSPICION_AFTER =
      OPTIONS.add(
          "suspicion_after",
          duration(),
          ofSeconds(5),
          "The time after which an unanswered call causes a ping of the backend's " + "process.");
  private static final OptionKey<Duration> SUSPICION_TIMEOUT =
      OPTIONS.add(
          "suspicion_timeout",
          duration(),
          ofSeconds(2),
          "The time for the answer to that ping; a process that neither answers nor "
              + "consumes CPU time is considered hung.");
  private static final OptionKey<Integer> MAX_RESTARTS =
      OPTIONS.add(
          "max_restarts",
          integer(0, 1_000),
          5,
          "The number of restarts within the window that make a crash loop.");
  private static final OptionKey<Duration> RESTART_WINDOW =
      OPTIONS.add(
          "restart_window", duration(), ofSeconds(60), "The window in which restarts are counted.");
  private static final OptionKey<Duration> RESTART_INITIAL_BACKOFF =
      OPTIONS.add(
          "restart_initial_backoff",
          duration(),
          ofSeconds(1),
          "The wait before the first restart; each further one doubles it.");
  private static final OptionKey<Duration> RESTART_MAX_BACKOFF =
      OPTIONS.add(
          "restart_max_backoff",
          duration(),
          ofSeconds(30),
          "The longest wait, and the wait between attempts in a crash loop.");
  private static final OptionKey<Duration> RESTART_TIMEOUT =
      OPTIONS.add(
          "restart_timeout",
          duration(),
          ofSeconds(30),
          "The least time for a restart, if the backend's start_timeout is shorter.");
  private static final OptionKey<Integer> RECOVERY_MULTIPLIER =
      OPTIONS.add(
          "recovery_multiplier",
          integer(1, 1_000),
          3,
          "The number of intervals after which an unhealthy backend is pinged again.");
  private static final OptionKey<Duration> DRAIN_TIMEOUT =
      OPTIONS.add(
          "drain_timeout",
          duration(),
          ofSeconds(10),
          "The time that a closing gateway waits for open calls.");
  private static final OptionKey<Duration> MEMORY_CHECK_INTERVAL =
      OPTIONS.add(
          "memory_check_interval",
          duration(),
          ofSeconds(30),
          "The interval of memory checks of processes.");
  private static final OptionKey<Integer> MAX_CONCURRENT_STARTS =
      OPTIONS.add(
          "max_concurrent_starts",
          integer(0, 1_000),
          0,
          "Concurrent starts; 0 for two per processor. A start of over 3 s no longer counts.");
  private static final OptionKey<Duration> MEMORY_RESTART_COOLDOWN =
      OPTIONS.add(
          "memory_restart_cooldown",
          duration(),
          ofSeconds(60),
          "The least time between two restarts for memory.");

  HealthConfig(OptionValues values) {
    super(values);
  }

  private <T> HealthConfig with(OptionKey<T> key, T value) {
    return new HealthConfig(values.with(key, value));
  }

  /** The configuration where nothing else is said. */
  public static HealthConfig defaults() {
    return new HealthConfig(OPTIONS.defaults());
  }

  /** How often a healthy backend is pinged, give or take a tenth. */
  public Duration interval() {
    return get(INTERVAL);
  }

  public HealthConfig interval(Duration interval) {
    return with(INTERVAL, interval);
  }

  /** How long it may take to answer. */
  public Duration timeout() {
    return get(TIMEOUT);
  }

  public HealthConfig timeout(Duration timeout) {
    return with(TIMEOUT, timeout);
  }

  /** After how many pings in a row without an answer it counts as hung. */
  public int failureThreshold() {
    return get(FAILURE_THRESHOLD);
  }

  public HealthConfig failureThreshold(int failureThreshold) {
    return with(FAILURE_THRESHOLD, failureThreshold);
  }

  /**
   * How long a call of a backend in a process may be unanswered until the backend is pinged at
   * once.
   */
  public Duration suspicionAfter() {
    return get(SUSPICION_AFTER);
  }

  public HealthConfig suspicionAfter(Duration suspicionAfter) {
    return with(SUSPICION_AFTER, suspicionAfter);
  }

  /**
   * How long it may take to answer then; one that does not, and does not use the processor either,
   * is hung.
   */
  public Duration suspicionTimeout() {
    return get(SUSPICION_TIMEOUT);
  }

  public HealthConfig suspicionTimeout(Duration suspicionTimeout) {
    return with(SUSPICION_TIMEOUT, suspicionTimeout);
  }

  /** How many restarts within the window make a crash loop. */
  public int maxRestarts() {
    return get(MAX_RESTARTS);
  }

  public HealthConfig maxRestarts(int maxRestarts) {
    return with(MAX_RESTARTS, maxRestarts);
  }

  /** The time in which so many restarts make a crash loop. */
  public Duration restartWindow() {
    return get(RESTART_WINDOW);
  }

  public HealthConfig restartWindow(Duration restartWindow) {
    return with(RESTART_WINDOW, restartWindow);
  }

  /** The wait before the first restart; each further one doubles it. */
  public Duration restartInitialBackoff() {
    return get(RESTART_INITIAL_BACKOFF);
  }

  public HealthConfig restartInitialBackoff(Duration restartInitialBackoff) {
    return with(RESTART_INITIAL_BACKOFF, restartInitialBackoff);
  }

  /** The longest wait, and the wait between attempts in a crash loop. */
  public Duration restartMaxBackoff() {
    return get(RESTART_MAX_BACKOFF);
  }

  public HealthConfig restartMaxBackoff(Duration restartMaxBackoff) {
    return with(RESTART_MAX_BACKOFF, restartMaxBackoff);
  }

  /** How long a restart may take at least; longer where the backend's own start_timeout is. */
  public Duration restartTimeout() {
    return get(RESTART_TIMEOUT);
  }

  public HealthConfig restartTimeout(Duration restartTimeout) {
    return with(RESTART_TIMEOUT, restartTimeout);
  }

  /** After how many intervals an unhealthy backend is given another chance. */
  public int recoveryMultiplier() {
    return get(RECOVERY_MULTIPLIER);
  }

  public HealthConfig recoveryMultiplier(int recoveryMultiplier) {
    return with(RECOVERY_MULTIPLIER, recoveryMultiplier);
  }

  /** How long a gateway that closes waits for open calls. */
  public Duration drainTimeout() {
    return get(DRAIN_TIMEOUT);
  }

  public HealthConfig drainTimeout(Duration drainTimeout) {
    return with(DRAIN_TIMEOUT, drainTimeout);
  }

  /**
   * How many backends start at a time; 0 for two per processor. One that takes longer than 3 s lets
   * the next begin.
   */
  public int maxConcurrentStarts() {
    return get(MAX_CONCURRENT_STARTS);
  }

  public HealthConfig maxConcurrentStarts(int maxConcurrentStarts) {
    return with(MAX_CONCURRENT_STARTS, maxConcurrentStarts);
  }

  /** How often the memory of backends with a limit is looked at. */
  public Duration memoryCheckInterval() {
    return get(MEMORY_CHECK_INTERVAL);
  }

  public HealthConfig memoryCheckInterval(Duration memoryCheckInterval) {
    return with(MEMORY_CHECK_INTERVAL, memoryCheckInterval);
  }

  /** How long after a restart for memory there is no other. */
  public Duration memoryRestartCooldown() {
    return get(MEMORY_RESTART_COOLDOWN);
  }

  public HealthConfig memoryRestartCooldown(Duration memoryRestartCooldown) {
    return with(MEMORY_RESTART_COOLDOWN, memoryRestartCooldown);
  }
}
