package io.gatemini;

import java.time.Duration;
import java.util.Objects;

/**
 * How a call that may be repeated is repeated: one that never reached its backend, or one whose
 * tool says that it only reads or is idempotent. No other call is ever made twice.
 *
 * <p>The waits grow exponentially, with jitter: attempt <i>n</i> waits {@code initialDelay ×
 * backoffMultiplier}<sup>n</sup>, at most {@code maxDelay}, and never beyond the deadline of the
 * call.
 *
 * @param maxRetries how often at most; 0 for never
 * @param initialDelay the first wait
 * @param maxDelay the longest wait
 * @param backoffMultiplier by how much each wait is longer than the one before; at least 1
 */
public record RetryConfig(
    int maxRetries, Duration initialDelay, Duration maxDelay, double backoffMultiplier) {
  private static final RetryConfig DEFAULTS =
      new RetryConfig(5, Duration.ofSeconds(1), Duration.ofSeconds(5), 2.0);

  public RetryConfig {
    Bounds.between(0, 100, "retry.max_retries", maxRetries);
    Bounds.positive("retry.initial_delay", initialDelay);
    Bounds.positive("retry.max_delay", maxDelay);
    if (!(backoffMultiplier >= 1.0) || backoffMultiplier > 100) {
      throw new ConfigException(
          "retry.backoff_multiplier must be from 1 to 100, not " + backoffMultiplier);
    }
  }

  /** Five times, after 1, 2, 4, 5 and 5 seconds. */
  public static RetryConfig defaults() {
    return DEFAULTS;
  }

  /** No call is repeated. */
  public static RetryConfig never() {
    return DEFAULTS.withMaxRetries(0);
  }

  /** The same with another number of repetitions. */
  public RetryConfig withMaxRetries(int maxRetries) {
    return new RetryConfig(maxRetries, initialDelay, maxDelay, backoffMultiplier);
  }

  /** The same with other waits. */
  public RetryConfig withDelays(Duration initialDelay, Duration maxDelay) {
    return new RetryConfig(
        maxRetries,
        Objects.requireNonNull(initialDelay, "initialDelay"),
        Objects.requireNonNull(maxDelay, "maxDelay"),
        backoffMultiplier);
  }

  /** The same with waits that grow by another factor. */
  public RetryConfig withBackoffMultiplier(double backoffMultiplier) {
    return new RetryConfig(maxRetries, initialDelay, maxDelay, backoffMultiplier);
  }
}
