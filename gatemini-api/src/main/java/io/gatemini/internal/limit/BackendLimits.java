package io.gatemini.internal.limit;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.RateLimit;
import io.gatemini.spi.BackendProvider;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one backend's calls: its permits and its bucket of tokens. Made once a backend, so
 * that a restart neither frees nor loses any, and gone with it. Thread-safe.
 *
 * @param permits null where any number of calls may be under way
 * @param bucket null where there may be any number of calls
 */
public record BackendLimits(@Nullable Permits permits, @Nullable TokenBucket bucket) {
  /** The limits of a configuration, or of its transport where it says nothing. */
  public static BackendLimits of(BackendConfig config, BackendProvider provider) {
    int most = config.maxConcurrentCalls().orElseGet(provider::maxConcurrentCalls);
    return of(
        // Calls that a stop would cut off are counted also where they are not bounded.
        most > 0 || provider.isInline() ? most : Integer.MAX_VALUE,
        config.rateLimit().orElse(null),
        System::nanoTime);
  }

  static BackendLimits of(
      int maxConcurrentCalls, @Nullable RateLimit rateLimit, LongSupplier nanoTime) {
    return new BackendLimits(
        maxConcurrentCalls > 0 ? new Permits(maxConcurrentCalls) : null,
        rateLimit == null ? null : new TokenBucket(rateLimit, nanoTime));
  }

  /** Whether no call is under way, as far as that is counted. */
  public boolean isIdle() {
    return permits == null || permits.free() == permits.size();
  }
}
