package io.gatemini.redis;

import static io.gatemini.redis.RedisConnection.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.RawJson;
import io.gatemini.redis.RedisConnection.Script;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider.Limits;
import io.lettuce.core.RedisClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Results on a Redis server that several processes share: a caller with the identity of the owner
 * reads them through any gateway, and all together keep to one bound.
 *
 * <p><b>Threads.</b> Thread-safe; all operations share one connection.
 *
 * <p><b>Bounds.</b> Age and order go by the server's clock. A result is gone when its time is over
 * even if no gateway runs any more; what became of it is known for as long again. Every key of this
 * store expires, and none is read or written but in a script, so that each step is whole. The
 * server must not evict keys (its default, {@code maxmemory-policy noeviction}): the bound would
 * not be kept; and its memory should exceed the bound.
 *
 * <p><b>Errors.</b> A command is answered or fails within the time limit of the client. A server
 * that is away, silent or full is a {@link io.gatemini.GatewayException}; the next operation asks
 * it again.
 */
public final class RedisResults implements ResultStore {
  /** The approximate overhead of a result, so that many small ones are bounded too. */
  private static final int ENTRY_BYTES = 512;

  /** 128 bits: beyond guessing. */
  private static final int ID_BYTES = 16;

  /** Given are id, owner, result, the bytes to count, the bound and the age in milliseconds. */
  private static final Script<Long> PUT =
      Script.ofNumber(
          """
          local base = KEYS[1]
          local order, sizes, totals = base .. 'order', base .. 'sizes', base .. 'totals'
          local id, owner, result = ARGV[1], ARGV[2], ARGV[3]
          local size, most, age = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
          local time = redis.call('TIME')
          local now = time[1] * 1000 + math.floor(time[2] / 1000)
          local total = tonumber(redis.call('HGET', totals, 'bytes') or '0')

          -- First: a server whose memory is full refuses here, and nothing has changed.
          redis.call('SET', base .. 'result:' .. id, result, 'PX', age)
          local oldest = redis.call('ZRANGE', order, 0, 0)[1]
          if not oldest then
            total = 0
          end
          while oldest do
            local record = base .. 'record:' .. oldest
            local ends = tonumber(redis.call('HGET', record, 'ends') or '0')
            if ends > now then
              if total + size <= most then
                break
              end
              redis.call('DEL', base .. 'result:' .. oldest)
              redis.call('HSET', record, 'room', now)
            end
            total = total - tonumber(redis.call('HGET', sizes, oldest) or '0')
            redis.call('ZREM', order, oldest)
            redis.call('HDEL', sizes, oldest)
            oldest = redis.call('ZRANGE', order, 0, 0)[1]
          end

          local record, owned = base .. 'record:' .. id, base .. 'owner:' .. owner
          redis.call('HSET', record, 'owner', owner, 'ends', now + age, 'age', age)
          redis.call('ZADD', order, redis.call('HINCRBY', totals, 'puts', 1), id)
          redis.call('HSET', sizes, id, size)
          redis.call('HSET', totals, 'bytes', total + size)
          redis.call('ZREMRANGEBYSCORE', owned, '-inf', now)
          redis.call('ZADD', owned, now + 2 * age, id)
          for _, key in ipairs({record, owned, order, sizes, totals}) do
            if redis.call('PTTL', key) < 2 * age then
              redis.call('PEXPIRE', key, 2 * age)
            end
          end
          return 1
          """);

  /** Given are id and owner. */
  private static final Script<List<byte[]>> FIND =
      Script.ofList(
          """
          local base = KEYS[1]
          local known =
            redis.call('HMGET', base .. 'record:' .. ARGV[1], 'owner', 'ends', 'age', 'room')
          if known[1] ~= ARGV[2] then
            return {'unknown'}
          end
          if known[4] then
            return {'room', known[4]}
          end
          local result = redis.call('GET', base .. 'result:' .. ARGV[1])
          if result then
            return {'found', result}
          end
          return {'expired', known[2], known[3]}
          """);

  /** Given is the owner. */
  private static final Script<Long> FORGET =
      Script.ofNumber(
          """
          local base = KEYS[1]
          local order, sizes, totals = base .. 'order', base .. 'sizes', base .. 'totals'
          local owned = base .. 'owner:' .. ARGV[1]
          for _, id in ipairs(redis.call('ZRANGE', owned, 0, -1)) do
            redis.call('DEL', base .. 'result:' .. id, base .. 'record:' .. id)
            if redis.call('ZREM', order, id) == 1 then
              redis.call('HINCRBY', totals, 'bytes', '-' .. (redis.call('HGET', sizes, id) or '0'))
              redis.call('HDEL', sizes, id)
            end
          end
          redis.call('DEL', owned)
          return 1
          """);

  private final SecureRandom random = new SecureRandom();
  private final RedisConnection redis;
  private final byte[][] keys;
  private final Limits limits;

  /**
   * A store whose keys begin with {@code gatemini}.
   *
   * @param client of one server, best {@linkplain RedisClients#open opened here}; it is closed with
   *     the store
   * @param limits what each put keeps to; gateways of one server best have the same
   */
  public RedisResults(RedisClient client, Limits limits) {
    this(client, "gatemini", limits);
  }

  /**
   * A store whose keys have a beginning of their own: one server can serve several groups of
   * gateways.
   *
   * @param client as above
   * @param prefix the beginning of each key, without a colon at its end
   * @param limits what each put keeps to
   */
  public RedisResults(RedisClient client, String prefix, Limits limits) {
    redis = new RedisConnection(client);
    keys = new byte[][] {utf8(prefix + ":results:")};
    this.limits = limits;
  }

  @Override
  public void close() {
    redis.close();
  }

  @Override
  public Optional<String> put(String owner, RawJson result) {
    long size = (long) result.length() + ENTRY_BYTES;
    if (size > limits.maxBytes()) {
      return Optional.empty();
    }
    String id = id();
    long age = Math.max(1, limits.maxAge().toMillis());
    redis.ask(
        "keep a result",
        commands ->
            PUT.run(
                commands,
                keys,
                utf8(id),
                utf8(owner),
                result.toByteArray(),
                utf8(Long.toString(size)),
                utf8(Long.toString(limits.maxBytes())),
                utf8(Long.toString(age))));
    return Optional.of(id);
  }

  @Override
  public Lookup find(String owner, String id) {
    List<byte[]> answer =
        redis.ask("give a result", commands -> FIND.run(commands, keys, utf8(id), utf8(owner)));
    return switch (new String(answer.get(0), UTF_8)) {
      case "found" -> new Lookup.Found(RawJson.wrap(answer.get(1)));
      case "expired" ->
          new Lookup.Expired(
              Instant.ofEpochMilli(number(answer.get(1))),
              Duration.ofMillis(number(answer.get(2))));
      case "room" -> new Lookup.MadeRoom(Instant.ofEpochMilli(number(answer.get(1))));
      default -> new Lookup.Unknown();
    };
  }

  @Override
  public void forget(String owner) {
    redis.ask("forget results", commands -> FORGET.run(commands, keys, utf8(owner)));
  }

  private String id() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static long number(byte[] text) {
    return Long.parseLong(new String(text, UTF_8));
  }
}
