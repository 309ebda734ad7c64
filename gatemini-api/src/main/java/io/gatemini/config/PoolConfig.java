package io.gatemini.config;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * How many instances of a backend in {@link InstanceMode#DEDICATED} there are. Immutable.
 *
 * <p>In a configuration file, the section {@code pool} of a backend.
 */
public final class PoolConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("pool");
  private static final OptionKey<Integer> MIN_IDLE =
      OPTIONS.add(
          "min_idle",
          OptionType.integer(0, 1_000),
          1,
          "How many are kept started ahead for new sessions.");
  private static final OptionKey<Integer> MAX_INSTANCES =
      OPTIONS.add(
          "max_instances",
          OptionType.integer(1, 1_000),
          20,
          "How many there are at most, idle ones included.");
  private static final OptionKey<Duration> ACQUIRE_TIMEOUT =
      OPTIONS.add(
          "acquire_timeout",
          OptionType.duration(),
          Duration.ofSeconds(30),
          "How long a session waits for one when all are taken.");
  private static final OptionKey<Duration> REPLENISH_DELAY =
      OPTIONS.add(
          "replenish_delay",
          OptionType.duration(),
          Duration.ofSeconds(2),
          "How long after a release the idle ones are made up again.");

  private static final PoolConfig DEFAULTS = builder().build();

  private PoolConfig(OptionValues values) {
    super(values);
  }

  /** One idle, twenty at most. */
  public static PoolConfig defaults() {
    return DEFAULTS;
  }

  static PoolConfig of(OptionValues values) {
    int most = values.get(MAX_INSTANCES);
    int idle = values.get(MIN_IDLE);
    if (idle <= most) {
      return new PoolConfig(values);
    }
    if (values.isSet(MIN_IDLE)) {
      throw new ConfigException(MIN_IDLE + " must be at most " + most + ", not " + idle);
    }
    return new PoolConfig(values.with(MIN_IDLE, most));
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder(OPTIONS.defaults());
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder(values);
  }

  /** How many are kept started ahead for new sessions. */
  public int minIdle() {
    return get(MIN_IDLE);
  }

  /** How many there are at most, idle ones included. */
  public int maxInstances() {
    return get(MAX_INSTANCES);
  }

  /** How long a session waits for one when all are taken. */
  public Duration acquireTimeout() {
    return get(ACQUIRE_TIMEOUT);
  }

  /** How long after a release the idle ones are made up again. */
  public Duration replenishDelay() {
    return get(REPLENISH_DELAY);
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

    public Builder minIdle(int minIdle) {
      values = values.with(MIN_IDLE, minIdle);
      return this;
    }

    public Builder maxInstances(int maxInstances) {
      values = values.with(MAX_INSTANCES, maxInstances);
      return this;
    }

    public Builder acquireTimeout(Duration acquireTimeout) {
      values = values.with(ACQUIRE_TIMEOUT, acquireTimeout);
      return this;
    }

    public Builder replenishDelay(Duration replenishDelay) {
      values = values.with(REPLENISH_DELAY, replenishDelay);
      return this;
    }

    /**
     * The configuration.
     *
     * @throws ConfigException when more are to be idle than there may be
     */
    public PoolConfig build() {
      return of(values);
    }
  }
}
