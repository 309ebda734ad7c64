package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.MisbehavingServer.Mode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bundled server as a process, with a client that does everything wrong. */
@Tag("long")
class HostileInputTest extends LeavesNoProcess {
  private static final Duration EXIT = Duration.ofSeconds(60);
  private static final int TWENTY_MEGABYTES = 20_000_000;

  @SuppressWarnings("NullAway.Init")
  private BundledServer server;

  @BeforeEach
  void describe() {
    server = new BundledServer(directory).backend("good", Mode.NORMAL);
  }

  @Test
  void answersLinesThatAreNoMessagesAndGoesOn() {
    RawMcpClient client = ready();

    expectError(client, "hello", -32700);
    expectError(client, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"no/such\"}", -32601);

    assertThat(client.others()).allMatch(HostileInputTest::tellsOfALongerList);
    exitsCleanly(client);
  }

  /**
   * The backends come up meanwhile, and the lists of resources and prompts may change with them.
   */
  private static boolean tellsOfALongerList(JsonNode message) {
    return message.path("method").asText().endsWith("/list_changed");
  }

  @Test
  void answersBytesThatAreNoText() {
    RawMcpClient client = ready();

    client.send(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, (byte) 0xc3, '\n'});
    assertThat(errorCode(client.awaitOther(message -> message.has("error")))).isEqualTo(-32700);
    client.send("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"".getBytes(StandardCharsets.UTF_8));
    client.send(new byte[] {(byte) 0xc3, (byte) 0x28, '"', '}', '\n'});
    assertThat(errorCode(client.awaitOther(message -> message.has("error")))).isNegative();

    worksOn(client);
    exitsCleanly(client);
  }

  @Test
  void takesDeepNesting() {
    RawMcpClient client = ready();
    String deep = "[".repeat(2_000) + "]".repeat(2_000);

    expectError(client, "[".repeat(2_000), -32700);
    expectError(client, deep, -32600);
    expectError(client, "{\"a\":".repeat(100_000), -32600, -32700);
    String call =
        "{\"tool\":\"good.echo\",\"arguments\":{\"text\":\"deep\",\"more\":" + deep + "}}";
    JsonNode inCode = client.program(call);
    client.sendLine(
        "{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"method\":\"tools/call\",\"params\":{\"name\":"
            + "\"list_tools_meta\",\"arguments\":{\"more\":"
            + deep
            + "}}}");
    JsonNode inArguments = client.awaitOther(message -> message.path("id").asText().equals("d"));

    assertThat(RawMcpClient.text(inCode)).isEqualTo("deep");
    assertThat(inArguments.has("result") || inArguments.has("error")).isTrue();
    worksOn(client);
    exitsCleanly(client);
  }

  @Test
  void takesALineOfTwentyMegabytes() {
    RawMcpClient client = ready();
    String large = "x".repeat(TWENTY_MEGABYTES);

    JsonNode result = client.chain("good.size", object("text", large));
    expectError(client, large, -32700);
    expectError(client, "{\"jsonrpc\":\"2.0\",\"" + large, -32600, -32700);

    assertThat(RawMcpClient.text(result)).isEqualTo("" + TWENTY_MEGABYTES);
    exitsCleanly(client);
  }

  @Test
  void endsAtHalfALine() {
    RawMcpClient client = ready();

    client.send("{\"jsonrpc\":\"2.0\",\"id\":9,\"meth".getBytes(StandardCharsets.UTF_8));

    exitsCleanly(client);
  }

  @Test
  void endsBeforeTheHandshake() {
    RawMcpClient client = start();

    exitsCleanly(client);
  }

  @Test
  void answersEverythingInFlightAtTheEndOfItsInput() {
    server.plugin("stdio", "drain_timeout", "10s");
    RawMcpClient client = ready();
    List<CompletableFuture<JsonNode>> open = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      open.add(client.chainAsync("good.echo", object("text", "t")));
      open.add(client.chainAsync("good.sleep", object("ms", 50)));
      open.add(client.chainAsync("good.sleep", object("ms", 500)));
    }
    open.add(client.request("tools/list", object()));

    client.closeStdin();

    assertThat(open).allSatisfy(call -> assertThat(client.await(call).has("result")).isTrue());
    assertThat(client.awaitExit(EXIT)).isZero();
    Processes.awaitNoneOf(server.pidFile("good"), EXIT);
  }

  @Test
  void answersWhatEndsSoonAfterItsInputAndGivesTheRestUp() {
    RawMcpClient client = ready();
    CompletableFuture<JsonNode> soon = client.chainAsync("good.sleep", object("ms", 200));
    CompletableFuture<JsonNode> late = client.chainAsync("good.sleep", object("ms", 30_000));
    client.ping();

    client.closeStdin();

    assertThat(RawMcpClient.text(client.await(soon).path("result"))).isEqualTo("slept 200");
    // Less than the 10 s that a host which closes would give, whatever else the machine does.
    assertThat(client.awaitExit(Duration.ofSeconds(8))).isZero();
    assertThat(late).failsWithin(EXIT);
    Processes.awaitNoneOf(server.pidFile("good"), EXIT);
  }

  @Test
  void cancelsDownToTheBackend() {
    RawMcpClient client = ready();
    long id = client.nextId();
    ObjectNode params = object("name", "call_tool_chain");
    params
        .putObject("arguments")
        .put("code", "{\"tool\":\"good.sleep\",\"arguments\":{\"ms\":600000}}");
    CompletableFuture<JsonNode> cancelled = client.request(id, "tools/call", params);
    CompletableFuture<JsonNode> other = client.chainAsync("good.sleep", object("ms", 700));
    client.ping();

    client.notify("notifications/cancelled", object("requestId", id).put("reason", "enough"));
    client.notify("notifications/cancelled", object("requestId", 424242));

    Path seen = directory.resolve("good.pids.cancelled");
    await().atMost(EXIT).until(() -> Files.exists(seen));
    assertThat(RawMcpClient.text(client.await(other).path("result"))).isEqualTo("slept 700");
    worksOn(client);
    assertThat(cancelled).isNotDone();
    // A cancelled call does not hold the end up, either.
    exitsCleanly(client);
  }

  @Test
  void endsWithAClientThatIsKilled() throws Exception {
    Path note = directory.resolve("server.pids");
    List<String> command = new ArrayList<>(MisbehavingServer.java(AbandoningClient.class));
    command.addAll(List.of(note.toString(), "good.sleep"));
    command.addAll(server.command());
    Process client =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("client.log").toFile())
            .start();
    try {
      await().until(() -> !Processes.noted(note).isEmpty() || !client.isAlive());
      assertThat(Processes.noted(note)).hasSize(1);
      assertThat(Processes.noted(server.pidFile("good"))).hasSize(1);
    } finally {
      client.destroyForcibly();
    }

    Processes.awaitNoneOf(note, Duration.ofSeconds(30));
    Processes.awaitNoneOf(server.pidFile("good"), EXIT);
  }

  @Test
  void takesItsBackendsAlongWhenItIsTerminated() {
    RawMcpClient client = ready();

    client.process().toHandle().destroy();

    assertThat(client.awaitExit(EXIT)).isEqualTo(143);
    Processes.awaitNoneOf(server.pidFile("good"), EXIT);
  }

  private RawMcpClient start() {
    RawMcpClient client = server.start();
    started.add(client);
    return client;
  }

  private RawMcpClient ready() {
    RawMcpClient client = start();
    client.initialize();
    client.awaitTool("good.sleep");
    // The backend may have resources and prompts; nothing else may come unasked.
    for (String list : List.of("resources", "prompts")) {
      String method = "notifications/" + list + "/list_changed";
      client.awaitOther(message -> message.path("method").asText().equals(method));
    }
    return client;
  }

  private static void expectError(RawMcpClient client, String line, Integer... codes) {
    client.sendLine(line);
    JsonNode answer = client.awaitOther(message -> message.has("error"));

    assertThat(errorCode(answer)).as("code of %s", answer).isIn((Object[]) codes);
    assertThat(answer.path("error").path("message").asText()).isNotBlank().doesNotContain("\tat ");
    assertThat(answer.path("id").isNull() || answer.path("id").isInt()).isTrue();
    worksOn(client);
  }

  private static void worksOn(RawMcpClient client) {
    client.ping();
    client.awaitTool("good.echo");
    JsonNode result = client.chain("good.echo", object("text", "still here"));
    assertThat(RawMcpClient.text(result)).isEqualTo("still here");
  }

  private void exitsCleanly(RawMcpClient client) {
    client.closeStdin();
    assertThat(client.awaitExit(EXIT)).isZero();
    Processes.awaitNoneOf(server.pidFile("good"), EXIT);
  }

  private static int errorCode(JsonNode answer) {
    return answer.path("error").path("code").asInt();
  }
}
