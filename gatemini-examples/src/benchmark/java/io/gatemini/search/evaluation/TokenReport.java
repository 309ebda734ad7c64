package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/**
 * The result of a measurement of tokens. Immutable.
 *
 * @param pool the pool that the catalogs were cut from
 * @param catalogs in the order they were asked for
 */
record TokenReport(String pool, List<CatalogCost> catalogs) {

  TokenReport {
    catalogs = List.copyOf(catalogs);
  }

  /**
   * The report as one object: {@code pool} and {@code catalogs}, each with {@code tools}, {@code
   * schema_tokens}, {@code schema_bytes}, {@code index_bytes} and, by form, the figures of {@link
   * FlowCost} and {@code saved_on_one_task}.
   */
  JsonNode toJson() {
    ObjectNode report = JsonNodeFactory.instance.objectNode().put("pool", pool);
    report.putArray("catalogs");
    for (CatalogCost catalog : catalogs) {
      ObjectNode json =
          report
              .withArray("catalogs")
              .addObject()
              .put("tools", catalog.tools())
              .put("schema_tokens", catalog.schemaTokens())
              .put("schema_bytes", catalog.schemaBytes())
              .put("index_bytes", catalog.indexBytes());
      for (FlowCost flow : catalog.flows()) {
        json.set(flow.form(), flow.toJson().put("saved_on_one_task", catalog.savedOnOneTask(flow)));
      }
    }
    return report;
  }

  /** The report as a table for people. */
  String toText() {
    StringBuilder text = new StringBuilder();
    text.append("estimated tokens, pool ").append(pool).append('\n');
    text.append(
        line(
            "tools", "schemas", "form", "fixed", "search", "brief", "full", "call", "a task",
            "tasks", "in all", "saved"));
    for (CatalogCost catalog : catalogs) {
      for (FlowCost flow : catalog.flows()) {
        text.append(
            line(
                catalog.tools(),
                catalog.schemaTokens(),
                flow.form(),
                flow.fixed(),
                mean(flow.search(), flow),
                mean(flow.brief(), flow),
                mean(flow.full(), flow),
                mean(flow.call(), flow),
                Math.round(flow.perTask()),
                flow.tasks(),
                flow.total(),
                String.format(Locale.ROOT, "%.1f%%", 100 * catalog.savedOnOneTask(flow))));
      }
    }
    for (CatalogCost catalog : catalogs) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d tools: schemas %d bytes, index %d bytes (%.1f%% less)%n",
              catalog.tools(),
              catalog.schemaBytes(),
              catalog.indexBytes(),
              100.0 * (catalog.schemaBytes() - catalog.indexBytes()) / catalog.schemaBytes()));
    }
    return text.toString();
  }

  private static long mean(long sum, FlowCost flow) {
    return flow.tasks() == 0 ? 0 : Math.round((double) sum / flow.tasks());
  }

  private static String line(Object... cells) {
    StringBuilder line = new StringBuilder();
    for (Object cell : cells) {
      line.append(String.format(Locale.ROOT, "%9s", cell));
    }
    return line.append('\n').toString();
  }
}
