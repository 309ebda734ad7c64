package io.gatemini.transport.cli;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RegistrationException;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Command-line tools behind a whole gateway, from a file and from Java. */
@DisabledOnOs(OS.WINDOWS)
class CliGatewayTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void servesToolsOfAConfigFileAndItsAdapterFile() throws Exception {
    Files.writeString(
        directory.resolve("adapter.yaml"),
        """
        health_check: "true"
        tools:
          shout:
            description: Says it loudly.
            command: printf '%s' "{{text}}" | tr a-z A-Z
            shell: true
        """);
    Path file =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            """
            backends:
              texts:
                adapter_file: adapter.yaml
                tools:
                  repeat:
                    command: printf '%s.' {{texts}}
                    input_schema:
                      type: object
                      properties: {texts: {type: array, items: {type: string}}}
                      additionalProperties: false
                      required: [texts]
            """);

    try (Gateway gateway = TestGateway.ready(Gateway.fromConfig(file))) {

      assertThat(gateway.backends().get(0).toolCount()).isEqualTo(2);
      assertThat(gateway.tool("texts.repeat").definition().tags()).containsExactly("cli-adapter");
      assertThat(gateway.call("texts.repeat", Map.of("texts", List.of("a b", "$(c)"))).text())
          .isEqualTo("a b.$(c).");
      assertThat(gateway.call("texts.shout", Map.of("text", "it's `x`")).text())
          .isEqualTo("IT'S `X`");
      assertThrown(
              InvalidArgumentsException.class,
              () -> gateway.call("texts.repeat", Map.of("texts", true, "more", 1)))
          .hasMessageContaining("more");
      assertThat(gateway.call("texts.repeat", Map.of("texts", "x")).text()).isEqualTo("x.");
      assertThat(gateway.call("texts.shout", Map.of("text", 1.50)).text()).isEqualTo("1.5");
      assertThat(gateway.call("texts.shout", Map.of("text", true)).text()).isEqualTo("TRUE");
      assertThrown(
              InvalidArgumentsException.class,
              () -> gateway.call("texts.shout", Map.of("text", List.of("a"))))
          .hasMessageContaining("argument \"text\" must be a string or a number or a boolean");
    }
  }

  @Test
  void stopsAProgramForWhoseOutputThereIsNoRoom() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            """
            max_in_flight_bytes: 1048576
            backends:
              big:
                tools:
                  zeros: {command: head -c 3000000 /dev/zero}
                  fine: {command: printf fine}
            """);

    try (Gateway gateway = TestGateway.ready(Gateway.fromConfig(file))) {

      ToolResult refused = gateway.call("big.zeros", Map.of());

      assertThat(refused.isError()).isTrue();
      assertThat(refused.text())
          .startsWith("the program was stopped for its output, which is more than")
          .contains("max_in_flight_bytes");
      assertThat(gateway.call("big.fine", Map.of()).text()).isEqualTo("fine");
      await().until(() -> gateway.stats().inFlight().bytes() == 0);
      assertThat(gateway.stats().inFlight().refused()).isEqualTo(1);
    }
  }

  @Test
  void keepsTheTagsOfTheConfiguration() {
    BackendConfig config =
        BackendConfig.of("cli-adapter")
            .option("tools", Map.of("now", Map.of("command", "date")))
            .tags("time");

    try (Gateway gateway = TestGateway.ready(Gateway.builder().backend("clock", config))) {

      assertThat(gateway.tool("clock.now").definition().tags()).containsExactly("time");
    }
  }

  @Test
  void refusesToRegisterWhatIsWrong() {
    try (Gateway gateway = Gateway.builder().build()) {
      assertThrown(
              RegistrationException.class,
              () ->
                  gateway.register(
                      "x",
                      BackendConfig.of("cli-adapter")
                          .option("tools", Map.of("greet", Map.of("comand", "echo")))))
          .hasMessage(
              "backends.x.tools.greet.comand: this key is not known; did you mean \"command\"?");
    }
  }
}
