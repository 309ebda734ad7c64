package io.gatemini.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendCallException;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedServerTest {
  @AutoClose
  private final InMemoryMcpServer real =
      InMemoryMcpServer.named("real")
          .instructions("Add first.")
          .tool("subtract", "Subtracts.", args -> args.get("a").asInt() - args.get("b").asInt())
          .tool(
              "add", "Adds.", args -> Map.of("sum", args.get("a").asInt() + args.get("b").asInt()))
          .tool(
              "fail",
              "Fails.",
              args -> {
                throw new IllegalStateException("there is nothing to add");
              });

  private Path file;

  @BeforeEach
  void place(@TempDir Path directory) {
    file = directory.resolve("recordings").resolve("sums.json");
  }

  private Gateway gateway(boolean recording) {
    RecordedServer server = RecordedServer.of(file, real.config()).recording(recording);
    Gateway gateway =
        Gateway.builder().plugin(real).plugin(server).backend("sums", server.config()).build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    return gateway;
  }

  private void record() {
    try (Gateway gateway = gateway(true)) {
      assertThat(gateway.call("sums.subtract", Map.of("a", 3, "b", 2)).text()).isEqualTo("1");
      gateway.call(ToolCall.of("sums.add", RawJson.parse("{\"a\": 1, \"b\": 2}")));
      gateway.call("sums.fail", Map.of());
    }
  }

  @Test
  void replaysWhatItRecordedWithoutTheServer() {
    record();
    real.goDown();
    int calls = real.calls().size();

    try (Gateway gateway = gateway(false)) {
      GatewayAssertions.assertThat(gateway).isHealthy().hasTool("sums.subtract");
      assertThat(gateway.instructions("sums")).contains("Add first.");
      ToolResult sum = gateway.call(ToolCall.of("sums.add", RawJson.parse("{\"b\": 2, \"a\": 1}")));
      assertThat(sum.value().get("sum").asInt()).isEqualTo(3);
      assertThat(gateway.call("sums.subtract", Map.of("a", 3, "b", 2)).text()).isEqualTo("1");
      ToolResult failed = gateway.call("sums.fail", Map.of());
      assertThat(failed.isError()).isTrue();
      assertThat(failed.text()).isEqualTo("there is nothing to add");
    }
    assertThat(real.calls()).hasSize(calls);
  }

  @Test
  void saysHowToRecordACallThatItHasNot() {
    record();

    try (Gateway gateway = gateway(false)) {
      assertThatThrownBy(() -> gateway.call("sums.add", Map.of("a", 7)))
          .isInstanceOf(BackendCallException.class)
          .hasMessageContaining("sums.json has no answer of \"add\" to {\"a\":7}")
          .hasMessageContaining("-Dgatemini.record=true");
    }
  }

  @Test
  void saysHowToRecordWhereThereIsNoFile() {
    try (Gateway gateway = gateway(false)) {
      assertThat(gateway.backends().get(0).reason().orElse(""))
          .contains("no recording sums.json")
          .contains("-Dgatemini.record=true");
    }
  }

  @Test
  void keepsTheAnswersToOtherCallsAndReplacesThoseToTheSame() throws IOException {
    record();
    real.tool("subtract", "Subtracts.", args -> "nothing");

    try (Gateway gateway = gateway(true)) {
      gateway.call("sums.subtract", Map.of("a", 3, "b", 2));
    }

    try (Gateway gateway = gateway(false)) {
      assertThat(gateway.call("sums.subtract", Map.of("a", 3, "b", 2)).text()).isEqualTo("nothing");
      assertThat(gateway.call("sums.fail", Map.of()).isError()).isTrue();
    }
    assertThat(Files.readString(file)).containsOnlyOnce("\"tool\" : \"subtract\"");
  }

  @Test
  void writesAFileThatCanBeReadInAnOrderThatIsTheSame() throws IOException {
    record();
    String first = Files.readString(file);
    Files.delete(file);

    record();

    assertThat(Files.readString(file)).isEqualTo(first);
    assertThat(first)
        .doesNotContain("\r")
        .containsSubsequence("\"tools\"", "\"add\"", "\"fail\"", "\"subtract\"", "\"calls\"")
        .containsSubsequence(
            "\"calls\"",
            "\"tool\" : \"add\"",
            "\"a\" : 1",
            "\"b\" : 2",
            "\"result\"",
            "\"tool\" : \"fail\"",
            "\"tool\" : \"subtract\"");
  }
}
