package io.gatemini.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.GatewayException;
import io.gatemini.spi.Backplane;
import io.gatemini.testing.Patience;
import io.gatemini.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SortedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two backplanes on one Redis server, which is a real one. */
class RedisBackplaneTest {
  private static final Duration KEEP = Duration.ofMinutes(1);

  private final RedisServer server;
  private final Backplane one;
  private final Backplane other;

  RedisBackplaneTest(@TempDir Path directory) throws Exception {
    server = RedisServer.start(directory);
    one = new RedisBackplane(RedisClients.open(server.url() + "?timeout=2s"), "test");
    other = new RedisBackplane(RedisClients.open(server.url() + "?timeout=2s"), "test");
  }

  @AfterEach
  void end() {
    one.close();
    other.close();
    server.close();
  }

  private static <T> T got(CompletionStage<T> stage) {
    return Patience.join(stage.toCompletableFuture());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void aRecordIsOneForAll() {
    assertThat(got(other.record("r"))).isEmpty();

    got(one.set("r", "a", bytes("1"), KEEP));
    got(other.set("r", "b", bytes("é"), KEEP));
    got(one.unset("r", "a"));

    assertThat(got(one.record("r"))).containsOnlyKeys("b").containsEntry("b", bytes("é"));
    got(other.remove("r"));
    assertThat(got(one.record("r"))).isEmpty();
  }

  @Test
  void everyKeyExpires() {
    got(one.set("r", "a", bytes("1"), Duration.ofMillis(50)));
    got(one.append("l", 1, bytes("x"), Duration.ofMillis(50)));
    got(one.set("kept", "a", bytes("1"), Duration.ofMillis(50)));
    got(one.keep("kept", KEEP));

    await().untilAsserted(() -> assertThat(got(other.record("r"))).isEmpty());
    await().untilAsserted(() -> assertThat(got(other.events("l", 0))).isEmpty());
    assertThat(got(other.record("kept"))).isNotEmpty();
    try (RedisClient client = RedisClient.create(server.url());
        StatefulRedisConnection<String, String> direct = client.connect()) {
      assertThat(direct.sync().keys("*")).allMatch(key -> direct.sync().ttl(key) > 0);
    }
  }

  @Test
  void aLogKeepsItsOrderAndItsBound() {
    IntStream.rangeClosed(1, 1_500).forEach(n -> one.append("l", n, bytes("e" + n), KEEP));
    got(one.append("l", 1_501, new byte[0], KEEP));

    SortedMap<Long, byte[]> last = got(other.events("l", 1_499));
    assertThat(last).containsOnlyKeys(1_500L, 1_501L);
    assertThat(last.get(1_500L)).isEqualTo(bytes("e1500"));
    assertThat(last.get(1_501L)).isEmpty();
    SortedMap<Long, byte[]> all = got(other.events("l", 0));
    assertThat(all).hasSize(1_000);
    assertThat(all.firstKey()).isEqualTo(502);
  }

  @Test
  void aMessageReachesThoseWhoListen() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    assertThat(got(one.publish("t", bytes("nobody")))).isZero();
    got(other.subscribe("t", message -> heard.add(new String(message, UTF_8))));
    got(other.subscribe("l", message -> heard.add("log " + message.length)));

    assertThat(got(one.publish("t", bytes("hello")))).isOne();
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("hello");
    got(one.append("l", 1, bytes("x"), KEEP));
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("log 0");

    other.unsubscribe("t");
    await().untilAsserted(() -> assertThat(got(one.publish("t", bytes("late")))).isZero());
  }

  @Test
  void listensAgainAfterTheServerWasAway() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    got(other.subscribe("t", message -> heard.add(new String(message, UTF_8))));
    got(one.record("r"));

    server.kill();
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> got(one.publish("t", bytes("lost"))))
                    .hasRootCauseInstanceOf(Exception.class)
                    .hasStackTraceContaining(GatewayException.class.getName()));
    server.startAgain();

    await()
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(got(one.publish("t", bytes("back")))).isOne());
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("back");
  }
}
