package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.integer;
import static java.time.Duration.ofSeconds;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * How many instances of a backend in {@link InstanceMode#DEDICATED} there are. Immutable: every
 * setter returns a changed copy, and throws {@link ConfigException} where the value is out of its
 * bounds.
 *
 * <p>In a configuration file, the section {@code pool} of a backend.
 */
public final class PoolConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("pool");
  private static final OptionKey<Integer> MIN_IDLE =
      OPTIONS.add(
          "min_idle", integer(0, 1_000), 1, "The number of idle instances kept for new sessions.");
  private static final OptionKey<Integer> MAX_INSTANCES =
      OPTIONS.add(
          "max_instances",
          integer(1, 1_000),
          20,
          "The largest number of instances, idle ones included.");
  private static final OptionKey<Duration> ACQUIRE_TIMEOUT =
      OPTIONS.add(
          "acquire_timeout",
          duration(),
          ofSeconds(30),
          "The longest wait of a session for an instance.");
  private static final OptionKey<Duration> REPLENISH_DELAY =
      OPTIONS.add(
          "replenish_delay",
          duration(),
          ofSeconds(2),
          "The delay after which idle instances are replaced.");

  PoolConfig(OptionValues values) {
    super(values);
  }

  private <T> PoolConfig with(OptionKey<T> key, T value) {
    return new PoolConfig(values.with(key, value));
  }

  /** One idle, twenty at most. */
  public static PoolConfig defaults() {
    return new PoolConfig(OPTIONS.defaults());
  }

  /** This configuration, unless more are to be idle than there may be. */
  PoolConfig checked() {
    if (minIdle() > maxInstances()) {
      throw new ConfigException(
          MIN_IDLE + " must be at most " + maxInstances() + ", not " + minIdle());
    }
    return this;
  }

  /** How many are kept started ahead for new sessions. */
  public int minIdle() {
    return get(MIN_IDLE);
  }

  public PoolConfig minIdle(int minIdle) {
    return with(MIN_IDLE, minIdle);
  }

  /** How many there are at most, idle ones included. */
  public int maxInstances() {
    return get(MAX_INSTANCES);
  }

  public PoolConfig maxInstances(int maxInstances) {
    return with(MAX_INSTANCES, maxInstances);
  }

  /** How long a session waits for one when all are taken. */
  public Duration acquireTimeout() {
    return get(ACQUIRE_TIMEOUT);
  }

  public PoolConfig acquireTimeout(Duration acquireTimeout) {
    return with(ACQUIRE_TIMEOUT, acquireTimeout);
  }

  /** How long after a release the idle ones are made up again. */
  public Duration replenishDelay() {
    return get(REPLENISH_DELAY);
  }

  public PoolConfig replenishDelay(Duration replenishDelay) {
    return with(REPLENISH_DELAY, replenishDelay);
  }
}
