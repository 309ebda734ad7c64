package io.gatemini.redis;

import io.gatemini.GatewayException;
import io.gatemini.internal.async.Causes;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.Base16;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One connection to a server, made when it is needed first. Thread-safe. */
final class RedisConnection {
  /** Where the server is away, not everybody waits for it one after the other. */
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);

  private final RedisClient client;
  private volatile @Nullable StatefulRedisConnection<byte[], byte[]> connection;
  private boolean failed;
  private long failedAtNanos;

  RedisConnection(RedisClient client) {
    this.client = client;
  }

  /**
   * A program that the server runs as one step: nothing else is done meanwhile.
   *
   * @param <T> what it answers
   */
  static final class Script<T> {
    private final ScriptOutputType type;
    private final byte[] lua;
    private final String digest;

    private Script(ScriptOutputType type, String lua) {
      this.type = type;
      this.lua = utf8(lua);
      this.digest = Base16.digest(this.lua);
    }

    static Script<Long> ofNumber(String lua) {
      return new Script<>(ScriptOutputType.INTEGER, lua);
    }

    static Script<List<byte[]>> ofList(String lua) {
      return new Script<>(ScriptOutputType.MULTI, lua);
    }

    /** Runs it; it is sent along only where the server has not seen it yet. */
    T run(RedisCommands<byte[], byte[]> commands, byte[][] keys, byte[]... values) {
      try {
        return commands.evalsha(digest, type, keys, values);
      } catch (RedisNoScriptException e) {
        return commands.eval(lua, type, keys, values);
      }
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Asks the server.
   *
   * @param what it is asked to do, for the message when it does not
   * @throws GatewayException when it is away, silent or refuses
   */
  <T> T ask(String what, Function<RedisCommands<byte[], byte[]>, T> question) {
    try {
      return question.apply(connected().sync());
    } catch (RedisException e) {
      throw failure(what, e);
    }
  }

  /**
   * Asks the server, and waits for nothing but the first connection.
   *
   * @param what as above
   * @return the answer, or a {@link GatewayException}
   */
  <T> CompletionStage<T> begin(
      String what, Function<RedisAsyncCommands<byte[], byte[]>, CompletionStage<T>> question) {
    CompletionStage<T> answer;
    try {
      answer = question.apply(connected().async());
    } catch (RedisException e) {
      return CompletableFuture.failedFuture(failure(what, e));
    }
    return answer.exceptionallyCompose(
        problem ->
            CompletableFuture.failedFuture(
                Causes.of(problem) instanceof RedisException e ? failure(what, e) : problem));
  }

  private static GatewayException failure(String what, RedisException e) {
    return new GatewayException(
        "the Redis server did not "
            + what
            + ", because "
            + reason(e)
            + "; it is asked again next"
            + " time",
        e);
  }

  private static String reason(RedisException e) {
    if (e instanceof RedisCommandTimeoutException) {
      return "it has not answered in time";
    }
    // A refused login is the cause of a connection that was not made.
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof RedisCommandExecutionException) {
        return refusal(String.valueOf(cause.getMessage()));
      }
    }
    return "there is no connection to it";
  }

  private static String refusal(String words) {
    if (words.contains("OOM ")) {
      return "its memory is full";
    }
    if (words.contains("READONLY ")) {
      return "it is a replica, which takes no changes";
    }
    if (words.contains("MISCONF ")) {
      return "it cannot save its data";
    }
    if (words.startsWith("LOADING ")) {
      return "it still loads its data";
    }
    return words.startsWith("WRONGPASS ") || words.startsWith("NOAUTH ")
        ? "it does not accept the user or the password"
        : "it refused to";
  }

  private StatefulRedisConnection<byte[], byte[]> connected() {
    StatefulRedisConnection<byte[], byte[]> known = connection;
    return known != null ? known : connect();
  }

  /** Ends the client and what it has open; questions after that fail. */
  void close() {
    client.shutdown();
  }

  private synchronized StatefulRedisConnection<byte[], byte[]> connect() {
    StatefulRedisConnection<byte[], byte[]> known = connection;
    if (known != null) {
      return known;
    }
    if (failed && System.nanoTime() - failedAtNanos < BETWEEN_ATTEMPTS.toNanos()) {
      throw new RedisConnectionException("it could not be reached a moment ago");
    }
    try {
      known = client.connect(ByteArrayCodec.INSTANCE);
      connection = known;
      return known;
    } catch (RedisException e) {
      failed = true;
      failedAtNanos = System.nanoTime();
      throw e;
    }
  }
}
