package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.server.Main;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.MisbehavingServer.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that is a backend of itself, and one that is a backend of another. */
@Tag("long")
class SelfContainingConfigTest extends LeavesNoProcess {
  private static List<String> gateway(Path directory) {
    List<String> command = new ArrayList<>(MisbehavingServer.java(Main.class));
    command.addAll(List.of("--direct", "--config", directory.resolve("gatemini.yaml").toString()));
    return command;
  }

  @Test
  void startsOneMoreAndNotAnother() {
    BundledServer server =
        new BundledServer(directory)
            .backend("demo", Mode.NORMAL)
            .backend("itself", gateway(directory));
    try (RawMcpClient client = server.connect()) {
      client.awaitTool("demo.echo");

      awaitRefusal(client);
      long gateways =
          client.process().descendants().filter(SelfContainingConfigTest::serves).count();
      assertThat(gateways).isLessThanOrEqualTo(1);
      client.ping();
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void isFoundAlsoWhereTheEnvironmentIsCleaned() {
    List<String> cleaned = new ArrayList<>(List.of("env", "-i"));
    cleaned.addAll(gateway(directory));
    BundledServer server =
        new BundledServer(directory).backend("demo", Mode.NORMAL).backend("itself", cleaned);
    try (RawMcpClient client = server.connect()) {
      client.awaitTool("demo.echo");

      awaitRefusal(client);
      await()
          .atMost(RawMcpClient.PATIENCE)
          .until(() -> client.process().descendants().noneMatch(SelfContainingConfigTest::serves));
      client.ping();
    }
  }

  /** The daemon rejects a proxy that starts as a backend, because it would be its own. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisabledOnOs(OS.WINDOWS)
  void isFoundThroughADaemonToo(boolean cleaned) throws IOException {
    DaemonPlaces places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    List<String> proxy = new ArrayList<>(MisbehavingServer.java(Main.class));
    proxy.addAll(List.of("--config", directory.resolve("gatemini.yaml").toString()));
    proxy.addAll(List.of("--socket", places.socket().toString()));
    List<String> itself = new ArrayList<>(cleaned ? List.of("env", "-i") : List.of());
    itself.addAll(proxy);
    new BundledServer(directory).backend("demo", Mode.NORMAL).backend("itself", itself).command();
    try (RawMcpClient client = RawMcpClient.connect(proxy, Map.of())) {
      client.awaitTool("demo.echo");

      awaitRefusal(client);
      client.ping();
    } finally {
      end(places);
    }
  }

  private static void awaitRefusal(RawMcpClient client) {
    await()
        .atMost(RawMcpClient.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(client.read("gatemini://backend/itself").path("text").asText())
                    .contains("contains itself"));
  }

  private static void end(DaemonPlaces places) {
    Long pid = places.readPid();
    if (pid != null) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
      await().atMost(RawMcpClient.PATIENCE).until(() -> !Processes.isAlive(pid));
    }
  }

  private static boolean serves(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("gatemini.yaml");
  }

  @Test
  void aGatewayMayBeABackendOfAnother() {
    Path inner = directory.resolve("inner");
    assertThat(inner.toFile().mkdir()).isTrue();
    new BundledServer(inner).backend("demo", Mode.NORMAL).command();
    try (RawMcpClient client =
        new BundledServer(directory).backend("behind", gateway(inner)).connect()) {
      client.awaitTool("behind.search_tools");
    }
  }
}
