package io.gatemini.config;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.Gateway;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GatewaySettingsTest {
  private static final BackendConfig FILES =
      BackendConfig.stdio("node", "files.js").timeout(Duration.ofSeconds(10));

  @Test
  void isEqualWhenItMeansTheSame() {
    GatewaySettings one =
        GatewaySettings.defaults()
            .backend("files", BackendConfig.stdio("node", "files.js").timeout(seconds(10)))
            .health(HealthConfig.defaults().interval(seconds(30)))
            .allowedCommands("npx");
    GatewaySettings other =
        GatewaySettings.defaults().allowedCommands("npx").backend("files", FILES);

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(one.to(other).isEmpty()).isTrue();
    assertThat(one).isNotEqualTo(other.lazyStart(true));
  }

  @Test
  void isTheSameFromJavaAndFromAFile() {
    GatewaySettings file =
        read(
            """
            backends:
              files: {command: node, args: [files.js], timeout: 10s}
            aliases: {find: files.search}
            health: {interval: 7s}
            chain_timeout: 9s
            max_output_bytes: 5000
            semantic: {enabled: false}
            registration: {max_dynamic_backends: 2}
            """);

    GatewaySettings java =
        Gateway.builder()
            .backend("files", FILES)
            .alias("find", "files.search")
            .health(health -> health.interval(seconds(7)))
            .chainTimeout(seconds(9))
            .maxOutputBytes(5_000)
            .semantic(false)
            .maxDynamicBackends(2)
            .settings();

    assertThat(file).isEqualTo(java);
  }

  @Test
  void tellsWhatIsDifferentInOthers() {
    GatewaySettings before =
        GatewaySettings.defaults()
            .backend("files", FILES)
            .backend("git", BackendConfig.stdio("git-server"))
            .backend("web", BackendConfig.streamableHttp("https://a.example/mcp"));
    GatewaySettings after =
        GatewaySettings.defaults()
            .backend("web", BackendConfig.streamableHttp("https://b.example/mcp"))
            .backend("files", FILES.timeout(seconds(10)))
            .backend("mail", BackendConfig.stdio("mail"))
            .health(HealthConfig.defaults().interval(seconds(1)).maxRestarts(9))
            .usageBoost(false)
            .instructions("Search first.");

    SettingsChange change = before.to(after);

    assertThat(change.addedBackends()).containsExactly("mail");
    assertThat(change.removedBackends()).containsExactly("git");
    assertThat(change.changedBackends()).containsExactly("web");
    assertThat(change.changedKeys())
        .containsExactly(
            "health.interval", "health.max_restarts", "instructions", "search.usage_boost");
    assertThat(after.to(before).addedBackends()).containsExactly("git");
  }

  @Test
  void comparesBackendsByTheirJavaToolsToo() {
    BackendConfig tool = BackendConfig.inProcess().tool("t", "A tool.", "{}", arguments -> "");

    assertThat(tool).isEqualTo(tool.description(""));
    assertThat(tool)
        .isNotEqualTo(BackendConfig.inProcess())
        .isNotEqualTo(BackendConfig.inProcess().tool("t", "A tool.", "{}", arguments -> ""));
    assertThat(BackendConfig.stdio("a").env("A", "1"))
        .isEqualTo(BackendConfig.stdio("a").env("A", "1"))
        .isNotEqualTo(BackendConfig.stdio("a").env("A", "2"));
  }

  @Test
  void goesOnFromWhatWasSaidBefore() {
    GatewaySettings before =
        GatewaySettings.defaults()
            .exclude("one")
            .alias("find", "files.search")
            .health(HealthConfig.defaults().interval(seconds(3)));

    GatewaySettings read =
        before.read(
            Options.parse(
                """
                exclude: [two]
                aliases: {look: files.look}
                health: {timeout: 1s}
                """,
                OptionSource.verbatim("gatemini.yaml"),
                "backends"),
            section -> FILES);

    assertThat(read.excluded()).containsExactly("one", "two");
    assertThat(read.aliases()).containsOnlyKeys("find", "look");
    assertThat(read.health().interval()).isEqualTo(seconds(3));
    assertThat(read.health().timeout()).isEqualTo(seconds(1));
    assertThat(before.excluded()).containsExactly("one");
  }

  @Test
  void refusesWhatIsOutOfItsBoundsWhoeverSaysIt() {
    assertThrown(
            ConfigException.class, () -> GatewaySettings.defaults().chainTimeout(Duration.ZERO))
        .hasMessageContaining("chain_timeout must be positive");
    assertThatThrownBy(() -> Gateway.builder().maxInFlightBytes(5))
        .hasMessageContaining("max_in_flight_bytes must be at least 1048576, not 5");
    assertThatThrownBy(() -> read("max_in_flight_bytes: 5"))
        .hasMessageContaining("max_in_flight_bytes must be at least 1048576, not 5");
  }

  private static GatewaySettings read(String yaml) {
    return GatewaySettings.defaults()
        .read(
            Options.parse(yaml, OptionSource.verbatim("gatemini.yaml"), "backends"),
            section -> BackendConfig.read("stdio", section));
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}
