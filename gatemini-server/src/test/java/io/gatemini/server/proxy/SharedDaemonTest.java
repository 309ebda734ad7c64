package io.gatemini.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One client cannot take the daemon from the others: proxies, daemon and backend are processes. The
 * clock is a call of the other client, which the daemon answers while it lives.
 */
@Timeout(180)
class SharedDaemonTest extends ProxyProcesses {
  private static final Proxy.Patience SHORT =
      new Proxy.Patience(500, 1_500, 60_000, 1, 2_000, 5_000);

  /** A busy machine answers a ping within it. */
  private static final Proxy.Patience ROOM =
      new Proxy.Patience(1_000, 6_000, 60_000, 1, 2_000, 5_000);

  SharedDaemonTest(@TempDir Path directory) throws Exception {
    super(directory);
  }

  private ProxyProcess connect(Proxy.Patience patience) throws Exception {
    return start(patience).read().shakeHands();
  }

  @Test
  @Tag("long")
  void livesOnWhenAClientIsStoppedForLongerThanItWaits() throws Exception {
    ProxyProcess other = connect(Proxy.Patience.USUAL);
    other.call("one.echo", "text", "warm");
    ProxyProcess stopped = connect(ROOM);
    long before = daemon();
    int open = stopped.beginCall("one.sleep", Map.of("ms", 12_000));
    stopped.answer(stopped.begin("ping", "{}"));

    stopped.signal("STOP");
    assertThat(other.call("one.sleep", "ms", 8_000)).isEqualTo("slept 8000");
    stopped.signal("CONT");

    assertThat(stopped.text(open)).isEqualTo("slept 12000");
    assertThat(other.call("one.echo", "text", "still here")).isEqualTo("still here");
    assertThat(daemon()).isEqualTo(before);
  }

  @Test
  @Tag("long")
  void livesOnWhenAClientDoesNotRead() throws Exception {
    ProxyProcess other = connect(Proxy.Patience.USUAL);
    other.call("one.echo", "text", "warm");
    ProxyProcess mute = start(ROOM);
    long before = daemon();
    // More than the pipes to its client hold.
    List<Integer> asked = new ArrayList<>();
    mute.beginHandshake();
    mute.initialized();
    for (int i = 0; i < 30; i++) {
      asked.add(mute.beginCall("one.line", Map.of("of", 60_000)));
    }

    await().until(() -> mute.process.getInputStream().available() > 0);
    assertThat(other.call("one.sleep", "ms", 9_000)).isEqualTo("slept 9000");
    mute.read();

    for (int id : asked) {
      assertThat(mute.text(id)).endsWith(" end");
    }
    assertThat(daemon()).isEqualTo(before);
  }

  @Test
  @Tag("long")
  void servesAClientThatWasStoppedForLongerThanItMayBeQuiet() throws Exception {
    ProxyProcess other = connect(Proxy.Patience.USUAL);
    other.call("one.echo", "text", "warm");
    ProxyProcess stopped = connect(new Proxy.Patience(500, 1_500, 6_000, 1_000, 2_000, 5_000));

    stopped.signal("STOP");
    assertThat(other.call("one.sleep", "ms", 9_000)).isEqualTo("slept 9000");
    stopped.signal("CONT");
    // It has looked before its client says the next word.
    assertThat(other.call("one.sleep", "ms", 1_500)).isEqualTo("slept 1500");

    assertThat(stopped.call("one.echo", "text", "back")).isEqualTo("back");
  }

  @Test
  @Tag("long")
  void asksNothingInTheMiddleOfAMessage() throws Exception {
    ProxyProcess slow = connect(ROOM);
    long before = daemon();
    int open = slow.beginCall("one.sleep", Map.of("ms", 9_000));
    String line = slow.line("one.size", Map.of("text", "x".repeat(300_000)));
    int asked = slow.asked();

    slow.write(line.substring(0, 200_000));
    assertThat(slow.text(open)).isEqualTo("slept 9000");
    slow.write(line.substring(200_000));

    assertThat(slow.text(asked)).isEqualTo("300000");
    assertThat(daemon()).isEqualTo(before);
  }

  /** A backend that others use is not killed while it greets. */
  @Test
  void leavesADaemonThatGreetsAndIsSilentOverOneConnection() throws Exception {
    places.prepareDirectory();
    Process named = ProxyProcess.idle(directory);
    Files.writeString(places.pid(), named.pid() + "\n");
    try (var silent = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      silent.bind(UnixDomainSocketAddress.of(places.socket()));
      BlockingQueue<SocketChannel> clients =
          ProxyProcess.greetAll(
              silent, "{\"gatemini\":1,\"version\":\"0\",\"pid\":" + named.pid() + "}");
      ProxyProcess client = start(SHORT).read();
      int asked = client.begin("tools/list", "{}");

      assertThat(client.answer(asked).at("/error/message").asText())
          .contains("the daemon did not answer over this connection, which is given up,");
      assertThat(clients.poll(60, TimeUnit.SECONDS)).isNotNull();
      assertThat(clients.poll(60, TimeUnit.SECONDS)).as("the next connection").isNotNull();
      assertThat(named.isAlive()).isTrue();
    } finally {
      named.destroyForcibly().waitFor();
      Files.delete(places.pid());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {60_000, 100_000})
  void takesAnAddressOfAnyLength(int letters) throws Exception {
    ProxyProcess client = connect(Proxy.Patience.USUAL);
    String params = "{\"uri\":\"data:" + "x".repeat(letters) + "\\\\\\\"\"}";

    client.answer(client.begin("resources/subscribe", params));
    client.answer(client.begin("resources/unsubscribe", params));

    assertThat(client.answer(client.begin("ping", "{}")).has("result")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {30_000, 200_000})
  void takesJsonOfAnyDepth(int depth) throws Exception {
    ProxyProcess client = connect(Proxy.Patience.USUAL);

    client.begin("tools/list", "[".repeat(depth) + "]".repeat(depth));
    client.begin("resources/subscribe", "[".repeat(depth) + "]".repeat(depth));

    assertThat(client.answer(client.begin("ping", "{}")).has("result")).isTrue();
  }
}
