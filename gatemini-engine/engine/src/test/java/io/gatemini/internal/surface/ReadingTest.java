package io.gatemini.internal.surface;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.HealthConfig;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.SourceListener;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reading and prompts over threads, cancellation and the end of the gateway. */
@Timeout(60)
class ReadingTest {
  private static final String NEVER = "slow://never";

  @AutoClose("shutdownNow")
  private final ExecutorService oneThread = Executors.newSingleThreadExecutor();

  private final CompletableFuture<ResourceContent> never = new CompletableFuture<>();

  @Test
  void aToolReadsWhereTheHostHasOneThread() {
    Gateway[] own = new Gateway[1];
    BackendConfig tools =
        BackendConfig.inProcess()
            .tool(
                "look",
                "Looks.",
                "{\"type\":\"object\"}",
                arguments ->
                    own[0].readResource("gatemini://overview").text()
                        + own[0].prompt("discover", Map.of()).messages().get(0).text());
    try (Gateway gateway = TestGateway.builder().executor(oneThread).backend("me", tools).build()) {
      own[0] = gateway;

      assertThat(gateway.call("me.look", Map.of()).text())
          .contains("# Gatemini\n1 tool of 1 backend", "## 4. Run several");
    }
  }

  @Test
  void cancellingAReadingCancelsTheSource() {
    try (Gateway gateway = gateway()) {
      CompletableFuture<ResourceContent> reading = gateway.readResourceAsync(NEVER);
      await().until(() -> never.getNumberOfDependents() > 0);

      reading.cancel(true);

      await().until(never::isCancelled);
    }
  }

  @Test
  void closingFailsWhatIsOpenAndWhatComesLater() {
    Gateway gateway = gateway();
    CompletableFuture<ResourceContent> reading = gateway.readResourceAsync(NEVER);
    await().until(() -> never.getNumberOfDependents() > 0);

    gateway.close();

    assertThat(reading).isCompletedExceptionally();
    assertThatThrownBy(reading::join).hasCauseInstanceOf(GatewayClosedException.class);
    assertThat(never).isCancelled();
    assertThatThrownBy(() -> gateway.readResource("gatemini://overview"))
        .isInstanceOf(GatewayClosedException.class);
    assertThrown(GatewayClosedException.class, () -> gateway.prompt("discover", Map.of()));
  }

  private Gateway gateway() {
    return TestGateway.builder()
        .executor(oneThread)
        .health(HealthConfig.defaults().drainTimeout(Duration.ofMillis(100)))
        .plugin(new Slow())
        .build();
  }

  /** A resource that is never there. */
  private final class Slow implements ResourceProvider, ResourceSource {
    @Override
    public String name() {
      return "slow";
    }

    @Override
    public ResourceSource create(JsonNode config, PluginContext context, SourceListener listener) {
      return this;
    }

    @Override
    public List<Resource> resources(Session session) {
      return List.of(new Resource(NEVER, "never", "Never", "Never there.", "text/plain"));
    }

    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      return never;
    }
  }
}
