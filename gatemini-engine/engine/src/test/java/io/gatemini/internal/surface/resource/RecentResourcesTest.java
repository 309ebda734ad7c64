package io.gatemini.internal.surface.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.SettableClock;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RecentResourcesTest {
  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .clock(clock)
              .backend(
                  "files",
                  BackendConfig.inProcess()
                      .tool("read", "Read.", "{}", arguments -> "text")
                      .tool(
                          "fail",
                          "Fail.",
                          "{}",
                          arguments -> {
                            throw new IllegalStateException("never");
                          })));

  private JsonNode read(String uri) {
    return RawJson.parse(gateway.readResource(uri).text()).tree();
  }

  @Test
  void tellsTheNewestFirst() {
    gateway.call("files.read", Map.of());
    clock.advance(Duration.ofSeconds(7));
    gateway.call("files.fail", Map.of());
    clock.advance(Duration.ofSeconds(3));

    JsonNode calls = read("gatemini://recent");

    assertThat(calls).hasSize(2);
    assertThat(calls.get(0).get("tool_name").asText()).isEqualTo("files.fail");
    assertThat(calls.get(0).get("success").asBoolean()).isFalse();
    assertThat(calls.get(0).get("seconds_ago").asLong()).isEqualTo(3);
    assertThat(calls.get(1).get("tool_name").asText()).isEqualTo("files.read");
    assertThat(calls.get(1).get("backend_name").asText()).isEqualTo("files");
    assertThat(calls.get(1).get("success").asBoolean()).isTrue();
    assertThat(calls.get(1).get("seconds_ago").asLong()).isEqualTo(10);
    assertThat(calls.get(1).get("duration_ms").doubleValue()).isNotNegative();
    assertThat(gateway.readResource("gatemini://recent"))
        .isEqualTo(gateway.readResource("gatemini://recent"));
  }

  @Test
  void tellsAsManyAsAreAskedFor() {
    for (int i = 0; i < 520; i++) {
      gateway.call("files.read", Map.of());
    }

    assertThat(read("gatemini://recent")).hasSize(50);
    assertThat(read("gatemini://recent/1")).hasSize(1);
    assertThat(read("gatemini://recent/007")).hasSize(7);
    assertThat(read("gatemini://recent/500")).hasSize(500);
  }

  @Values("0 | 501 | -1 | ten | `` | 1.5 | 99999999999999999999 | ١٠")
  void saysWhichLimitsThereAre(String limit) {
    assertThatThrownBy(() -> gateway.readResource("gatemini://recent/" + limit))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessageContaining("\"limit\" must be a whole number from 1 to 500, not \"");
  }
}
