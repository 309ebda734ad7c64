package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.examples.acceptance.MisbehavingServer.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways behind gateways: one more is a use, one without end is not. */
class NestedGatewayTest {
  @TempDir private Path directory;

  @Test
  void refusesAConfigurationThatContainsItself() throws Exception {
    BundledServer server = new BundledServer(directory);
    server.backend("self", server.command()).backend("other", Mode.NORMAL);

    try (RawMcpClient client = server.connect()) {
      assertThat(client.tools()).isNotEmpty();
      client.awaitTool("other.echo");
      await()
          .atMost(RawMcpClient.PATIENCE)
          .until(() -> reason(client).contains("contains itself"));

      assertThat(reason(client)).contains("gatemini.yaml is used by a gateway above this one");
      // It is refused before it starts anything: each process is a child of this gateway.
      ProcessHandle gateway = client.process().toHandle();
      assertThat(gateway.descendants())
          .hasSizeLessThanOrEqualTo(2)
          .allMatch(process -> process.parent().map(gateway::equals).orElse(true));
    }
  }

  private static String reason(RawMcpClient client) {
    JsonNode health = client.read("gatemini://health");
    return health.path("text").asText();
  }

  @Test
  void servesAGatewayBehindAGateway() throws Exception {
    Path below = Files.createDirectory(directory.resolve("below"));
    BundledServer inner = new BundledServer(below).backend("other", Mode.NORMAL);
    BundledServer outer = new BundledServer(directory).backend("inner", inner.command());

    try (RawMcpClient client = outer.connect()) {
      client.awaitTool("inner.search_tools");
    }
  }

  @Test
  void endsWithTheCodeOfAWrongConfigurationBelowThreeGateways() {
    BundledServer server = new BundledServer(directory).backend("other", Mode.NORMAL);

    try (RawMcpClient client =
        RawMcpClient.start(server.command(), Map.of("GATEMINI_ABOVE", "-/-/-"))) {
      assertThat(client.awaitExit(RawMcpClient.PATIENCE)).isEqualTo(2);
      assertThat(client.stderr()).contains("3 gateways above this one already");
    }
  }
}
