package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.decimal;
import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.integer;
import static java.time.Duration.ofSeconds;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
import java.time.Duration;

/**
 * How a call that may be repeated is repeated: one that never reached its backend, or one whose
 * tool says that it only reads or is idempotent. No other call is ever made twice. Immutable: every
 * setter returns a changed copy, and throws {@link ConfigException} where the value is out of its
 * bounds.
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
      OPTIONS.add("max_retries", integer(0, 100), 5, "The largest number of retries; 0 for none.");
  private static final OptionKey<Duration> INITIAL_DELAY =
      OPTIONS.add("initial_delay", duration(), ofSeconds(1), "The first wait.");
  private static final OptionKey<Duration> MAX_DELAY =
      OPTIONS.add("max_delay", duration(), ofSeconds(5), "The longest wait.");
  private static final OptionKey<Double> BACKOFF_MULTIPLIER =
      OPTIONS.add(
          "backoff_multiplier",
          decimal(1, 100),
          2.0,
          "The factor of each wait over the previous one.");

  RetryConfig(OptionValues values) {
    super(values);
  }

  private <T> RetryConfig with(OptionKey<T> key, T value) {
    return new RetryConfig(values.with(key, value));
  }

  /** Five times, after 1, 2, 4, 5 and 5 seconds. */
  public static RetryConfig defaults() {
    return new RetryConfig(OPTIONS.defaults());
  }

  /** No call is repeated. */
  public static RetryConfig never() {
    return defaults().maxRetries(0);
  }

  /** How often at most; 0 for never. */
  public int maxRetries() {
    return get(MAX_RETRIES);
  }

  public RetryConfig maxRetries(int maxRetries) {
    return with(MAX_RETRIES, maxRetries);
  }

  /** The first wait. */
  public Duration initialDelay() {
    return get(INITIAL_DELAY);
  }

  public RetryConfig initialDelay(Duration initialDelay) {
    return with(INITIAL_DELAY, initialDelay);
  }

  /** The longest wait. */
  public Duration maxDelay() {
    return get(MAX_DELAY);
  }

  public RetryConfig maxDelay(Duration maxDelay) {
    return with(MAX_DELAY, maxDelay);
  }

  /** By how much each wait is longer than the one before. */
  public double backoffMultiplier() {
    return get(BACKOFF_MULTIPLIER);
  }

  public RetryConfig backoffMultiplier(double backoffMultiplier) {
    return with(BACKOFF_MULTIPLIER, backoffMultiplier);
  }
}
