package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.search.host.HostCost;
import io.gatemini.spi.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The cost of the tasks of one pool in one host. Immutable.
 *
 * @param firstBytes the bytes of the first request that are the gateway's
 * @param costs that of each task
 */
public record HostReport(String pool, String host, long firstBytes, List<HostCost> costs) {
  public HostReport {
    costs = List.copyOf(costs);
  }

  /**
   * By name: {@code tasks}; the shares of them whose tool can be called in {@code turn_1}, {@code
   * turn_2}, {@code turn_3}, {@code later}, or is {@code not_found}, and in which the host {@code
   * overlooked} the gateway; {@code first_bytes}; the means {@code bytes} and {@code
   * changed_bytes}; {@code most_bytes} of a task.
   */
  public Map<String, Number> figures() {
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put("tasks", costs.size());
    figures.put("turn_1", share(cost -> cost.turns() == 1));
    figures.put("turn_2", share(cost -> cost.turns() == 2));
    figures.put("turn_3", share(cost -> cost.turns() == 3));
    figures.put("later", share(cost -> cost.turns() > 3));
    figures.put("not_found", share(cost -> cost.turns() == 0));
    figures.put("overlooked", share(HostCost::overlooked));
    figures.put("first_bytes", firstBytes);
    figures.put("bytes", Math.round(mean(HostCost::bytes)));
    figures.put("most_bytes", costs.stream().mapToLong(HostCost::bytes).max().orElse(0));
    figures.put("changed_bytes", Math.round(mean(HostCost::changedBytes)));
    return figures;
  }

  private double share(Predicate<HostCost> counts) {
    return mean(cost -> counts.test(cost) ? 1 : 0);
  }

  private double mean(ToLongFunction<HostCost> value) {
    return costs.stream().mapToLong(value).average().orElse(0);
  }

  /** The reports by pool and host. */
  public static JsonNode toJson(List<HostReport> reports) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (HostReport report : reports) {
      json.withObjectProperty(report.pool)
          .set(report.host, Json.mapper().valueToTree(report.figures()));
    }
    return json;
  }

  /** The reports as a table for people. */
  public static String toText(List<HostReport> reports) {
    return new ReportTables(reports).toString();
  }
}
