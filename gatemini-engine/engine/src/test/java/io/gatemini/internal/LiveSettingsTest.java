package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.ChainRequest;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.Pinning;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No room keeps a copy: what is put in force counts from the next use on. */
class LiveSettingsTest {
  private static final String LISTING =
      "[" + "{\"name\": \"a\", \"text\": \"words of it\"},".repeat(2_000) + "{\"name\": \"last\"}]";

  private final TestTransport stdio = new TestTransport("stdio");

  @AutoClose
  private final GatewayView engine =
      (GatewayView)
          TestGateway.builder()
              .plugin(stdio)
              .backend(
                  "list",
                  BackendConfig.inProcess()
                      .tool("all", "Lists all.", "{\"type\":\"object\"}", arguments -> LISTING))
              .build();

  @BeforeEach
  void start() {
    assertThat(engine.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void theBoundOfAnAnswer() {
    assertThat(answer().length()).isGreaterThan(4_000);

    inForce(now -> now.maxOutputBytes(1_000));

    assertThat(answer().length()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void theHeaderOfAReducedAnswer() {
    inForce(now -> now.maxOutputBytes(1_000));
    assertThat(answer()).startsWith("[");
    assertThat(answer()).contains("gatemini://result/");

    output(output -> output.responseMetadata(false));

    assertThat(answer()).doesNotContain("gatemini:");
  }

  @Test
  void theStagesOfReduction() {
    inForce(now -> now.maxOutputBytes(2_000));
    assertThat(answer()).doesNotContain("truncate:");

    output(output -> output.uniformArrayCollapse(false).autoChunkJson(false));

    assertThat(answer()).contains("truncate:");
  }

  @Test
  void whatAnAgentMayStart() {
    BackendConfig wanted = BackendConfig.stdio("uvx", "server");
    assertThrown(
            CompletionException.class,
            () -> engine.registerAsync("mine", wanted, Session.of("agent")).join())
        .hasCauseInstanceOf(RegistrationException.class)
        .hasMessageContaining("uvx");

    inForce(now -> now.allowedCommands("uvx server"));

    engine.registerAsync("mine", wanted, Session.of("agent")).join();
    assertThat(stdio.called).isEmpty();
    assertThat(engine.backends()).extracting(status -> status.name()).contains("mine");
  }

  @Test
  void howManyBackendsAgentsMayRegister() {
    inForce(now -> now.allowedCommands("uvx").maxDynamicBackends(0));

    assertThatThrownBy(
            () ->
                engine
                    .registerAsync("mine", BackendConfig.stdio("uvx"), Session.of("agent"))
                    .join())
        .hasMessageContaining("the limit of 0 registered backends is reached");
  }

  @Test
  void whatHappensWhenADefinitionChanges() {
    stdio.backend("late").tools(tool("First."));
    engine.register("late", BackendConfig.stdio("x"));
    inForce(now -> now.pinning(Pinning.ENFORCE));

    stdio.backend("late").tools(tool("Now another."));
    engine.restart("late");

    assertThat(engine.catalog().resolve("late.t")).isEmpty();
  }

  private static BackendTool tool(String description) {
    return BackendTool.of(
        "t", description, io.gatemini.RawJson.parse("{\"type\":\"object\"}").tree());
  }

  private String answer() {
    return engine.run(ChainRequest.of("{\"tool\": \"list.all\"}")).text();
  }

  private void output(UnaryOperator<OutputConfig> change) {
    inForce(now -> now.output(change.apply(now.output())));
  }

  private void inForce(UnaryOperator<GatewaySettings> change) {
    engine.engine().settings().replace(change.apply(engine.engine().settings().now()));
  }
}
