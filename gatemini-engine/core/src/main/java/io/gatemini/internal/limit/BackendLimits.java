package io.gatemini.internal.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.RateLimit;
import io.gatemini.internal.async.TokenBucket;
import io.gatemini.spi.BackendProvider;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one backend's calls: its permits and its bucket of tokens. Made once a backend, so
 * that a restart neither frees nor loses any, and gone with it. Thread-safe.
 *
 * @param permits null where any number of calls may be under way
 * @param bucket null where there may be any number of calls
 * @param own the permits of each authenticated client, as long as a call has or awaits one
 */
public record BackendLimits(
    @Nullable Permits permits, @Nullable TokenBucket bucket, Cache<String, Permits> own) {
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
        rateLimit == null ? null : new TokenBucket(rateLimit, nanoTime),
        Caffeine.newBuilder().weakValues().build());
  }

  /**
   * All permits but one, for each authenticated client: whatever it calls, the last one is left for
   * others. Null where clients are not authenticated, or all share a single permit.
   */
  public @Nullable Permits ownOf(Session session) {
    return permits == null || permits.size() < 2 || session.principal().isEmpty()
        ? null
        : own.get(session.client(), client -> new Permits(permits.size() - 1));
  }

  /** Whether no call is under way, as far as that is counted. */
  public boolean isIdle() {
    return permits == null || permits.free() == permits.size();
  }
}
