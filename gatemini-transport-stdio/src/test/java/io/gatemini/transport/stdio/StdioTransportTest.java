package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.RawJson;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.spi.TransportProvider;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import io.gatemini.transport.testing.GatewayProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The transport on the stdin and stdout of a real process. */
class StdioTransportTest {
  private @Nullable Process gateway;

  @AfterEach
  void kill() {
    if (gateway != null) {
      gateway.descendants().forEach(ProcessHandle::destroyForcibly);
      gateway.destroyForcibly();
    }
  }

  private Process start(List<String> jvmOptions, String... args) throws Exception {
    Process process = new ProcessBuilder(GatewayProcess.commandLine(jvmOptions, args)).start();
    gateway = process;
    return process;
  }

  private static TestClient client(Process process) {
    return new TestClient(process.getInputStream(), process.getOutputStream());
  }

  private static String stderr(Process process) throws Exception {
    return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String text(JsonNode answer) {
    return answer.at("/result/content/0/text").asText();
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(TransportProvider.class))
        .filteredOn(provider -> provider.name().equals("stdio"))
        .hasSize(1);
  }

  @Test
  void servesOverStreamsThatAreGivenToIt() {
    MemoryPipe in = new MemoryPipe();
    MemoryPipe out = new MemoryPipe();
    try (TestContext context = new TestContext();
        Exposure exposure = StdioTransport.over(in.in, out.out).open(new TestSurface(), context)) {
      TestClient client = new TestClient(out.in, in.out);

      assertThat(client.initialize().at("/result/serverInfo/name").asText())
          .isEqualTo("test-gateway");
      assertThat(exposure.closed().toCompletableFuture()).isNotDone();
    }
  }

  @Test
  void keepsWhatIsPrintedOutOfTheMessages() throws Exception {
    Process process = start(List.of());
    TestClient client = client(process);
    client.initialize();

    client.call(1, "print", "{}");

    assertThat(text(client.next())).isEqualTo("printed");
    client.hangUp();
    assertThat(client.nextIsEnd()).isTrue();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(stderr(process)).contains("noise on System.out").contains("ended in order");
  }

  /** T11 in a process of its own: everything that was asked for is answered, then it ends. */
  @Test
  void t11AnswersEverythingThatWasPipedInAndExitsWithZero() throws Exception {
    Process process = start(List.of());
    TestClient client = client(process);
    client.send(TestClient.INITIALIZE);
    client.send(TestClient.INITIALIZED);
    client.call(1, "later", "{}");
    client.call(2, "echo", "{}");
    client.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/list\"}");
    client.hangUp();

    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ids.add(client.next().get("id").asInt());
    }

    assertThat(ids).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(client.nextIsEnd()).isTrue();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  @Tag("long")
  @Test
  void endsWithAllItsChildrenWhenTheClientIsGone() throws Exception {
    Process process = start(List.of(), "backend");
    TestClient client = client(process);
    client.initialize();
    client.call(1, "child_pids", "{}");
    List<ProcessHandle> children =
        Stream.of(text(client.next()).split(","))
            .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
            .toList();
    assertThat(children).isNotEmpty();

    // A killed client: both its pipes break at once.
    process.getInputStream().close();
    client.send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    client.hangUp();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(children).noneMatch(ProcessTree::isAlive);
  }

  /** T8 through both ends. */
  @Test
  void t08CarriesCancellationDownToTheBackend() throws Exception {
    Process process = start(List.of(), "backend");
    TestClient client = client(process);
    client.initialize();
    client.call(1, "child_never", "{}");

    client.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");

    client.call(2, "child_cancelled", "{}");
    assertThat(text(client.next())).isEqualTo("1");
  }

  /** T9 through both ends: progress stays in order and comes before the answer. */
  @Test
  void t09CarriesProgressUpToTheClient() throws Exception {
    Process process = start(List.of(), "backend");
    TestClient client = client(process);
    client.initialize();

    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"child_steps\","
            + "\"arguments\":{},\"_meta\":{\"progressToken\":\"mine\"}}}");

    for (int i = 1; i <= 20; i++) {
      JsonNode report = client.next();
      assertThat(report.at("/params/progressToken").asText()).isEqualTo("mine");
      assertThat(report.at("/params/progress").asInt()).isEqualTo(i);
    }
    assertThat(client.next().get("id").asInt()).isEqualTo(1);
  }

  @Test
  void losesAndConfusesNothingBetweenClientAndBackend() throws Exception {
    Process process = start(List.of(), "backend");
    TestClient client = client(process);
    client.initialize();
    int count = 10_000;
    Semaphore permits = new Semaphore(64);
    Thread sender =
        new Thread(
            () -> {
              for (int i = 0; i < count; i++) {
                permits.acquireUninterruptibly();
                client.call(i, "child_echo", arguments(i));
              }
            },
            "test-sender");
    sender.setDaemon(true);
    sender.start();

    Map<Integer, String> wrong = new HashMap<>();
    boolean[] seen = new boolean[count];
    for (int i = 0; i < count; i++) {
      JsonNode answer = client.next();
      permits.release();
      int id = answer.get("id").asInt();
      if (seen[id] || !text(answer).equals(arguments(id))) {
        wrong.put(id, answer.toString());
      }
      seen[id] = true;
    }

    assertThat(wrong).isEmpty();
  }

  private static String arguments(int i) {
    return "{\"n\":" + i + ",\"pad\":\"" + "p".repeat(i % 300) + "\"}";
  }

  @Test
  void answersInitializeWithoutLoadingTheClientSide(@TempDir Path directory) throws Exception {
    Path log = directory.resolve("classes.log");
    Process process = start(List.of("-Xlog:class+load=info:file=" + log));
    TestClient client = client(process);

    client.initialize();
    client.hangUp();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();

    String loaded = Files.readString(log);
    assertThat(loaded).contains("io.gatemini.mcp.server.ServerHandshake ");
    assertThat(loaded)
        .doesNotContain("io.gatemini.mcp.client.McpBackend ")
        .doesNotContain("io.modelcontextprotocol.")
        .doesNotContain("reactor.core.")
        .doesNotContain("com.networknt.schema");
  }

  @Test
  void goesOnAfterHostileLinesInARealProcess() throws Exception {
    Process process = start(List.of());
    TestClient client = client(process);
    client.initialize();

    client.send("");
    client.send("hello");
    assertThat(client.next().at("/error/code").asInt()).isEqualTo(-32700);
    client.call(1, "echo", "{\"a\":\"" + "x".repeat(20_000_000) + "\"}");
    assertThat(text(client.next())).hasSize(20_000_008);
    client.hangUp();

    assertThat(client.nextIsEnd()).isTrue();
    await().until(() -> !process.isAlive());
    assertThat(process.exitValue()).isZero();
  }

  @Test
  void refusesOptionsWithoutSense() {
    JsonNode options = RawJson.parse("{\"drain_timeout\":\"never\"}").tree();

    org.assertj.core.api.Assertions.assertThatThrownBy(() -> StdioTransport.ofProcess(options))
        .hasMessageContaining("drain_timeout");
  }
}
