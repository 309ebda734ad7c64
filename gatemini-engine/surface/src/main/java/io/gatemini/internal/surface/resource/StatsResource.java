package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.BackendLatency;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.Savings;
import io.gatemini.Session;
import io.gatemini.SessionStats;
import io.gatemini.SessionStats.ToolBytes;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * {@code gatemini://stats}: what the reading session has received and was spared, and under {@code
 * gateway} the same of all sessions, with the latencies of the backends.
 */
final class StatsResource {
  static final String URI = "gatemini://stats";

  private static final Resource DEFINITION =
      new Resource(
          URI,
          "stats",
          "Session Statistics",
          "Bytes this session has received, before and after reduction, by tool, beside what all"
              + " tool schemas would have cost; latencies of the backends. Tokens are estimates.",
          Reading.JSON,
          ContentAnnotations.of(0.2, Role.USER));

  private final Gateway gateway;

  /** The statistics of a gateway, which may still be under construction. */
  StatsResource(Gateway gateway) {
    this.gateway = gateway;
  }

  OwnResource resource() {
    return OwnResource.of(DEFINITION, this::read);
  }

  String read(Session session) {
    SessionStats own = gateway.stats(session);
    GatewayStats all = gateway.stats();
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("uptime_seconds", all.uptime().toSeconds());
    totals(json, own.calls(), own);
    ArrayNode perTool = json.putArray("per_tool");
    for (ToolBytes tool : own.tools()) {
      perTool
          .addObject()
          .put("name", tool.name())
          .put("calls", tool.calls())
          .put("bytes_returned", tool.bytesReturned())
          .put("bytes_processed", tool.bytesProcessed())
          .put("reduction_pct", rounded(tool.reductionPercent()));
    }
    json.put("all_tools_bytes", own.allToolsBytes())
        .put("all_tools_tokens_estimated", own.allToolsTokens())
        .put("received_bytes", own.receivedBytes())
        .put("received_tokens_estimated", own.receivedTokens());
    ObjectNode whole = json.putObject("gateway");
    totals(whole, all.answers(), all);
    whole
        .put("backend_calls", all.calls())
        .put("backend_errors", all.errors())
        .put("cleaned_texts", all.cleanedTexts());
    whole.set("in_flight", HealthResource.inFlight(all.inFlight()));
    ArrayNode backends = whole.putArray("backends");
    Set<String> seen =
        gateway.backends().stream().map(BackendStatus::name).collect(Collectors.toSet());
    for (BackendLatency backend : all.backends()) {
      if (!seen.contains(backend.backend())) {
        continue; // gone, or of another client
      }
      Latency latency = backend.latency();
      backends
          .addObject()
          .put("name", backend.backend())
          .put("calls", latency.calls())
          .put("p50_ms", millis(latency.p50()))
          .put("p95_ms", millis(latency.p95()))
          .put("p99_ms", millis(latency.p99()))
          .put("mean_ms", millis(latency.mean()))
          .put("max_ms", millis(latency.max()));
    }
    return json.toString();
  }

  private static void totals(ObjectNode json, long calls, Savings savings) {
    json.put("total_calls", calls)
        .put("total_bytes_returned", savings.bytesReturned())
        .put("total_bytes_processed", savings.bytesProcessed())
        .put("savings_ratio", rounded(savings.savingsRatio()))
        .put("reduction_pct", rounded(savings.reductionPercent()))
        .put("estimated_tokens_saved", savings.estimatedTokensSaved());
  }

  private static double rounded(double figure) {
    return BigDecimal.valueOf(figure).setScale(2, RoundingMode.HALF_UP).doubleValue();
  }

  private static double millis(Duration time) {
    return TimeUnit.NANOSECONDS.toMicros(time.toNanos()) / 1_000.0;
  }
}
