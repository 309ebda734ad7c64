package io.gatemini.internal.surface.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendConfig;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.internal.lifecycle.ChangingBackend;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthResourceTest {
  private static final long RSS = 300_000_000;

  private final ChangingBackend.Provider changing = changing();
  private final Gateway gateway =
      Gateway.builder()
          .discover(false)
          .plugin(new TalkativeProvider())
          .plugin(changing)
          .health(health -> health.memoryCheckInterval(Duration.ofMillis(20)))
          .backend("changing", BackendConfig.of("changing"))
          .backend("limited", BackendConfig.of("talkative").maxMemoryMb(512))
          .backend("unlimited", BackendConfig.of("talkative"))
          .build();

  private static ChangingBackend.Provider changing() {
    ChangingBackend.Provider provider = new ChangingBackend.Provider("changing");
    provider.tools.put("changing", List.of(BackendTool.of("tool", "One.", Tools.ANY_OBJECT)));
    return provider;
  }

  /** A process as the gateway sees it, with much on its stderr. */
  private static final class TalkativeProvider implements BackendProvider {
    @Override
    public String name() {
      return "talkative";
    }

    @Override
    public Backend create(BackendContext context) {
      return new Talkative();
    }
  }

  private static final class Talkative implements Backend {
    @Override
    public CompletionStage<Void> start() {
      return Backend.done();
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      return CompletableFuture.completedFuture(ToolResult.text("text"));
    }

    @Override
    public CompletionStage<Void> ping() {
      return Backend.done();
    }

    @Override
    public CompletionStage<Void> stop() {
      return Backend.done();
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.of(4711);
    }

    @Override
    public OptionalLong memoryBytes() {
      return OptionalLong.of(RSS);
    }

    @Override
    public List<String> stderrTail() {
      return IntStream.range(0, 60).mapToObj(i -> "\u001b[1mline " + i + "\u001b[0m").toList();
    }
  }

  @BeforeEach
  void awaitReady() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(20))).isTrue();
  }

  @AfterEach
  void close() {
    gateway.close();
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
  void knowsNoMemoryWhereNobodyLooks() {
    JsonNode unlimited = read("gatemini://health").get(2);

    assertThat(unlimited.get("name").asText()).isEqualTo("unlimited");
    assertThat(unlimited.get("memory").isNull()).isTrue();
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
