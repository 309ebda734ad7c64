package io.gatemini.internal.reduce;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Results in memory. The cache is made when the first result comes: most gateways never reduce one.
 * Thread-safe.
 *
 * <p>What makes room is chosen here, the oldest first. Left to itself the cache would judge by use
 * and could refuse a new result in favour of old ones, whose handles nobody holds any more.
 */
public final class CaffeineResultStore implements ResultStore {
  /** Some large answers of each of a few agents. */
  public static final long MAX_BYTES = 64L << 20;

  /** An agent comes back within minutes or not at all. */
  public static final Duration MAX_AGE = Duration.ofMinutes(30);

  /** 50 bits: beyond guessing within the age of a result, and short in an answer. */
  private static final int ID_LENGTH = 10;

  private static final String ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  /** What an entry takes beside its bytes, so that many small ones are bounded too. */
  private static final int ENTRY_BYTES = 256;

  private final long maxBytes;
  private final Duration maxAge;
  private final PluginContext context;
  private volatile @Nullable Kept kept;

  /** Keeps at most so many bytes for at most so long, by the clock of the context. */
  public CaffeineResultStore(long maxBytes, Duration maxAge, PluginContext context) {
    this.maxBytes = maxBytes;
    this.maxAge = maxAge;
    this.context = context;
  }

  @Override
  public Optional<String> put(Session session, RawJson result) {
    return weight(result) > maxBytes
        ? Optional.empty()
        : Optional.of(cache().put(new Entry(session.id(), result)));
  }

  @Override
  public Optional<RawJson> get(Session session, String id) {
    Kept known = kept;
    return known == null ? Optional.empty() : known.get(session.id(), id);
  }

  private Kept cache() {
    Kept known = kept;
    if (known == null) {
      synchronized (this) {
        known = kept;
        if (known == null) {
          known = new Kept(maxBytes, maxAge, context);
          kept = known;
        }
      }
    }
    return known;
  }

  private static long weight(RawJson result) {
    return (long) result.length() + ENTRY_BYTES;
  }

  private record Entry(String sessionId, RawJson result) {
    int weight() {
      return (int) Math.min(CaffeineResultStore.weight(result), Integer.MAX_VALUE);
    }
  }

  /** The only class that touches Caffeine. */
  private static final class Kept {
    private final long maxBytes;
    private final SecureRandom random = new SecureRandom();
    private final Cache<String, Entry> entries;
    private final Policy.Eviction<String, Entry> size;
    private final Policy.FixedExpiration<String, Entry> age;

    Kept(long maxBytes, Duration maxAge, PluginContext context) {
      this.maxBytes = maxBytes;
      entries =
          Caffeine.newBuilder()
              .maximumWeight(maxBytes)
              .weigher((String id, Entry entry) -> entry.weight())
              .expireAfterWrite(maxAge)
              .ticker(() -> TimeUnit.MILLISECONDS.toNanos(context.clock().millis()))
              .scheduler(Scheduler.forScheduledExecutorService(context.scheduler()))
              .executor(Runnable::run)
              .build();
      size = entries.policy().eviction().orElseThrow();
      age = entries.policy().expireAfterWrite().orElseThrow();
    }

    synchronized String put(Entry entry) {
      entries.cleanUp();
      long excess = size.weightedSize().orElse(0) + entry.weight() - maxBytes;
      if (excess > 0) {
        for (var oldest : age.oldest(Integer.MAX_VALUE).entrySet()) {
          entries.invalidate(oldest.getKey());
          excess -= oldest.getValue().weight();
          if (excess <= 0) {
            break;
          }
        }
      }
      String id = id();
      entries.put(id, entry);
      return id;
    }

    Optional<RawJson> get(String sessionId, String id) {
      return Optional.ofNullable(entries.getIfPresent(id))
          .filter(entry -> entry.sessionId.equals(sessionId))
          .map(Entry::result);
    }

    private String id() {
      StringBuilder id = new StringBuilder(ID_LENGTH);
      for (int i = 0; i < ID_LENGTH; i++) {
        id.append(ID_ALPHABET.charAt(random.nextInt(ID_ALPHABET.length())));
      }
      return id.toString();
    }
  }
}
