package io.gatemini.server.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayTool;
import io.gatemini.SearchHit;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Searches in process, each with a task of its own so that no cache answers them. */
final class SearchSpeed implements Measurement {
  private static final double NANOS_PER_MICRO = 1e3;

  @Override
  public String name() {
    return "search";
  }

  @Override
  public List<Table> measure(Settings settings) throws Exception {
    List<Figure> figures = new ArrayList<>();
    figures.addAll(over(258, 100, settings));
    figures.addAll(over(GeneratedTools.distinct(), 1_000, settings));
    return List.of(new Table("search in process, us", "", figures));
  }

  private static List<Figure> over(int tools, double limitMicros, Settings settings)
      throws Exception {
    JsonNode schema = Json.mapper().readTree(GeneratedTools.SCHEMA);
    BackendConfig backend = BackendConfig.inProcess();
    for (int i = 0; i < tools; i++) {
      backend =
          backend.tool(
              GeneratedTools.name(i),
              GeneratedTools.description(i),
              schema,
              arguments -> "not called");
    }
    try (Gateway gateway = Gateway.builder().backend("bench", backend).build()) {
      gateway.awaitReady(Duration.ofSeconds(30));
      int searches = settings.pick(2_000, 8_000);
      Histogram nanos = new Histogram(3);
      int found = 0;
      for (int i = 0; i < 2 * searches; i++) {
        String task = GeneratedTools.task(i % tools) + " number " + i;
        String wanted = "bench." + GeneratedTools.name(i % tools);
        long began = System.nanoTime();
        List<SearchHit> hits = gateway.search(task);
        if (i >= searches) {
          nanos.recordValue(System.nanoTime() - began);
          found += hits.stream().anyMatch(hit -> hit.tool().key().equals(wanted)) ? 1 : 0;
        }
      }
      GatewayTool agents =
          gateway.agentTools(Session.local()).stream()
              .filter(tool -> tool.name().equals("search_tools"))
              .findFirst()
              .orElseThrow();
      Histogram agentNanos = new Histogram(3);
      for (int i = 0; i < 2 * searches / 5; i++) {
        String task = GeneratedTools.task(i % tools) + " for agent " + i;
        long began = System.nanoTime();
        agents.call("{\"task_description\": \"" + task + "\"}");
        if (i >= searches / 5) {
          agentNanos.recordValue(System.nanoTime() - began);
        }
      }
      return List.of(
          Figure.of(tools + " tools, p50", nanos.getValueAtPercentile(50) / NANOS_PER_MICRO)
              .atMost(limitMicros),
          Figure.of("  p99", nanos.getValueAtPercentile(99) / NANOS_PER_MICRO),
          Figure.of("  search_tools p50", agentNanos.getValueAtPercentile(50) / NANOS_PER_MICRO)
              .atMost(5_000),
          Figure.of("  wanted tool among ten, %", 100.0 * found / searches).atLeast(90));
    }
  }
}
