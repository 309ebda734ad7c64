package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.examples.StdioHost;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StdioHostTest {
  @Test
  void servesTheClientThatStartsItAndEndsWithIt() throws Exception {
    List<String> command =
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            System.getProperty("java.class.path"),
            StdioHost.class.getName());
    try (RawMcpClient client = RawMcpClient.connect(command, Map.of())) {
      client.awaitTool("clock.now");

      assertThat(RawMcpClient.text(client.chain("clock.now", RawMcpClient.object("zone", "UTC"))))
          .endsWith("Z[UTC]");

      client.process().getOutputStream().close();
      assertThat(client.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(client.process().exitValue()).isZero();
    }
  }
}
