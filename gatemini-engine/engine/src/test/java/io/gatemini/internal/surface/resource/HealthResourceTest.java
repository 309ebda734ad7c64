package io.gatemini.internal.surface.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HealthResourceTest {
  private final TestTransport changing = changing();

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .plugin(talkative())
              .plugin(changing)
              .health(health -> health.memoryCheckInterval(Duration.ofMillis(20)))
              .backend("changing", BackendConfig.of("changing"))
              .backend("limited", BackendConfig.of("talkative").maxMemoryMb(512))
              .backend("unlimited", BackendConfig.of("talkative")));

  private static TestTransport changing() {
    TestTransport provider = new TestTransport("changing");
    provider.backend("changing").tools(BackendTool.of("tool", "One.", Tools.ANY_OBJECT));
    return provider;
  }

  /** Processes with much on their stderr. */
  private static TestTransport talkative() {
    TestTransport provider = new TestTransport("talkative");
    provider
        .backends()
        .tools(new BackendTool[0])
        .pid(4711)
        .memoryBytes(300_000_000)
        .stderr(
            () ->
                IntStream.range(0, 60).mapToObj(i -> "\u001b[1mline " + i + "\u001b[0m").toList());
    return provider;
  }

  private JsonNode read(String uri) {
    return RawJson.parse(gateway.readResource(uri).text()).tree();
  }

  @Test
  void tellsProcessMemoryAndTheLastWords() {
    Awaitility.await()
        .until(() -> read("gatemini://health").get(1).get("memory").hasNonNull("rss_kb"));

    JsonNode limited = read("gatemini://health").get(1);

    assertThat(limited.get("name").asText()).isEqualTo("limited");
    assertThat(limited.get("pid").asLong()).isEqualTo(4711);
    assertThat(limited.get("restarts").asInt()).isZero();
    assertThat(limited.get("memory"))
        .isEqualTo(RawJson.parse("{\"rss_kb\":292968,\"rss_mb\":286,\"limit_mb\":512}").tree());
    assertThat(limited.get("recent_stderr")).hasSize(10);
    assertThat(limited.get("recent_stderr").get(0).asText()).isEqualTo("line 50");
    assertThat(limited.get("recent_stderr").get(9).asText()).isEqualTo("line 59");
  }

  @Test
  void knowsTheMemoryOfOneWithoutALimit() {
    Awaitility.await()
        .until(() -> read("gatemini://health").get(2).get("memory").hasNonNull("rss_kb"));

    JsonNode unlimited = read("gatemini://health").get(2);

    assertThat(unlimited.get("name").asText()).isEqualTo("unlimited");
    assertThat(unlimited.get("memory").has("limit_mb")).isFalse();
  }

  @Test
  void tellsMoreOfOneBackend() {
    JsonNode backend = read("gatemini://backend/unlimited");

    assertThat(backend.get("recent_stderr")).hasSize(50);
    assertThat(backend.get("recent_stderr").get(0).asText()).isEqualTo("line 10");
    assertThat(backend.get("tools")).isEmpty();
  }

  @Test
  void tellsWhichToolsHaveChanged() {
    changing.change("changing", BackendTool.of("tool", "Another.", Tools.ANY_OBJECT));

    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(read("gatemini://backend/changing").path("changed_tools"))
                    .extracting(JsonNode::asText)
                    .containsExactly("changing.tool"));
  }
}
