package io.gatemini.server.admin;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.internal.process.ResidentMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The figures as Prometheus reads them (text format 0.0.4). A counter goes down where a gateway of
 * a daemon ends, which is read as a restart.
 */
final class Metrics {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final double NANOS_PER_SECOND = 1e9;

  private final StringBuilder text = new StringBuilder();

  private Metrics() {}

  static String of(Watched watched) {
    Metrics metrics = new Metrics();
    List<Gateway> gateways = watched.gateways().get();
    metrics.process(watched, gateways);
    metrics.totals(gateways.stream().map(Gateway::stats).toList());
    metrics.backends(BackendFigures.of(watched));
    return metrics.text.toString();
  }

  private void process(Watched watched, List<Gateway> gateways) {
    double uptime = seconds(Duration.between(watched.since(), Instant.now()));
    single("gatemini_uptime_seconds", "gauge", "How long the process runs.", uptime);
    ResidentMemory.of(List.of(ProcessHandle.current().pid()))
        .ifPresent(
            bytes ->
                single(
                    "gatemini_memory_bytes",
                    "gauge",
                    "Resident memory of the gateway's process.",
                    bytes));
    watched
        .clients()
        .get()
        .ifPresent(
            clients ->
                single(
                    "gatemini_daemon_clients", "gauge", "Clients that the daemon has.", clients));
    int tools = AdminJson.tools(gateways).size();
    single("gatemini_tools", "gauge", "Tools in the catalog.", tools);
  }

  private void totals(List<GatewayStats> stats) {
    total(stats, "gatemini_calls_total", "Calls of tools.", GatewayStats::calls);
    total(stats, "gatemini_call_errors_total", "Calls of tools that failed.", GatewayStats::errors);
    total(stats, "gatemini_answers_total", "Answers to clients.", GatewayStats::answers);
    total(
        stats,
        "gatemini_processed_bytes_total",
        "Bytes of answers before reduction.",
        GatewayStats::bytesProcessed);
    total(
        stats,
        "gatemini_returned_bytes_total",
        "Bytes of answers that were sent to clients.",
        GatewayStats::bytesReturned);
    total(stats, "gatemini_programs_total", "Programs that have ended.", it -> it.programs().run());
    total(
        stats,
        "gatemini_program_failures_total",
        "Programs that returned no value.",
        it -> it.programs().failed());
  }

  private void total(
      List<GatewayStats> stats, String name, String help, ToLongFunction<GatewayStats> figure) {
    single(name, "counter", help, stats.stream().mapToLong(figure).sum());
  }

  private void backends(List<BackendFigures> figures) {
    Map<String, List<BackendFigures>> byName = new LinkedHashMap<>();
    figures.forEach(
        it -> byName.computeIfAbsent(it.status().name(), key -> new ArrayList<>()).add(it));
    each(
        byName,
        "gatemini_backend_up",
        "gauge",
        "Whether calls go through, of all that run under this name.",
        rows -> rows.stream().allMatch(it -> it.status().available()) ? 1 : 0);
    family("gatemini_backend_state", "gauge", "How many that run under this name are in a state.");
    byName.forEach(
        (name, rows) -> {
          for (BackendState state : BackendState.values()) {
            String labels =
                label("backend", name)
                    + ","
                    + label("state", state.name().toLowerCase(Locale.ROOT));
            sample(
                "gatemini_backend_state",
                labels,
                rows.stream().filter(it -> it.status().state() == state).count());
          }
        });
    each(
        byName,
        "gatemini_backend_tools",
        "gauge",
        "Tools in the catalog.",
        rows -> rows.stream().mapToInt(it -> it.status().toolCount()).max().orElse(0));
    each(
        byName,
        "gatemini_backend_restarts_total",
        "counter",
        "How often it was started again.",
        rows -> rows.stream().map(BackendFigures::status).mapToLong(BackendStatus::restarts).sum());
    each(
        byName,
        "gatemini_backend_calls_total",
        "counter",
        "Calls of its tools.",
        rows -> rows.stream().mapToLong(BackendFigures::calls).sum());
    each(
        byName,
        "gatemini_backend_call_errors_total",
        "counter",
        "Calls of its tools that failed.",
        rows -> rows.stream().mapToLong(BackendFigures::errors).sum());
    each(
        byName,
        "gatemini_backend_memory_bytes",
        "gauge",
        "Resident memory of its processes; 0 where it has none here.",
        rows -> rows.stream().mapToLong(it -> it.memoryBytes().orElse(0)).sum());
    latencies(byName);
  }

  private void each(
      Map<String, List<BackendFigures>> byName,
      String name,
      String type,
      String help,
      Function<List<BackendFigures>, Number> figure) {
    family(name, type, help);
    byName.forEach((backend, rows) -> sample(name, label("backend", backend), figure.apply(rows)));
  }

  private void latencies(Map<String, List<BackendFigures>> byName) {
    String name = "gatemini_backend_call_duration_seconds";
    family(
        name,
        "summary",
        "How long its calls took since the start; the quantiles are those of the gateway that has"
            + " called it most.");
    byName.forEach(
        (backend, rows) -> {
          BackendFigures whole = rows.stream().reduce(BackendFigures::and).orElseThrow();
          String label = label("backend", backend);
          whole
              .latency()
              .ifPresent(
                  latency -> {
                    quantile(name, label, "0.5", latency.p50());
                    quantile(name, label, "0.95", latency.p95());
                    quantile(name, label, "0.99", latency.p99());
                  });
          double sum = 0;
          long count = 0;
          for (Latency latency : whole.latencies()) {
            sum += seconds(latency.mean()) * latency.calls();
            count += latency.calls();
          }
          sample(name + "_sum", label, sum);
          sample(name + "_count", label, count);
        });
  }

  private void quantile(String name, String label, String quantile, Duration value) {
    sample(name, label + "," + label("quantile", quantile), seconds(value));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }

  private void single(String name, String type, String help, Number value) {
    family(name, type, help);
    sample(name, "", value);
  }

  private void family(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void sample(String name, String labels, Number value) {
    text.append(name);
    if (!labels.isEmpty()) {
      text.append('{').append(labels).append('}');
    }
    text.append(' ').append(value).append('\n');
  }

  /** A name may hold any visible character. */
  static String label(String name, String value) {
    String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return name + "=\"" + escaped + "\"";
  }
}
