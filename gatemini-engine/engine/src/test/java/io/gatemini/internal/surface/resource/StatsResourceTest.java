package io.gatemini.internal.surface.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StatsResourceTest {
  private static final Session SESSION = Session.of("agent");

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .backend(
                  "files",
                  BackendConfig.inProcess()
                      .tool("read", "Read.", "{}", arguments -> "text")
                      .tool(
                          "lines", "Lines.", "{}", arguments -> "a line of it\n".repeat(10_000))));

  private final StatsResource resource = new StatsResource(gateway);

  /** The keys and values of spec part 7.6 for a session without calls. */
  @Test
  void tellsASessionThatHasReceivedNothing() {
    JsonNode stats = read(SESSION);

    assertThat(resource.resource().definition().uri()).isEqualTo("gatemini://stats");
    assertThat(resource.resource().definition().mimeType()).isEqualTo("application/json");
    assertThat(names(stats))
        .startsWith(
            "uptime_seconds",
            "total_calls",
            "total_bytes_returned",
            "total_bytes_processed",
            "savings_ratio",
            "reduction_pct",
            "estimated_tokens_saved",
            "per_tool",
            "all_tools_bytes")
        .contains("received_bytes", "gateway");
    assertThat(stats.get("savings_ratio").doubleValue()).isEqualTo(1.0);
    assertThat(stats.get("reduction_pct").doubleValue()).isZero();
    assertThat(stats.get("per_tool")).isEmpty();
    assertThat(stats.get("all_tools_bytes").asLong()).isPositive();
  }

  @Test
  void tellsEachSessionItsOwnAndAllTheTotals() {
    gateway.surface().tools(SESSION);
    call(SESSION, "{\"code\":\"await files.read({})\"}");
    call(SESSION, "{\"code\":\"await files.lines({})\",\"max_output_size\":1000}");
    call(Session.of("other"), "{\"code\":\"await files.read({})\"}");

    JsonNode stats = read(SESSION);

    assertThat(stats.get("total_calls").asLong()).isEqualTo(2);
    long returned = stats.get("total_bytes_returned").asLong();
    assertThat(returned).isBetween(5L, 1_004L);
    assertThat(stats.get("total_bytes_processed").asLong()).isEqualTo(130_004);
    assertThat(stats.get("savings_ratio").doubleValue()).isGreaterThan(100);
    assertThat(stats.get("reduction_pct").doubleValue()).isBetween(99.0, 100.0);
    assertThat(stats.get("estimated_tokens_saved").asLong()).isEqualTo((130_004 - returned) / 4);
    assertThat(stats.get("per_tool").get(0).get("name").asText()).isEqualTo("files.lines");
    assertThat(stats.get("per_tool").get(0).get("bytes_processed").asLong()).isEqualTo(130_000);
    assertThat(stats.get("per_tool").get(1))
        .isEqualTo(
            RawJson.parse(
                    """
                    {"name":"files.read","calls":1,"bytes_returned":4,"bytes_processed":4,\
                    "reduction_pct":0.0}\
                    """)
                .tree());
    assertThat(stats.get("received_bytes").asLong()).isGreaterThan(returned + 1_000);
    assertThat(stats.get("gateway").get("total_calls").asLong()).isEqualTo(3);
    assertThat(stats.get("gateway").get("total_bytes_returned").asLong()).isEqualTo(returned + 4);
    JsonNode backend = stats.get("gateway").get("backends").get(0);
    assertThat(names(backend))
        .containsExactly("name", "calls", "p50_ms", "p95_ms", "p99_ms", "mean_ms", "max_ms");
    assertThat(backend.get("name").asText()).isEqualTo("files");
  }

  private JsonNode read(Session session) {
    return RawJson.parse(resource.read(session)).tree();
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private void call(Session session, String arguments) {
    TestGateway.ask(gateway, session, "call_tool_chain", arguments);
  }
}
