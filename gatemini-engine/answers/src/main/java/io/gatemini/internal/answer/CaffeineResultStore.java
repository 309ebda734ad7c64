package io.gatemini.internal.answer;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.gatemini.RawJson;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Results in memory. The cache is made when the first result comes: most gateways never reduce one.
 * Thread-safe.
 *
 * <p>This class chooses which results make room: the oldest first. The cache alone would evict by
 * use and could reject a new result in favour of old ones whose handles are lost.
 */
final class CaffeineResultStore implements ResultStore {
  /** 50 bits: beyond guessing within the age of a result, and short in an answer. */
  private static final int ID_LENGTH = 10;

  /** 130 bits: all that keeps the results of clients apart which are one owner. */
  private static final int LONG_ID_LENGTH = 26;

  /** The requests without a session and without a token at an HTTP endpoint. */
  private static final String ANONYMOUS = "http-anonymous";

  private static final String ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

  /** The memory of an entry beside its bytes, so that many small ones are bounded too. */
  private static final int ENTRY_BYTES = 256;

  /** The number of results remembered as gone, at a few hundred bytes each. */
  private static final int MAX_REMEMBERED = 1_000;

  private static final int BATCH = 16;

  private final long maxBytes;
  private final Duration maxAge;
  private final PluginContext context;
  private volatile @Nullable Kept kept;

  /** Keeps at most so many bytes for at most so long, by the clock of the context. */
  CaffeineResultStore(long maxBytes, Duration maxAge, PluginContext context) {
    this.maxBytes = maxBytes;
    this.maxAge = maxAge;
    this.context = context;
  }

  @Override
  public Optional<String> put(String owner, RawJson result) {
    return weight(result) > maxBytes ? Optional.empty() : Optional.of(cache().put(owner, result));
  }

  @Override
  public Lookup find(String owner, String id) {
    Kept known = kept;
    return known == null ? new Lookup.Unknown() : known.find(owner, id);
  }

  @Override
  public void forget(String owner) {
    Kept known = kept;
    if (known != null) {
      known.forget(owner);
    }
  }

  private Kept cache() {
    Kept known = kept;
    if (known == null) {
      synchronized (this) {
        known = kept;
        if (known == null) {
          known = new Kept();
          kept = known;
        }
      }
    }
    return known;
  }

  private static long weight(RawJson result) {
    return (long) result.length() + ENTRY_BYTES;
  }

  private record Entry(String owner, RawJson result, Instant made) {
    int weight() {
      return (int) Math.min(CaffeineResultStore.weight(result), Integer.MAX_VALUE);
    }
  }

  /** A result that is gone, and the answer to its owner. */
  private record Gone(String owner, Lookup lookup) {}

  /** The only class that touches Caffeine. */
  private final class Kept {
    private final Clock clock = context.clock();
    private final SecureRandom random = new SecureRandom();
    private final Cache<String, Entry> entries;
    private final Map<String, Gone> gone = new LinkedHashMap<>();
    private final Policy.Eviction<String, Entry> size;
    private final Policy.FixedExpiration<String, Entry> age;

    Kept() {
      entries =
          Caffeine.newBuilder()
              .maximumWeight(maxBytes)
              .weigher((String id, Entry entry) -> entry.weight())
              .expireAfterWrite(maxAge)
              .evictionListener(this::evicted)
              .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
              .scheduler(Scheduler.forScheduledExecutorService(context.scheduler()))
              .executor(Runnable::run)
              .build();
      size = entries.policy().eviction().orElseThrow();
      age = entries.policy().expireAfterWrite().orElseThrow();
    }

    synchronized String put(String owner, RawJson result) {
      // A tree takes many times the bytes that are counted here.
      Entry entry = new Entry(owner, result.withoutTree(), clock.instant());
      entries.cleanUp();
      long excess = size.weightedSize().orElse(0) + entry.weight() - maxBytes;
      while (excess > 0) {
        // A few at a time: the view of all is a copy of them.
        Map<String, Entry> oldest = age.oldest(BATCH);
        if (oldest.isEmpty()) {
          break;
        }
        for (var each : oldest.entrySet()) {
          if (excess > 0) {
            if (entries.asMap().remove(each.getKey(), each.getValue())) {
              remember(each.getKey(), each.getValue(), new Lookup.MadeRoom(clock.instant()));
            }
            excess -= each.getValue().weight();
          }
        }
      }
      String id = id(owner);
      entries.put(id, entry);
      return id;
    }

    /** Does the same for an id of another owner and for one that is made up. */
    Lookup find(String owner, String id) {
      Entry entry = entries.getIfPresent(id);
      if (entry != null && entry.owner.equals(owner)) {
        return new Lookup.Found(entry.result.withoutTree());
      }
      // Entries that have expired may not have been noticed yet.
      entries.cleanUp();
      Gone known;
      synchronized (gone) {
        known = gone.get(id);
      }
      return known != null && known.owner.equals(owner) ? known.lookup : new Lookup.Unknown();
    }

    void forget(String owner) {
      entries.asMap().values().removeIf(entry -> entry.owner.equals(owner));
      synchronized (gone) {
        gone.values().removeIf(known -> known.owner.equals(owner));
      }
    }

    private void evicted(@Nullable String id, @Nullable Entry entry, RemovalCause cause) {
      if (id != null && entry != null) {
        remember(
            id,
            entry,
            cause == RemovalCause.EXPIRED
                ? new Lookup.Expired(entry.made.plus(maxAge), maxAge)
                : new Lookup.MadeRoom(clock.instant()));
      }
    }

    private void remember(String id, Entry entry, Lookup lookup) {
      synchronized (gone) {
        gone.put(id, new Gone(entry.owner, lookup));
        if (gone.size() > MAX_REMEMBERED) {
          Iterator<String> oldest = gone.keySet().iterator();
          oldest.next();
          oldest.remove();
        }
      }
    }

    private String id(String owner) {
      int length = owner.equals(ANONYMOUS) ? LONG_ID_LENGTH : ID_LENGTH;
      StringBuilder id = new StringBuilder(length);
      for (int i = 0; i < length; i++) {
        id.append(ID_ALPHABET.charAt(random.nextInt(ID_ALPHABET.length())));
      }
      return id.toString();
    }
  }
}
