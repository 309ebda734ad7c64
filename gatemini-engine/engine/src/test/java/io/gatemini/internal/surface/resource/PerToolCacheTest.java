package io.gatemini.internal.surface.resource;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.testing.TestGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Memory and messages of indexes while the catalog changes. */
class PerToolCacheTest {
  private final List<String> made = new ArrayList<>();
  private final PerToolCache<String> kept =
      new PerToolCache<>(
          tool -> {
            made.add(tool.key());
            return tool.description();
          });

  @Test
  void keepsNothingOfToolsThatAreGone() {
    ToolDescriptor stays = tool("files", "read", "Reads.");
    ToolDescriptor goes = tool("files", "write", "Writes.");
    kept.of(stays);
    kept.of(goes);

    kept.forget(CatalogFixture.of(2, stays));

    assertThat(kept.of(stays)).isEqualTo("Reads.");
    assertThat(made).containsExactly("files.read", "files.write");
    assertThat(kept.of(goes)).isEqualTo("Writes.");
    assertThat(made).containsExactly("files.read", "files.write", "files.write");
  }

  @Test
  void makesAnewWhatHasChanged() {
    kept.of(tool("files", "read", "Reads."));

    assertThat(kept.of(tool("files", "read", "Reads a file."))).isEqualTo("Reads a file.");
  }

  @Test
  @Timeout(300)
  void indexesTellOneGenerationWhileTheCatalogChanges() {
    try (Gateway gateway = TestGateway.ready(TestGateway.builder().backend("fixed", tools(50)))) {

      CompletableFuture<Void> changes =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 200; i++) {
                  gateway.register("changing", tools(50));
                  gateway.deregister("changing");
                }
              },
              work -> new Thread(work).start());
      int reads = 0;
      while (!changes.isDone() || reads < 20) {
        JsonNode index = RawJson.parse(gateway.readResource("gatemini://tools").text()).tree();
        assertThat(index.path("changing").size()).isIn(0, 50);
        for (String address : List.of("gatemini://llms", "gatemini://llms-full")) {
          String text = gateway.readResource(address).text();
          int tools = text.split("tool_\\d+", -1).length - 1;
          // And the one of the example.
          assertThat(tools).isIn(51, 101);
          assertThat(text).contains(tools == 101 ? "\n100 tools of 2 b" : "\n50 tools of 1 b");
        }
        reads++;
      }
      changes.join();
    }
  }

  private static BackendConfig tools(int count) {
    BackendConfig config = BackendConfig.inProcess();
    for (int i = 0; i < count; i++) {
      config = config.tool("tool_" + i, "Does it.", "{\"type\":\"object\"}", arguments -> "done");
    }
    return config;
  }
}
