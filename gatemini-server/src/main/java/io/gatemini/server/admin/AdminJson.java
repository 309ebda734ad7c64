package io.gatemini.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.ToolDescriptor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The answers of the port for operators that are JSON. */
final class AdminJson {
  private static final int STDERR_LINES = 20;
  private static final double MIB = 1 << 20;
  private static final double NANOS_PER_MILLISECOND = 1e6;

  private AdminJson() {}

  /** Whether all backends take calls, or wait for a person only, and the state of each. */
  static ObjectNode health(Watched watched) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    List<BackendFigures> backends = BackendFigures.of(watched);
    boolean healthy =
        backends.stream()
            .map(BackendFigures::status)
            .allMatch(it -> it.available() || it.state() == BackendState.NEEDS_SIGN_IN);
    json.put("status", healthy ? "healthy" : "degraded");
    json.put("total_tools", tools(watched.gateways().get()).size());
    json.put("total_backends", backends.size());
    watched.clients().get().ifPresent(clients -> json.put("clients", clients));
    if (watched.gateways().get().isEmpty()) {
      json.put("note", "the backends start when a client connects");
    }
    ArrayNode rows = json.putArray("backends");
    backends.forEach(it -> identity(rows.addObject(), it.status()));
    return json;
  }

  private static ObjectNode identity(ObjectNode row, BackendStatus backend) {
    return row.put("name", backend.name())
        .put("state", state(backend))
        .put("available", backend.available());
  }

  static String state(BackendStatus backend) {
    return backend.state().toString().toLowerCase(Locale.ROOT);
  }

  /** Every backend: what it is, what it takes, what it said last. */
  static ArrayNode backends(Watched watched) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    for (BackendFigures figures : BackendFigures.of(watched)) {
      BackendStatus backend = figures.status();
      ObjectNode row = identity(rows.addObject(), backend);
      backend.reason().ifPresent(reason -> row.put("reason", reason));
      row.put("tool_count", backend.toolCount()).put("restarts", backend.restarts());
      figures.processes(row);
      figures.memoryBytes().ifPresent(bytes -> row.put("rss_mb", rounded(bytes / MIB)));
      figures.latency().ifPresent(latency -> latency(row, latency));
      row.put("calls", figures.calls()).put("errors", figures.errors());
      ArrayNode stderr = row.putArray("recent_stderr");
      List<String> lines = backend.stderrTail();
      lines.subList(Math.max(0, lines.size() - STDERR_LINES), lines.size()).forEach(stderr::add);
    }
    return rows;
  }

  private static void latency(ObjectNode row, Latency latency) {
    row.put("p50_ms", milliseconds(latency.p50()));
    row.put("p95_ms", milliseconds(latency.p95()));
    row.put("p99_ms", milliseconds(latency.p99()));
  }

  private static double milliseconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLISECOND;
  }

  private static double rounded(double megabytes) {
    return Math.round(megabytes * 10) / 10.0;
  }

  /** Every tool. */
  static ArrayNode discovery(List<Gateway> gateways) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    for (ToolDescriptor tool : tools(gateways).values()) {
      rows.addObject()
          .put("name", tool.key())
          .put("description", tool.description())
          .put("backend", tool.backend())
          .set("input_schema", tool.inputSchema());
    }
    return rows;
  }

  /** By key, each once: gateways of one configuration differ in variables alone. */
  static Map<String, ToolDescriptor> tools(List<Gateway> gateways) {
    Map<String, ToolDescriptor> tools = new LinkedHashMap<>();
    for (Gateway gateway : gateways) {
      gateway.catalog().tools().forEach(tool -> tools.putIfAbsent(tool.key(), tool));
    }
    return tools;
  }
}
