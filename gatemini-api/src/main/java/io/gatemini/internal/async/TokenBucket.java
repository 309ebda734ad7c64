package io.gatemini.internal.async;

import io.gatemini.config.RateLimit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A bucket of tokens that refills evenly. Kept as the one moment at which it would be full again
 * (the generic cell rate algorithm, ITU-T I.371): a token is one comparison and one exchange, and
 * nothing drifts. Thread-safe.
 */
public final class TokenBucket {
  private final long windowNanos;
  private final long nanosPerToken;
  private final LongSupplier nanoTime;
  private final AtomicLong fullAt;

  /** A full bucket, in the time of the given clock. */
  public TokenBucket(RateLimit limit, LongSupplier nanoTime) {
    this.windowNanos = limit.window().toNanos();
    this.nanosPerToken = Math.max(1, windowNanos / limit.maxCalls());
    this.nanoTime = nanoTime;
    this.fullAt = new AtomicLong(nanoTime.getAsLong());
  }

  /** Takes a token: 0 when there was one, else the nanoseconds until there is. */
  public long take() {
    while (true) {
      long now = nanoTime.getAsLong();
      long full = fullAt.get();
      long next = (full - now > 0 ? full : now) + nanosPerToken;
      long missing = next - now - windowNanos;
      if (missing > 0) {
        return missing;
      }
      if (fullAt.compareAndSet(full, next)) {
        return 0;
      }
    }
  }
}
