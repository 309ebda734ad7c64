package io.gatemini.examples.acceptance;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.GatewaySettings;
import io.gatemini.server.daemon.Daemon;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.spi.Json;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.MisbehavingServer.Mode;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One daemon in this process, real sockets, and backends that are processes. */
class DaemonTest {
  private final Path directory;
  private final Path config;
  private final DaemonPlaces places;
  @AutoClose private Daemon daemon;

  DaemonTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    config = directory.resolve("gatemini.yaml");
    places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    write("shared", null);
    daemon = daemon();
  }

  private Daemon daemon() throws IOException {
    Daemon opened = Daemon.open(places, config, "1.0", this::configured);
    opened.configure(configured(Map.of()).settings());
    return opened;
  }

  private GatewayBuilder configured(Map<String, String> variables) {
    return Gateway.builder().variables(variables).config(config);
  }

  /** A configuration with backend "one", and one more line. */
  private void write(String mode, @Nullable String more) throws IOException {
    ObjectNode root = Json.mapper().createObjectNode();
    ObjectNode one = root.putObject("backends").putObject("one");
    List<String> line = MisbehavingServer.command(Mode.NORMAL, directory.resolve("pids"));
    one.put("command", line.get(0)).put("instance_mode", mode);
    line.stream().skip(1).forEach(one.withArray("args")::add);
    one.putObject("env").put("TOKEN", "${TOKEN:-none}");
    ObjectNode two = root.withObject("/backends").putObject("two");
    two.put("command", line.get(0));
    line.stream().skip(1).forEach(two.withArray("args")::add);
    if (more != null) {
      root.setAll((ObjectNode) Json.mapper().readTree(more));
    }
    Files.writeString(config, root.toString());
  }

  @Test
  void isForItsUserAlone() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(places.socket())))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(places.socket().getParent())))
        .isEqualTo("rwx------");
    assertThat(places.readPid()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void keepsOutOfDirectoriesThatOthersCanWriteTo() throws IOException {
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThrown(
            IOException.class,
            () ->
                Daemon.open(
                    DaemonPlaces.at(open.resolve("d.sock")), config, "1.0", this::configured))
        .hasMessage("others can write to " + open + "; take a socket in a directory of your own");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
        .isEqualTo("rwxrwxrwx");
  }

  @Test
  void saysWhatIsInTheWayOfItsDirectory() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));

    assertThrown(
            IOException.class,
            () ->
                Daemon.open(
                    DaemonPlaces.at(file.resolve("d.sock")), config, "1.0", this::configured))
        .hasMessage(file + " is no directory; remove it");
  }

  @Test
  void refusesAPathThatNoSocketCanHave() {
    Path deep = directory.resolve("x".repeat(120));

    assertThrown(IOException.class, () -> DaemonPlaces.at(deep))
        .hasMessageContaining("has more than 103 bytes");
  }

  @Test
  void sharesABackendAmongItsClients() throws IOException {
    try (SocketClient a = SocketClient.connect(places, Map.of());
        SocketClient b = SocketClient.connect(places, Map.of())) {
      assertThat(a.call("one.pid", Map.of())).isEqualTo(b.call("one.pid", Map.of()));
      assertThat(a.call("one.pid", Map.of())).isNotEqualTo(a.call("two.pid", Map.of()));
    }
  }

  @Test
  void keepsApartWhatClientsConfigureDifferently() throws IOException {
    try (SocketClient a = SocketClient.connect(places, Map.of("TOKEN", "a"));
        SocketClient b = SocketClient.connect(places, Map.of("TOKEN", "b"));
        SocketClient c = SocketClient.connect(places, Map.of("TOKEN", "a"))) {
      String pid = a.call("one.pid", Map.of());
      assertThat(c.call("one.pid", Map.of())).isEqualTo(pid);
      assertThat(b.call("one.pid", Map.of())).isNotEqualTo(pid);
      // The other backend names no variable: all share it.
      String shared = a.call("two.pid", Map.of());
      assertThat(b.call("two.pid", Map.of())).isEqualTo(shared);

      JsonNode status = status();
      assertThat(status.path("clients")).hasSize(3);
      List<Integer> users = new ArrayList<>();
      status
          .path("backends")
          .forEach(
              backend -> {
                if (backend.path("name").asText().equals("two")) {
                  assertThat(backend.path("pid").asText()).isEqualTo(shared);
                  assertThat(backend.path("calls").asLong()).isEqualTo(2);
                  assertThat(backend.path("errors").asLong(-1)).isZero();
                  assertThat(backend.path("restarts").asLong(-1)).isZero();
                  assertThat(Instant.parse(backend.path("since").asText())).isNotNull();
                }
                users.add(backend.path("clients").size());
              });
      assertThat(users).containsExactlyInAnyOrder(3, 2, 1);
    }
  }

  @Test
  void letsABackendLiveUntilTheLastOfItsClientsGoes() throws IOException {
    String shared;
    try (SocketClient b = SocketClient.connect(places, Map.of("TOKEN", "b"))) {
      try (SocketClient a = SocketClient.connect(places, Map.of("TOKEN", "a"))) {
        shared = a.call("two.pid", Map.of());
        assertThat(b.call("two.pid", Map.of())).isEqualTo(shared);
      }
      assertThat(b.call("two.pid", Map.of())).isEqualTo(shared);
    }
    assertThat(ProcessHandle.of(Long.parseLong(shared))).isPresent();

    daemon.close();

    assertThat(ProcessHandle.of(Long.parseLong(shared)).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void startsASharedBackendAgainForAllThatUseIt() throws IOException {
    try (SocketClient a = SocketClient.connect(places, Map.of("TOKEN", "a"));
        SocketClient b = SocketClient.connect(places, Map.of("TOKEN", "b"))) {
      String before = a.call("two.pid", Map.of());
      assertThat(b.call("two.pid", Map.of())).isEqualTo(before);

      ProcessHandle.of(Long.parseLong(before)).orElseThrow().destroyForcibly();

      await()
          .untilAsserted(
              () -> {
                String after = a.call("two.pid", Map.of());
                assertThat(after).matches("\\d+").isNotEqualTo(before);
                assertThat(b.call("two.pid", Map.of())).isEqualTo(after);
              });
    }
  }

  @Test
  void givesEachSessionItsOwnWhereTheConfigurationSaysSo() throws IOException {
    daemon.close();
    write("dedicated", null);
    daemon = daemon();
    try (SocketClient a = SocketClient.connect(places, Map.of());
        SocketClient b = SocketClient.connect(places, Map.of())) {
      String pid = a.call("one.pid", Map.of());

      assertThat(b.call("one.pid", Map.of())).isNotEqualTo(pid);
      assertThat(a.call("one.pid", Map.of())).isEqualTo(pid);
    }
  }

  @Test
  void reportsTheProcessesOfDedicatedInstancesAndTheirClients() throws IOException {
    daemon.close();
    write("dedicated", null);
    daemon = daemon();
    try (SocketClient a = SocketClient.connect(places, Map.of("TOKEN", "a"));
        SocketClient b = SocketClient.connect(places, Map.of("TOKEN", "b"))) {
      String first = a.call("one.pid", Map.of());
      String second = b.call("one.pid", Map.of());
      b.call("one.pid", Map.of());

      List<String> rows = new ArrayList<>();
      for (JsonNode row : status().path("backends")) {
        if (row.path("name").asText().equals("one")) {
          assertThat(row.path("clients")).hasSize(1);
          assertThat(row.has("pid")).isFalse();
          rows.add(row.path("pids") + " " + row.path("calls"));
        }
      }
      assertThat(rows).containsExactly("[" + first + "] 1", "[" + second + "] 2");
    }
  }

  @Test
  void showsNoClientWhatAnotherMadeASharedBackendWriteToStderr() throws IOException {
    try (SocketClient a = SocketClient.connect(places, Map.of("TOKEN", "a"));
        SocketClient b = SocketClient.connect(places, Map.of("TOKEN", "b"));
        SocketClient c = SocketClient.connect(places, Map.of("TOKEN", "a"))) {
      b.call("two.echo", Map.of("text", "x"));
      a.call("two.echo", Map.of("text", "x", "log", "error: words of a"));
      a.call("one.echo", Map.of("text", "x", "log", "error: words of a"));
      await().until(() -> stderr("two").contains("error: words of a"));
      await().until(() -> stderr("one").contains("error: words of a"));

      assertThat(resources(b, "two") + resources(c, "two") + resources(c, "one"))
          .contains("\\\"two\\\"", "\\\"one\\\"")
          .doesNotContain("words of a");
      int open = b.begin("tools/call", SocketClient.chain("two.sleep", Map.of("ms", 600_000)));
      b.request("ping", Json.mapper().createObjectNode());
      a.call("two.die", Map.of("code", 7));
      assertThat(b.answer(open).toString())
          .contains("exited with code 7")
          .doesNotContain("words of a", "the disk is on fire");
      assertThat(resources(b, "two")).doesNotContain("words of a", "the disk is on fire");
    }
  }

  @Test
  void showsNoClientWhatAnotherMadeItsOwnInstanceWriteToStderr() throws IOException {
    daemon.close();
    write("dedicated", null);
    daemon = daemon();
    try (SocketClient a = SocketClient.connect(places, Map.of());
        SocketClient b = SocketClient.connect(places, Map.of())) {
      b.call("one.echo", Map.of("text", "x"));
      a.call("one.echo", Map.of("text", "x", "log", "words of a"));
      await().until(() -> stderr("one").contains("words of a"));

      assertThat(resources(b, "one")).contains("\\\"one\\\"").doesNotContain("words of a");
    }
  }

  @Test
  void showsClientsWhyABackendDoesNotStart() throws IOException {
    daemon.close();
    List<String> line = MisbehavingServer.command(Mode.EXITS_AT_ONCE, directory.resolve("pids"));
    ObjectNode root = Json.mapper().createObjectNode();
    ObjectNode broken = root.putObject("backends").putObject("broken");
    broken.put("command", line.get(0));
    line.stream().skip(1).forEach(broken.withArray("args")::add);
    Files.writeString(config, root.toString());
    daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      await()
          .untilAsserted(
              () ->
                  assertThat(resources(client, "broken"))
                      .contains("code 3; last words: the licence file is missing")
                      .contains("recent_stderr\\\":[\\\"the licence file is missing"));
    }
  }

  /** The resources in which a client reads the state of a backend. */
  private static String resources(SocketClient client, String backend) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String uri : List.of("gatemini://health", "gatemini://backend/" + backend)) {
      text.append(
          client.request("resources/read", Json.mapper().createObjectNode().put("uri", uri)));
    }
    return text.toString();
  }

  /** The stderr of all backends of a name, as operators read it. */
  private List<String> stderr(String backend) {
    return daemon.watched().gateways().get().stream()
        .flatMap(gateway -> gateway.backends().stream())
        .filter(status -> status.name().equals(backend))
        .flatMap(status -> status.stderrTail().stream())
        .toList();
  }

  @Test
  void answersThreeClientsWithTenCallsEachAtOnce() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(3);
    List<Future<List<String>>> heard = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String name = "client " + i;
      heard.add(clients.submit((Callable<List<String>>) () -> tenCalls(name)));
    }
    for (int i = 0; i < 3; i++) {
      for (int call = 0; call < 10; call++) {
        assertThat(heard.get(i).get().get(call)).isEqualTo("client " + i + " call " + call);
      }
    }
    clients.shutdown();
  }

  @Test
  void servesFiftyClientsAtOnce() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(50);
    List<Future<List<String>>> heard = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      String name = "client " + i;
      heard.add(clients.submit((Callable<List<String>>) () -> tenCalls(name)));
    }
    for (int i = 0; i < 50; i++) {
      assertThat(heard.get(i).get()).contains("client " + i + " call 0", "client " + i + " call 9");
    }
    clients.shutdown();
  }

  private List<String> tenCalls(String name) throws IOException {
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      List<Integer> open = new ArrayList<>();
      for (int call = 0; call < 10; call++) {
        open.add(
            client.begin(
                "tools/call",
                SocketClient.chain("one.echo", Map.of("text", name + " call " + call))));
      }
      Map<Integer, String> answers = new TreeMap<>();
      while (answers.size() < 10) {
        JsonNode message = Json.mapper().readTree(Objects.requireNonNull(client.line()));
        if (!message.has("method")) {
          answers.put(message.path("id").asInt(), message.at("/result/content/0/text").asText());
        }
      }
      return open.stream().map(answers::get).toList();
    }
  }

  @Test
  void isNotDisturbedByAClientThatLeavesInTheMiddleOfALine() throws IOException {
    try (SocketClient stays = SocketClient.connect(places, Map.of())) {
      try (SocketClient leaves = SocketClient.connect(places, Map.of())) {
        leaves.begin("tools/call", SocketClient.chain("one.sleep", Map.of("ms", 60_000)));
        leaves.send("{\"jsonrpc\":\"2.0\",\"id\":99,\"meth");
      }
      assertThat(stays.call("one.echo", Map.of("text", "still here"))).isEqualTo("still here");
    }
  }

  @Test
  void makesItsSocketAgainWhenItIsRemoved() throws IOException {
    Files.delete(places.socket());

    await()
        .ignoreExceptions()
        .until(
            () -> {
              try (SocketClient client = SocketClient.connect(places, Map.of())) {
                return client.call("one.echo", Map.of("text", "x")).equals("x");
              }
            });
  }

  @Test
  void endsWhenNobodyHasBeenThereForAWhile() throws Exception {
    daemon.close();
    write("shared", "{\"daemon\":{\"idle_timeout\":\"300ms\"}}");
    daemon = daemon();
    SocketClient.connect(places, Map.of()).close();

    daemon.awaitEnd();

    assertThat(places.socket()).doesNotExist();
  }

  @Test
  void staysWhileSomebodyIsThere() throws Exception {
    daemon.close();
    write("shared", "{\"daemon\":{\"idle_timeout\":\"1ms\"}}");
    // Somebody is there before the clock begins.
    daemon = Daemon.open(places, config, "1.0", this::configured);
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      daemon.configure(configured(Map.of()).settings());

      assertThat(client.call("one.echo", Map.of("text", "a while"))).isEqualTo("a while");
      assertThat(places.socket()).exists();
    }
    daemon.awaitEnd();
  }

  @Test
  void givesTheAnswersThatAreUnderWayBeforeItEnds() throws Exception {
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      client.call("one.pid", Map.of());
      int open = client.begin("tools/call", SocketClient.chain("one.sleep", Map.of("ms", 700)));
      client.request("ping", Json.mapper().createObjectNode());
      Thread ends = new Thread(daemon::close);
      ends.start();

      client.awaitLine(Greeting.FAREWELL);
      assertThat(client.answer(open).at("/result/content/0/text").asText()).contains("700");
      client.awaitEnd();
      ends.join();
    }
  }

  @Test
  void takesWhatIsAskedBeforeItsClientKnowsThatItEnds() throws Exception {
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      client.call("one.pid", Map.of());
      Thread ends = new Thread(daemon::close);
      ends.start();
      client.awaitLine(Greeting.FAREWELL);

      int late = client.begin("tools/call", SocketClient.chain("one.echo", Map.of("text", "late")));
      client.send(Greeting.LEAVING);

      assertThat(client.answer(late).at("/result/content/0/text").asText()).isEqualTo("late");
      client.awaitEnd();
      ends.join();
    }
  }

  @Test
  void endsWithinTheDrainTimeoutWhateverIsUnderWay() throws Exception {
    daemon.close();
    write(
        "shared",
        "{\"daemon\":{\"client_drain_timeout\":\"100ms\"},\"health\":{\"drain_timeout\":\"100ms\"}}");
    daemon = daemon();
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      client.call("one.pid", Map.of());
      client.begin("tools/call", SocketClient.chain("one.sleep", Map.of("ms", 60_000)));

      daemon.close();

      client.awaitLine(Greeting.FAREWELL);
    }
  }

  @Test
  @SuppressWarnings("try") // a daemon has only to be there
  void leavesTheSocketToAnotherAtOnceWhenItEnds() throws Exception {
    try (SocketClient client = SocketClient.connect(places, Map.of())) {
      client.call("one.pid", Map.of());
      client.begin("tools/call", SocketClient.chain("one.sleep", Map.of("ms", 3_000)));
      try (SocketClient newer =
          SocketClient.of(places, Greeting.asking(Greeting.HANDOVER, "2.0"))) {
        assertThat(newer.line()).isEqualTo("{\"ending\":true}");
      }
      assertThat(places.socket()).doesNotExist();

      try (Daemon second = Daemon.open(places, config, "2.0", this::configured);
          SocketClient other = SocketClient.connect(places, Map.of())) {
        assertThat(other.call("one.echo", Map.of("text", "new"))).isEqualTo("new");
      }
    }
  }

  @Test
  void isTheOnlyOneAtItsSocket() {
    assertThrown(IOException.class, () -> Daemon.open(places, config, "1.0", this::configured))
        .hasMessageMatching(
            "a daemon of this configuration runs already, process "
                + ProcessHandle.current().pid()
                + "; run \"gatemini stop( --config .*)?\" to end it");
  }

  @Test
  void takesThePlaceOfOneThatDied() throws IOException {
    daemon.close();
    Files.createFile(places.socket());
    Files.writeString(places.pid(), "1\n");

    daemon = daemon();

    assertThat(status().path("pid").asLong()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void tellsAClientWhyItCannotBeServed() throws IOException {
    try (SocketClient served = SocketClient.connect(places, Map.of())) {
      served.call("one.pid", Map.of());
      Files.writeString(config, "backends: {one: {command: 7}, x: [}");

      try (SocketClient refused =
          SocketClient.of(places, Greeting.client("1", "/", Map.of("TOKEN", "other")))) {
        JsonNode answer = refused.request("initialize", Json.mapper().createObjectNode());
        assertThat(answer.at("/error/message").asText()).contains("gatemini.yaml");
      }
      assertThat(served.call("one.echo", Map.of("text", "x"))).isEqualTo("x");
    }
  }

  /** As of a plug-in whose jar is broken, or is gone while the daemon runs. */
  @Test
  void reportsWhyItServesNobodyAndEndsWhenTheRefusedLeave() throws Exception {
    daemon.close();
    GatewaySettings settings = configured(Map.of()).settings();
    daemon =
        Daemon.open(
            places,
            config,
            "1.0",
            variables -> {
              throw new NoClassDefFoundError("plug/Gone");
            });
    daemon.configure(settings);

    try (SocketClient refused = SocketClient.connect(places, Map.of())) {
      String reason =
          refused
              .request("tools/list", Json.mapper().createObjectNode())
              .at("/error/message")
              .asText();
      assertThat(reason).contains("plug/Gone", "gatemini restart");
      assertThat(status().path("refused").asText()).isEqualTo(reason);
    }

    daemon.awaitEnd();
  }

  @Test
  void hangsUpOnWhateverIsNoGreeting() throws IOException {
    for (String line :
        List.of("GET / HTTP/1.1", "{}", "[]", "null", "{\"gatemini\":\"1\"}", "\0")) {
      try (SocketClient odd = SocketClient.of(places, line)) {
        assertThat(odd.line()).as(line).isNull();
      }
    }
    try (SocketClient odd = SocketClient.of(places, Greeting.asking("dance", "9"))) {
      assertThat(odd.line()).contains("is not known to version 1.0");
    }
    assertThat(status().path("version").asText()).isEqualTo("1.0");
  }

  @Test
  void forgetsAThousandThatComeAndGo() throws IOException {
    for (int i = 0; i < 500; i++) {
      SocketClient.of(places, Greeting.client("1", "/", Map.of())).close();
      try (SocketChannel mute = SocketChannel.open(address())) {
        assertThat(mute.isConnected()).isTrue();
      }
    }

    await().until(() -> status().path("clients").isEmpty());
    await().untilAsserted(() -> assertThat(threads("gatemini-client-")).isZero());
  }

  private UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(places.socket());
  }

  private static long threads(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .count();
  }

  private JsonNode status() throws IOException {
    try (SocketClient asks = SocketClient.of(places, Greeting.asking(Greeting.STATUS, "1"))) {
      return Json.mapper().readTree(Objects.requireNonNull(asks.line()));
    }
  }
}
