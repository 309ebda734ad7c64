package io.gatemini.transport.http.server;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import io.gatemini.internal.async.Tasks;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an authorization server. A key that is known never waits for the server: keys of more
 * than five minutes are loaded anew beside it, and count for an hour where the server is down. An
 * unknown key makes one request wait for the server, twice in 30 seconds at most; others that name
 * one in the meantime are refused at once, for a stranger can name as many as he likes.
 * Thread-safe.
 */
final class KnownKeys implements JWKSource<SecurityContext> {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int READ_MILLIS = 2_000;
  private static final int MAX_BYTES = 1 << 20;
  private static final int ATTEMPTS = 2;
  private static final long FRESH_NANOS = Duration.ofMinutes(5).toNanos();
  private static final long USABLE_NANOS = FRESH_NANOS + Duration.ofHours(1).toNanos();
  private static final long AGAIN_NANOS = Duration.ofSeconds(30).toNanos();
  private static final Loaded NONE = new Loaded(new JWKSet(), System.nanoTime() - USABLE_NANOS);

  private final URI address;
  private final Executor threads = Tasks.ownThread("gatemini-keys");
  private volatile Loaded loaded = NONE;

  // Guarded by this.
  private @Nullable CompletableFuture<Loaded> loading;
  private long lastLoad = System.nanoTime() - AGAIN_NANOS;
  private long loadBefore = lastLoad;

  private record Loaded(JWKSet keys, long nanos) {
    boolean isOlderThan(long age) {
      return System.nanoTime() - nanos >= age;
    }

    List<JWK> matching(JWKSelector selector) {
      return isOlderThan(USABLE_NANOS) ? List.of() : selector.select(keys);
    }
  }

  KnownKeys(URI address) {
    this.address = address;
  }

  @Override
  public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
    Loaded known = loaded;
    List<JWK> matching = known.matching(selector);
    if (!matching.isEmpty()) {
      if (known.isOlderThan(FRESH_NANOS)) {
        load(false);
      }
      return matching;
    }
    // Where there are no keys at all, every client waits for the first ones.
    CompletableFuture<Loaded> next = load(known.isOlderThan(USABLE_NANOS));
    return next == null ? List.of() : next.join().matching(selector);
  }

  /**
   * Loads the keys, unless they were loaded twice a moment ago.
   *
   * @param join whether to wait with the one who began
   * @return what this caller may wait for; null where it began nothing
   */
  private synchronized @Nullable CompletableFuture<Loaded> load(boolean join) {
    CompletableFuture<Loaded> running = loading;
    if (running != null) {
      return join ? running : null;
    }
    if (System.nanoTime() - loadBefore < AGAIN_NANOS) {
      return null;
    }
    loadBefore = lastLoad;
    lastLoad = System.nanoTime();
    CompletableFuture<Loaded> begun = new CompletableFuture<>();
    loading = begun;
    threads.execute(() -> load(begun));
    return begun;
  }

  private void load(CompletableFuture<Loaded> begun) {
    Loaded next = loaded;
    try {
      next = new Loaded(JWKSet.parse(text()), System.nanoTime());
    } catch (IOException | ParseException e) {
      JwtCheck.LOG.log(Level.WARNING, "the keys of {0} could not be loaded: {1}", address, e);
    } finally {
      synchronized (this) {
        loaded = next;
        loading = null;
      }
      begun.complete(next);
    }
  }

  private String text() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return new DefaultResourceRetriever(CONNECT_MILLIS, READ_MILLIS, MAX_BYTES)
            .retrieveResource(address.toURL())
            .getContent();
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
