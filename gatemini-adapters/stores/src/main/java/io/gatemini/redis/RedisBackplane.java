package io.gatemini.redis;

import static io.gatemini.redis.RedisConnection.utf8;

import io.gatemini.spi.Backplane;
import io.lettuce.core.Range;
import io.lettuce.core.Range.Boundary;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A backplane on a Redis server: records are hashes, logs are streams, topics are channels, whose
 * names begin with {@code gatemini:door:}.
 *
 * <p><b>Threads.</b> Thread-safe; it has one connection for commands and one for messages. A
 * listener is called on Lettuce's thread of the latter.
 *
 * <p><b>Errors.</b> A command is answered or fails within the time limit of the client, and at once
 * while there is no connection.
 */
public final class RedisBackplane implements Backplane {
  private static final long MAX_EVENTS = 1_000;
  private static final byte[] CONTENT = utf8("e");

  private final Map<String, Consumer<byte[]>> listeners = new ConcurrentHashMap<>();
  private final RedisClient client;
  private final RedisConnection redis;
  private final String prefix;
  private @Nullable StatefulRedisPubSubConnection<byte[], byte[]> messages;

  /**
   * @param client of one server, best {@linkplain RedisClients#open opened here}; it is closed with
   *     the backplane
   * @param prefix the beginning of each key, without a colon at its end; gateways with equal ones
   *     serve the same clients
   */
  public RedisBackplane(RedisClient client, String prefix) {
    this.client = client;
    this.redis = new RedisConnection(client);
    this.prefix = prefix + ":door:";
  }

  private byte[] key(String name) {
    return utf8(prefix + name);
  }

  @Override
  public CompletionStage<Map<String, byte[]>> record(String record) {
    return redis
        .begin("find a client", commands -> commands.hgetall(key(record)))
        .thenApply(
            found -> {
              Map<String, byte[]> fields = new TreeMap<>();
              found.forEach(
                  (field, value) -> fields.put(new String(field, StandardCharsets.UTF_8), value));
              return fields;
            });
  }

  @Override
  public CompletionStage<Void> set(String record, String field, byte[] value, Duration keep) {
    return redis.begin(
        "keep a client",
        commands -> {
          commands.hset(key(record), utf8(field), value);
          return commands.pexpire(key(record), keep).thenApply(done -> null);
        });
  }

  @Override
  public CompletionStage<Void> unset(String record, String field) {
    return redis.begin(
        "change a client",
        commands -> commands.hdel(key(record), utf8(field)).thenApply(done -> null));
  }

  @Override
  public CompletionStage<Void> remove(String record) {
    return redis.begin(
        "forget a client", commands -> commands.del(key(record)).thenApply(done -> null));
  }

  @Override
  public CompletionStage<Void> keep(String record, Duration keep) {
    return redis.begin(
        "keep a client", commands -> commands.pexpire(key(record), keep).thenApply(done -> null));
  }

  @Override
  public CompletionStage<Void> append(String log, long number, byte[] event, Duration keep) {
    return redis.begin(
        "keep an event",
        commands -> {
          XAddArgs args = new XAddArgs().id(number + "-1").maxlen(MAX_EVENTS);
          var added = commands.xadd(key(log), args, Map.of(CONTENT, event));
          commands.pexpire(key(log), keep);
          commands.publish(key(log), new byte[0]);
          return added.thenApply(done -> null);
        });
  }

  @Override
  public CompletionStage<SortedMap<Long, byte[]>> events(String log, long after) {
    Range<String> range = Range.from(Boundary.including((after + 1) + "-0"), Boundary.unbounded());
    return redis
        .begin("give events", commands -> commands.xrange(key(log), range))
        .thenApply(
            found -> {
              SortedMap<Long, byte[]> events = new TreeMap<>();
              for (StreamMessage<byte[], byte[]> message : found) {
                String id = message.getId();
                // The one field, which no other array is equal to.
                byte[] content = message.getBody().values().iterator().next();
                events.put(Long.valueOf(id.substring(0, id.indexOf('-'))), content);
              }
              return events;
            });
  }

  @Override
  public CompletionStage<Long> publish(String topic, byte[] message) {
    return redis.begin("send a message", commands -> commands.publish(key(topic), message));
  }

  @Override
  public CompletionStage<Void> subscribe(String topic, Consumer<byte[]> listener) {
    listeners.put(prefix + topic, listener);
    return redis.begin("send messages", commands -> messages().async().subscribe(key(topic)));
  }

  @Override
  public void unsubscribe(String topic) {
    if (listeners.remove(prefix + topic) != null) {
      redis.begin("send messages", commands -> messages().async().unsubscribe(key(topic)));
    }
  }

  /** The connection for messages, made when it is needed first. */
  private synchronized StatefulRedisPubSubConnection<byte[], byte[]> messages() {
    StatefulRedisPubSubConnection<byte[], byte[]> known = messages;
    if (known == null) {
      known = client.connectPubSub(ByteArrayCodec.INSTANCE);
      known.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(byte[] channel, byte[] message) {
              Consumer<byte[]> listener =
                  listeners.get(new String(channel, StandardCharsets.UTF_8));
              if (listener != null) {
                listener.accept(message);
              }
            }
          });
      messages = known;
    }
    return known;
  }

  @Override
  public void close() {
    redis.close();
  }
}
