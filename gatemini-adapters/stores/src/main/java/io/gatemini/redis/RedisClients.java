package io.gatemini.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Clients of Redis servers, as the stores of this package want them. Thread-safe. */
public final class RedisClients {
  /** Threads that make answers wait for the store. */
  private static final Duration TIME_LIMIT = Duration.ofSeconds(5);

  private RedisClients() {}

  /**
   * A client that connects when it is used first, and again whenever the connection is lost. Each
   * command is answered or fails within 5 seconds, or the {@code timeout} that the URL states; it
   * fails at once while there is no connection, and is never sent twice. All clients have the same
   * daemon threads, which stay until the JVM ends.
   *
   * @param url {@code redis://} or, with TLS, {@code rediss://}, as in Lettuce's {@link RedisURI}
   * @return a client, which the caller closes
   * @throws IllegalArgumentException when it is no such URL
   */
  public static RedisClient open(String url) {
    RedisURI uri = RedisURI.create(url);
    if (uri.getTimeout().equals(RedisURI.DEFAULT_TIMEOUT_DURATION)) {
      uri.setTimeout(TIME_LIMIT);
    }
    RedisClient client = RedisClient.create(Threads.ALL, uri);
    client.setOptions(
        ClientOptions.builder()
            .socketOptions(SocketOptions.builder().connectTimeout(uri.getTimeout()).build())
            .timeoutOptions(TimeoutOptions.enabled())
            // This fails what is on its way, too: a count whose answer was lost may have been made.
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    return client;
  }

  /** The fault of an address, without the password in it. */
  static Optional<String> faultOfUrl(String url) {
    try {
      RedisURI.create(url);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "must be the address of a Redis server, for example redis://cache:6379 or"
              + " rediss://gateway:${REDIS_PASSWORD}@cache:6380");
    }
  }

  /** Made with the first client. */
  private static final class Threads {
    private static final ClientResources ALL =
        DefaultClientResources.builder()
            .reconnectDelay(
                Delay.exponential(
                    Duration.ofMillis(10), Duration.ofSeconds(1), 2, TimeUnit.MILLISECONDS))
            .build();
  }
}
