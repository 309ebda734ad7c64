package io.gatemini.redis;

import static io.gatemini.redis.RedisConnection.utf8;

import io.gatemini.GatewayException;
import io.gatemini.redis.RedisConnection.Script;
import io.gatemini.spi.StateStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.Base16;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * State on a Redis server that several processes share: each area is a hash {@code
 * gatemini:state:AREA}, with the keys as its fields.
 *
 * <p><b>Threads.</b> Thread-safe; all operations share one connection.
 *
 * <p><b>Bounds.</b> A command is answered or fails within the time limit of the client. Values have
 * no expiry: they last as long as the server keeps them, so it should save them to its disk and
 * evict none ({@code maxmemory-policy noeviction}, its default).
 *
 * <p><b>Errors.</b> {@link #update} replaces a value only while it is the one that was read, and
 * begins again otherwise. A server that is away or silent is a {@link GatewayException}; whether a
 * change whose answer was lost has been made is not known then, and it is not made again.
 */
public final class RedisState implements StateStore {
  /** One of those who change a value at a time always succeeds; this bounds bad luck. */
  private static final Duration MAX_CONTENTION = Duration.ofSeconds(5);

  /**
   * Compares digests, since a value may have megabytes. Given are the field, the digest of what was
   * read or nothing, and the new value or nothing.
   */
  private static final Script<Long> REPLACE =
      Script.ofNumber(
          """
          local was = redis.call('HGET', KEYS[1], ARGV[1])
          if (was and redis.sha1hex(was) or '') ~= ARGV[2] then
            return 0
          end
          if ARGV[3] then
            redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
          else
            redis.call('HDEL', KEYS[1], ARGV[1])
          end
          return 1
          """);

  private final RedisConnection redis;
  private final String prefix;

  /**
   * A store whose keys begin with {@code gatemini}.
   *
   * @param client of one server, best {@linkplain RedisClients#open opened here}: another one may
   *     wait longer, and send a change twice. It is closed with the store
   */
  public RedisState(RedisClient client) {
    this(client, "gatemini");
  }

  /**
   * A store whose keys have a beginning of their own: one server can serve several groups of
   * gateways.
   *
   * @param client as above
   * @param prefix the beginning of each key, without a colon at its end
   */
  public RedisState(RedisClient client, String prefix) {
    redis = new RedisConnection(client);
    this.prefix = prefix + ":state:";
  }

  @Override
  public void close() {
    redis.close();
  }

  @Override
  public Optional<byte[]> read(String area, String key) {
    return redis.ask(
        "read the area \"" + area + "\"",
        commands -> Optional.ofNullable(commands.hget(hash(area), utf8(key))));
  }

  @Override
  public void write(String area, String key, byte[] value) {
    redis.ask(
        "write to the area \"" + area + "\"",
        commands -> commands.hset(hash(area), utf8(key), value));
  }

  @Override
  public void remove(String area, String key) {
    redis.ask(
        "remove from the area \"" + area + "\"", commands -> commands.hdel(hash(area), utf8(key)));
  }

  @Override
  public Optional<byte[]> update(String area, String key, UnaryOperator<Optional<byte[]>> change) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < MAX_CONTENTION.toNanos()) {
      Optional<byte[]> was = read(area, key);
      String digest = was.map(Base16::digest).orElse("");
      Optional<byte[]> now = change.apply(was);
      if (replaces(area, key, digest, now)) {
        return now;
      }
    }
    throw new GatewayException(
        "the area \"" + area + "\" was not changed, because others change it all the time");
  }

  @Override
  public Duration refreshInterval() {
    return Duration.ofSeconds(2);
  }

  private boolean replaces(String area, String key, String digest, Optional<byte[]> now) {
    byte[][] hash = {hash(area)};
    long replaced =
        redis.ask(
            "change the area \"" + area + "\"",
            commands ->
                now.isEmpty()
                    ? REPLACE.run(commands, hash, utf8(key), utf8(digest))
                    : REPLACE.run(commands, hash, utf8(key), utf8(digest), now.get()));
    return replaced > 0;
  }

  private byte[] hash(String area) {
    return utf8(prefix + area);
  }
}
