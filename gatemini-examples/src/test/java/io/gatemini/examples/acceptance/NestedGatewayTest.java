package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.MisbehavingServer.Mode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways behind gateways: one more is a use, one without end is not. */
class NestedGatewayTest {
  @Test
  void endsWithTheCodeOfAWrongConfigurationInsideTooManyGateways(@TempDir Path directory) {
    BundledServer server = new BundledServer(directory).backend("other", Mode.NORMAL);

    try (RawMcpClient client =
        RawMcpClient.start(server.command(), Map.of("GATEMINI_ANCESTRY", "-/-/-/-/-"))) {
      assertThat(client.awaitExit(RawMcpClient.PATIENCE)).isEqualTo(2);
      assertThat(client.stderr()).contains("each a backend of the one before");
    }
  }
}
