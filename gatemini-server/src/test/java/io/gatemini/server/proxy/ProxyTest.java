package io.gatemini.server.proxy;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.server.Main;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.spi.Json;
import io.gatemini.testing.Frozen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proxies in this process, before daemons and backends that are processes. */
@Timeout(120)
class ProxyTest {
  private static final Proxy.Patience PATIENT =
      new Proxy.Patience(500, 30_000, 60_000, 1, 2_000, 5_000);
  private static final Proxy.Patience SHORT =
      new Proxy.Patience(500, 1_500, 60_000, 1, 2_000, 5_000);

  private final Path config;
  private final DaemonPlaces places;
  private final List<Peer> peers = new ArrayList<>();

  ProxyTest(@TempDir Path directory) throws Exception {
    config = ProxyProcess.config(directory);
    places = DaemonPlaces.at(directory.resolve("run/d.sock"));
  }

  @AfterEach
  void end() throws Exception {
    for (Peer peer : peers) {
      peer.leave();
    }
    ProxyProcess.endDaemon(places);
  }

  private DaemonStart start(String version, List<String> command) {
    return new DaemonStart(places, config, version, command);
  }

  /** A busy machine keeps a daemon silent for seconds: only a test of that has less patience. */
  private Peer connect() throws IOException {
    return connect(PATIENT);
  }

  private Peer connect(Proxy.Patience patience) throws IOException {
    Peer peer = new Peer(start("0", ProxyProcess.java(Main.class)), patience);
    peers.add(peer);
    return peer;
  }

  /** A client and its proxy. */
  private static final class Peer extends OutputStream {
    private final OutputStream toProxy;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();
    private final Thread thread;
    private int id;

    Peer(DaemonStart start, Proxy.Patience patience) throws IOException {
      Pipe pipe = Pipe.open();
      toProxy = Channels.newOutputStream(pipe.sink());
      Proxy proxy = new Proxy(start, Channels.newInputStream(pipe.source()), this, patience);
      thread =
          new Thread(
              () -> {
                try {
                  proxy.run();
                } catch (IOException | InterruptedException e) {
                  lines.add("ended: " + e.getMessage());
                }
              });
      thread.start();
    }

    @Override
    public void write(int b) {
      if (b == '\n') {
        lines.add(part.toString(StandardCharsets.UTF_8));
        part.reset();
      } else {
        part.write(b);
      }
    }

    void send(String line) throws IOException {
      toProxy.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    Peer shakeHands() throws Exception {
      begin(
          "initialize",
          "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
              + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
      assertThat(next().at("/result/serverInfo/name").asText()).isEqualTo("gatemini");
      send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      return this;
    }

    int begin(String method, String params) throws IOException {
      send(
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + ++id
              + ",\"method\":\""
              + method
              + "\",\"params\":"
              + params
              + "}");
      return id;
    }

    int beginCall(String tool, Map<String, ?> arguments) throws IOException {
      ObjectNode call = Json.mapper().createObjectNode().put("tool", tool);
      call.set("arguments", Json.mapper().valueToTree(arguments));
      ObjectNode params = Json.mapper().createObjectNode().put("name", "call_tool_chain");
      params.putObject("arguments").put("code", call.toString());
      return begin("tools/call", params.toString());
    }

    /** The next answer. */
    JsonNode next() throws Exception {
      while (true) {
        String line = lines.poll(60, TimeUnit.SECONDS);
        assertThat(line).isNotNull();
        JsonNode message = Json.mapper().readTree(line);
        if (!message.has("method")) {
          return message;
        }
      }
    }

    String call(String tool, Map<String, ?> arguments) throws Exception {
      int asked = beginCall(tool, arguments);
      JsonNode answer = next();
      assertThat(answer.path("id").asInt()).isEqualTo(asked);
      return answer.at("/result/content/0/text").asText();
    }

    void leave() throws Exception {
      toProxy.close();
      thread.join();
    }
  }

  private ProcessHandle daemon() {
    return ProcessHandle.of(Objects.requireNonNull(places.readPid())).orElseThrow();
  }

  @Test
  void startsOneDaemonForAllThatCome() throws Exception {
    for (int i = 0; i < 8; i++) {
      var unused = connect();
    }
    String backend = peers.get(0).shakeHands().call("one.pid", Map.of());
    for (Peer peer : peers.subList(1, 8)) {
      assertThat(peer.shakeHands().call("one.pid", Map.of())).isEqualTo(backend);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void startsAnotherDaemonWhereOneHangsUpAtItsEnd(boolean accepts) throws Exception {
    places.prepareDirectory();
    try (var ending = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        Selector selector = Selector.open()) {
      ending.bind(UnixDomainSocketAddress.of(places.socket()));
      ending.configureBlocking(false);
      ending.register(selector, SelectionKey.OP_ACCEPT);
      var unused = connect();
      selector.select();
      if (accepts) {
        ending.accept().close();
      }
      Files.delete(places.socket());
    }

    assertThat(peers.get(0).shakeHands().call("one.echo", Map.of("text", "there")))
        .isEqualTo("there");
  }

  @Test
  void tellsOfEachCallWhenTheDaemonIsKilledAndGoesOnWithAnother() throws Exception {
    for (int i = 0; i < 8; i++) {
      connect().shakeHands().call("one.echo", Map.of("text", "warm"));
    }
    List<Integer> open = new ArrayList<>();
    for (Peer peer : peers) {
      open.add(peer.beginCall("one.sleep", Map.of("ms", 60_000)));
    }
    // The messages before the next answer are under way.
    for (Peer peer : peers) {
      int ping = peer.begin("ping", "{}");
      assertThat(peer.next().path("id").asInt()).isEqualTo(ping);
    }

    daemon().destroyForcibly();

    for (int i = 0; i < 8; i++) {
      JsonNode failed = peers.get(i).next();
      assertThat(failed.path("id").asInt()).isEqualTo(open.get(i));
      assertThat(failed.at("/error/code").asInt()).isEqualTo(-32000);
      assertThat(failed.at("/error/data/retryable").asBoolean()).isTrue();
      assertThat(failed.at("/error/data/mayHaveRun").asBoolean()).isTrue();
      // The next one is answered, once, with its own answer.
      String own = "client " + i;
      assertThat(peers.get(i).call("one.echo", Map.of("text", own))).isEqualTo(own);
    }
    for (Peer peer : peers) {
      assertThat(peer.call("one.echo", Map.of("text", "last"))).isEqualTo("last");
    }
  }

  @Test
  void killsADaemonThatIsFrozen() throws Exception {
    connect().shakeHands().call("one.echo", Map.of("text", "warm"));
    Peer peer = connect(SHORT).shakeHands();
    // A busy machine makes the daemon seem silent, and the connection is given up.
    await().until(() -> peer.call("one.echo", Map.of("text", "warm")).equals("warm"));
    ProcessHandle frozen = daemon();
    Frozen.process(frozen.pid());

    peer.begin("tools/list", "{}");
    JsonNode failed = peer.next();

    assertThat(failed.at("/error/data/mayHaveRun").asBoolean(true)).as("%s", failed).isFalse();
    assertThat(failed.at("/error/message").asText()).contains("it was not carried out: ask again");
    assertThat(peer.call("one.echo", Map.of("text", "again"))).isEqualTo("again");
    ProxyProcess.awaitEnd(frozen);
  }

  @Test
  void leavesADaemonAloneThatIsBusyForLong() throws Exception {
    Peer peer = connect().shakeHands();
    ProcessHandle before = daemon();

    assertThat(peer.call("one.sleep", Map.of("ms", 3_000))).isEqualTo("slept 3000");

    assertThat(daemon()).isEqualTo(before);
  }

  @Test
  void waitsForTheNextWordOfItsClientAfterAnOrderlyEnd() throws Exception {
    Peer peer = connect().shakeHands();
    peer.call("one.echo", Map.of("text", "warm"));
    ProcessHandle before = daemon();
    assertThat(DaemonLink.open(places, Greeting.asking(Greeting.STOP, "0"))).isNotNull();
    ProxyProcess.awaitEnd(before);
    assertThat(places.socket()).doesNotExist();

    assertThat(peer.call("one.echo", Map.of("text", "again"))).isEqualTo("again");
  }

  /** One of the two daemons answers a request of that time, once. */
  @Test
  void losesNoRequestWhileADaemonEnds() throws Exception {
    Peer peer = connect().shakeHands();
    peer.call("one.echo", Map.of("text", "warm"));
    ProcessHandle before = daemon();
    Map<Integer, String> asked = new HashMap<>();
    for (int i = 0; i < 600; i++) {
      if (i == 100) {
        assertThat(DaemonLink.open(places, Greeting.asking(Greeting.STOP, "0"))).isNotNull();
      }
      asked.put(peer.beginCall("one.echo", Map.of("text", "call " + i)), "call " + i);
    }

    Map<Integer, String> answered = new HashMap<>();
    for (int i = 0; i < 600; i++) {
      JsonNode answer = peer.next();
      String said = answer.at("/result/content/0/text").asText(answer.toString());
      assertThat(answered.put(answer.path("id").asInt(), said)).isNull();
    }

    assertThat(answered).isEqualTo(asked);
    ProxyProcess.awaitEnd(before);
    assertThat(peer.call("one.echo", Map.of("text", "last"))).isEqualTo("last");
  }

  @Test
  void replacesAnOlderDaemon() throws Exception {
    Peer old = connect().shakeHands();
    old.call("one.echo", Map.of("text", "warm"));
    ProcessHandle before = daemon();
    Peer newer = new Peer(start("0.0.1", ProxyProcess.java(Main.class)), PATIENT);
    peers.add(newer);

    newer.shakeHands();

    assertThat(newer.call("one.echo", Map.of("text", "new"))).isEqualTo("new");
    ProxyProcess.awaitEnd(before);
    assertThat(old.call("one.echo", Map.of("text", "old"))).isEqualTo("old");
  }

  @Test
  void passesMessagesThatAreLargerThanItsMemory() throws Exception {
    Peer peer = connect().shakeHands();
    String large = "é".repeat(6_000_000);

    assertThat(peer.call("one.size", Map.of("text", large))).isEqualTo("6000000");
    ObjectNode params = Json.mapper().createObjectNode().put("name", "call_tool_chain");
    params
        .putObject("arguments")
        .put("code", "{\"tool\":\"one.line\",\"arguments\":{\"of\":12000000}}")
        .put("max_output_size", 20_000_000);
    peer.begin("tools/call", params.toString());
    assertThat(peer.next().has("result")).isTrue();
    assertThat(peer.call("one.echo", Map.of("text", "after"))).isEqualTo("after");
  }

  @Test
  void saysWhyNoDaemonStays() throws Exception {
    DaemonStart start = start("0", List.of("sh", "-c", "echo the disk is full >&2; exit 7"));

    assertThrown(DaemonStart.Failed.class, start::connect)
        .hasMessage("the daemon has ended: the disk is full")
        .hasFieldOrPropertyWithValue("exitCode", 7);
  }

  @Test
  void comparesVersions() {
    assertThat(DaemonStart.isOlder("0.1.0", "0.2.0")).isTrue();
    assertThat(DaemonStart.isOlder("0.9.0", "0.10.0")).isTrue();
    assertThat(DaemonStart.isOlder("0.2.0-SNAPSHOT", "0.2.0")).isTrue();
    assertThat(DaemonStart.isOlder("0.2.0", "0.2.0-SNAPSHOT")).isFalse();
    assertThat(DaemonStart.isOlder("0.2.0", "0.2.0")).isFalse();
    assertThat(DaemonStart.isOlder("1.0", "0.9.9")).isFalse();
  }

  @Test
  void endsWhenItsClientDoesNotAnswer() throws Exception {
    Peer peer = connect(new Proxy.Patience(200, 60_000, 300, 300, 100, 5_000)).shakeHands();

    peer.thread.join();

    assertThat(peer.lines).anyMatch(line -> line.contains("\"method\":\"ping\""));
  }
}
