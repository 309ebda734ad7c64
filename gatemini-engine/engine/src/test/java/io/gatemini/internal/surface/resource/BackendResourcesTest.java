package io.gatemini.internal.surface.resource;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.text.PercentEncoding;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Backends in every state, through a gateway. */
class BackendResourcesTest {
  private static final String LONG = "Keeps files of all kinds " + "and many words ".repeat(20);

  private final TestTransport provider = TestTransport.manual("scripted");

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(provider)
          // A broken backend stays so while a test looks at it.
          .health(health -> health.restartInitialBackoff(Duration.ofSeconds(30)))
          .backend(
              "files",
              BackendConfig.inProcess()
                  .description(LONG + ". Then more.")
                  .namespace("fs")
                  .tool("read file", "Reads a file. It must exist.", "{}", arguments -> "text")
                  .tool("a/b%c.d 😀", LONG, "{}", arguments -> "text")
                  .tool("קובץ ملف", "", "{}", arguments -> "text"))
          .backend("broken", BackendConfig.of("scripted").maxMemoryMb(300))
          .backend("slow", BackendConfig.of("scripted"))
          .build();

  @BeforeEach
  void start() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      TestBackend backend = provider.next();
      if (backend.context.name().equals("broken")) {
        backend.started.completeExceptionally(
            BackendUnavailableException.lasting("no \u001b[31mlogin\u001b[0m\nfor it"));
      }
    }
    Awaitility.await()
        .until(
            () ->
                gateway.backends().get(0).state() == BackendState.STOPPED
                    && gateway.backends().get(1).available());
  }

  private JsonNode read(String uri) {
    ResourceContent content = gateway.readResource(uri);
    assertThat(content.mimeType()).isEqualTo("application/json");
    assertThat(gateway.readResource(uri)).isEqualTo(content);
    return RawJson.parse(content.text()).tree();
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void listsEveryConfiguredBackendWithItsStateAndReason() {
    JsonNode rows = read("gatemini://backends");

    assertThat(rows)
        .extracting(row -> row.get("name").asText() + " " + row.get("state").asText())
        .containsExactly("broken Stopped", "files Healthy", "slow Starting");
    assertThat(names(rows.get(0)))
        .containsExactly(
            "name",
            "namespace",
            "state",
            "available",
            "reason",
            "tool_count",
            "transport",
            "dynamic",
            "restarts",
            "since");
    assertThat(rows.get(0).get("available").asBoolean()).isFalse();
    assertThat(rows.get(0).get("reason").asText()).isEqualTo("no login for it");
    JsonNode files = rows.get(1);
    assertThat(files.has("reason")).isFalse();
    assertThat(files.get("available").asBoolean()).isTrue();
    assertThat(files.get("namespace").asText()).isEqualTo("fs");
    assertThat(files.get("tool_count").asInt()).isEqualTo(3);
    assertThat(files.get("transport").asText()).isEqualTo("in-process");
    assertThat(files.get("description").asText())
        .hasSizeBetween(110, 120)
        .startsWith("Keeps files of all kinds")
        .endsWith(" words...");
    assertThat(files.get("dynamic").asBoolean()).isFalse();
    assertThat(Instant.parse(files.get("since").asText())).isBefore(Instant.now());
  }

  @Test
  void tellsHealthWithTheRealLimit() {
    JsonNode rows = read("gatemini://health");

    assertThat(names(rows.get(0)))
        .containsExactly(
            "name",
            "state",
            "available",
            "reason",
            "since",
            "restarts",
            "pid",
            "instances",
            "memory",
            "recent_stderr");
    assertThat(rows.get(0).get("memory")).isEqualTo(RawJson.parse("{\"limit_mb\":300}").tree());
    assertThat(rows.get(0).get("pid").isNull()).isTrue();
    assertThat(rows.get(0).get("instances").asInt()).isZero();
    assertThat(rows.get(1).get("memory").isNull()).isTrue();
    assertThat(rows.get(1).get("instances").asInt()).isEqualTo(1);
    assertThat(rows.get(1).get("recent_stderr").isArray()).isTrue();
  }

  @Test
  void tellsABackendWithTheNamesOfItsTools() {
    JsonNode files = read("gatemini://backend/files");

    assertThat(files.get("tools"))
        .extracting(JsonNode::asText)
        .containsExactly("fs.a/b%c.d 😀", "fs.read file", "fs.קובץ ملف");
    assertThat(files.get("description").asText()).endsWith(". Then more.");
    assertThat(files.has("recent_stderr")).isFalse();
    assertThat(files.has("changed_tools")).isFalse();
    assertThat(read("gatemini://backend/fs")).isEqualTo(files);
    assertThat(read("gatemini://backend/broken").get("tools")).isEmpty();
    assertThat(read("gatemini://backend/broken").get("reason").asText())
        .isEqualTo("no login for it");
  }

  @Test
  void tellsTheToolsOfABackend() {
    JsonNode tools = read("gatemini://backend/files/tools");

    assertThat(tools)
        .extracting(tool -> tool.get("name").asText())
        .containsExactly("fs.a/b%c.d 😀", "fs.read file", "fs.קובץ ملف");
    assertThat(tools.get(0).get("description").asText()).hasSizeBetween(110, 120);
    assertThat(tools.get(1).get("description").asText()).isEqualTo("Reads a file.");
    assertThat(tools.get(2).get("description").asText()).isEmpty();
    assertThat(read("gatemini://backend/slow/tools")).isEmpty();
  }

  @Test
  void namesNearBackendsWhereThereIsNone() {
    for (String uri : List.of("gatemini://backend/flies", "gatemini://backend/flies/tools")) {
      assertThrown(UnknownResourceException.class, () -> gateway.readResource(uri))
          .hasMessage(
              "backend \"flies\" is not known; did you mean \"files\"? (1 backend is still"
                  + " starting)");
    }
    assertThatThrownBy(() -> gateway.readResource("gatemini://backend/"))
        .isInstanceOf(UnknownResourceException.class)
        .hasMessageContaining("use one of \"broken\", \"files\" or \"slow\"");
  }

  @Test
  void aCallOfABackendThatIsDownSaysWhereToLook() throws Exception {
    TestTransport failing = TestTransport.manual("scripted");
    try (Gateway other =
        TestGateway.builder()
            .plugin(failing)
            .backend("Google Maps", BackendConfig.of("scripted"))
            .build()) {
      failing.next().started.completeExceptionally(BackendUnavailableException.lasting("no key"));
      Awaitility.await().until(() -> other.backends().get(0).state() == BackendState.STOPPED);

      assertThrown(
              BackendUnavailableException.class, () -> other.call("Google_Maps.find", Map.of()))
          .hasMessage(
              "backend \"Google Maps\" is not available: it is Stopped (no key); call again later,"
                  + " or use another tool; see gatemini://backend/Google%20Maps");
      assertThat(other.resources())
          .extracting(Resource::uri)
          .contains("gatemini://backend/Google%20Maps");
    }
  }

  @Test
  void listsAResourceForEachBackend() {
    List<Resource> listed =
        gateway.resources().stream()
            .filter(resource -> resource.uri().startsWith("gatemini://backend/"))
            .toList();

    assertThat(listed)
        .extracting(Resource::uri)
        .containsExactly(
            "gatemini://backend/broken", "gatemini://backend/files", "gatemini://backend/slow");
    assertThat(listed).extracting(Resource::title).containsExactly("broken", "files", "slow");
    assertThat(listed.get(0).description())
        .isEqualTo("A backend (scripted): its state and its tools.");
    assertThat(listed.get(1).description()).startsWith("Keeps files").hasSizeBetween(110, 120);
    assertThat(listed.get(2).description()).isEqualTo(listed.get(0).description());
  }

  @Test
  void readsEveryToolThatItNames() {
    JsonNode tools = read("gatemini://backend/files").get("tools");

    assertThat(StreamSupport.stream(tools.spliterator(), false).map(JsonNode::asText))
        .allSatisfy(
            name ->
                assertThat(
                        read("gatemini://tool/" + PercentEncoding.segment(name))
                            .get("name")
                            .asText())
                    .isEqualTo(name));
  }

  @Test
  void isEmptyWhereNothingIsConfigured() {
    try (Gateway empty = TestGateway.ready(TestGateway.builder())) {

      assertThat(empty.readResource("gatemini://backends").text()).isEqualTo("[]");
      assertThat(empty.readResource("gatemini://health").text()).isEqualTo("[]");
      assertThat(empty.readResource("gatemini://recent").text()).isEqualTo("[]");
      assertThat(empty.readResource("gatemini://overview").text())
          .contains("No backend is configured");
      assertThatThrownBy(() -> empty.readResource("gatemini://backend/files"))
          .hasMessage("backend \"files\" is not known");
      assertThatThrownBy(() -> empty.readResource("gatemini://tool/files.read"))
          .isInstanceOf(UnknownResourceException.class);
    }
  }
}
