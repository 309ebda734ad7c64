package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.examples.acceptance.MisbehavingServer.Mode;
import io.gatemini.server.Main;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A gateway that is a backend of itself, and one that is a backend of another. */
@Tag("long")
class SelfContainingConfigTest extends BundledServerTest {
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

      await()
          .atMost(RawMcpClient.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(client.read("gatemini://backend/itself").path("text").asText())
                      .contains("contains itself"));
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

      await()
          .atMost(RawMcpClient.PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(client.read("gatemini://backend/itself").path("text").asText())
                      .contains("contains itself"));
      await()
          .atMost(RawMcpClient.PATIENCE)
          .until(() -> client.process().descendants().noneMatch(SelfContainingConfigTest::serves));
      client.ping();
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
