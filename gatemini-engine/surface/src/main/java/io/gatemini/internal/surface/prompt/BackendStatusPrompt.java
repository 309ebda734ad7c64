package io.gatemini.internal.surface.prompt;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.BackendLatency;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.spi.ToolSet.NextSteps;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code backend_status}: how all backends are, in a table. Thread-safe. */
record BackendStatusPrompt(Gateway gateway, NextSteps words) implements BuiltInPrompt {
  private static final Prompt DEFINITION =
      new Prompt(
          "backend_status",
          "Status of the backends",
          "All backends with their state, tools, latencies and calls, and why some are not"
              + " available.",
          List.of());

  private static final String NO_DATA = "-";
  private static final double NANOS_PER_MILLI = 1_000_000;

  @Override
  public Prompt definition() {
    return DEFINITION;
  }

  @Override
  public CompletionStage<PromptContent> get(Session session, Map<String, String> arguments) {
    return CompletableFuture.completedFuture(PromptContent.of(DEFINITION.title(), text()));
  }

  private String text() {
    List<BackendStatus> backends = gateway.backends();
    StringBuilder text = new StringBuilder("# Status of the backends\n\n");
    text.append(BackendTable.counts(backends, gateway.catalog().tools().size())).append('\n');
    if (backends.isEmpty()) {
      return text.append("One is ")
          .append(words.register().map(tool -> "registered with `" + tool + "`, or ").orElse(""))
          .append("configured.\n")
          .toString();
    }
    Map<String, Latency> latencies =
        gateway.stats().backends().stream()
            .collect(
                Collectors.toMap(BackendLatency::backend, BackendLatency::latency, (a, b) -> a));
    text.append("\n| Backend | Status | Tools | p50 ms | p95 ms | Calls |\n");
    text.append("|---|---|---:|---:|---:|---:|\n");
    for (BackendStatus backend : backends) {
      row(text, backend, latencies.get(backend.name()));
    }
    BackendTable.unavailable(text, backends);
    text.append(
        "\nTell me which backends need attention, and why. Latencies and calls count since the"
            + " gateway was started.\n");
    return text.toString();
  }

  private static void row(StringBuilder text, BackendStatus backend, @Nullable Latency latency) {
    text.append("| ").append(BackendTable.name(backend.name()));
    text.append(" | ").append(backend.state().label());
    text.append(" | ").append(backend.toolCount());
    if (latency == null || latency.calls() == 0) {
      text.append(" | " + NO_DATA + " | " + NO_DATA + " | " + NO_DATA + " |\n");
    } else {
      text.append(" | ").append(millis(latency.p50()));
      text.append(" | ").append(millis(latency.p95()));
      text.append(" | ").append(latency.calls()).append(" |\n");
    }
  }

  private static String millis(Duration duration) {
    double millis = duration.toNanos() / NANOS_PER_MILLI;
    return String.format(Locale.ROOT, millis < 10 ? "%.2f" : "%.0f", millis);
  }
}
