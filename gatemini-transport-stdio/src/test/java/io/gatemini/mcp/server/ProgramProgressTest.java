package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.stdio.StdioBackendProvider;
import io.gatemini.transport.testing.ChildServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The progress of a real server, through a program, to the client that asked for it. */
class ProgramProgressTest {
  @AutoClose
  private final ServedGateway gateway =
      ServedGateway.of(
          TestGateway.builder()
              .plugin(new StdioBackendProvider())
              .plugin(
                  new JavaPrograms()
                      .program(
                          "steps and steps",
                          (program, host) -> {
                            long end = System.nanoTime() + Duration.ofMillis(400).toNanos();
                            while (end - System.nanoTime() > 0) {
                              JavaPrograms.call(host, "child.steps", "{}");
                            }
                            return JavaPrograms.call(host, "child.steps", "{}");
                          }))
              .backend("child", ChildServer.config("tools/list tools steps"))
              .build());

  @Test
  void isOneSeriesUnderOneTokenBeforeTheAnswer() {
    gateway.initialize("2025-11-25");
    gateway.send(
        1,
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":\"steps and steps\"},"
            + "\"_meta\":{\"progressToken\":\"mine\"}}");

    List<Double> told = new ArrayList<>();
    double total = 0;
    JsonNode message = gateway.client().next();
    while (!message.has("id")) {
      if (message.path("method").asText().equals("notifications/progress")) {
        assertThat(message.at("/params/progressToken").asText()).isEqualTo("mine");
        total = message.at("/params/total").asDouble();
        assertThat(message.at("/params/message").asText())
            .matches("\\d+ of \\d+ calls?: child\\.steps .+");
        told.add(message.at("/params/progress").asDouble());
      }
      message = gateway.client().next();
    }

    assertThat(message.at("/result/isError").asBoolean()).as("%s", message).isFalse();
    assertThat(told).hasSizeBetween(3, 20).isSorted().doesNotHaveDuplicates();
    assertThat(told).last().isEqualTo(total);
  }
}
