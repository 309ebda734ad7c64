package io.gatemini.config;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * How a call that may be repeated is repeated: one that never reached its backend, or one whose
 * tool says that it only reads or is idempotent. No other call is ever made twice. Immutable.
 *
 * <p>The waits grow exponentially, with jitter: attempt <i>n</i> waits {@code initialDelay ×
 * backoffMultiplier}<sup>n</sup>, at most {@code maxDelay}, and never beyond the deadline of the
 * call.
 *
 * <p>In a configuration file, the section {@code retry} of a backend.
 */
public final class RetryConfig extends ConfigValues {
  static final OptionTable OPTIONS = new OptionTable("retry");
  private static final OptionKey<Integer> MAX_RETRIES =
      OPTIONS.add("max_retries", OptionType.integer(0, 100), 5, "How often at most; 0 for never.");
  private static final OptionKey<Duration> INITIAL_DELAY =
      OPTIONS.add("initial_delay", OptionType.duration(), Duration.ofSeconds(1), "The first wait.");
  private static final OptionKey<Duration> MAX_DELAY =
      OPTIONS.add("max_delay", OptionType.duration(), Duration.ofSeconds(5), "The longest wait.");
  private static final OptionKey<Double> BACKOFF_MULTIPLIER =
      OPTIONS.add(
          "backoff_multiplier",
          OptionType.decimal(1, 100),
          2.0,
          "By how much each wait is longer than the one before.");

  private static final RetryConfig DEFAULTS = builder().build();

  RetryConfig(OptionValues values) {
    super(values);
  }

  /** Five times, after 1, 2, 4, 5 and 5 seconds. */
  public static RetryConfig defaults() {
    return DEFAULTS;
  }

  /** No call is repeated. */
  public static RetryConfig never() {
    return builder().maxRetries(0).build();
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder(OPTIONS.defaults());
  }

  /** Begins with this configuration. */
  public Builder toBuilder() {
    return new Builder(values);
  }

  /** How often at most; 0 for never. */
  public int maxRetries() {
    return get(MAX_RETRIES);
  }

  /** The first wait. */
  public Duration initialDelay() {
    return get(INITIAL_DELAY);
  }

  /** The longest wait. */
  public Duration maxDelay() {
    return get(MAX_DELAY);
  }

  /** By how much each wait is longer than the one before. */
  public double backoffMultiplier() {
    return get(BACKOFF_MULTIPLIER);
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

    public Builder maxRetries(int maxRetries) {
      values = values.with(MAX_RETRIES, maxRetries);
      return this;
    }

    public Builder initialDelay(Duration initialDelay) {
      values = values.with(INITIAL_DELAY, initialDelay);
      return this;
    }

    public Builder maxDelay(Duration maxDelay) {
      values = values.with(MAX_DELAY, maxDelay);
      return this;
    }

    public Builder backoffMultiplier(double backoffMultiplier) {
      values = values.with(BACKOFF_MULTIPLIER, backoffMultiplier);
      return this;
    }

    /** The configuration. */
    public RetryConfig build() {
      return new RetryConfig(values);
    }
  }
}
