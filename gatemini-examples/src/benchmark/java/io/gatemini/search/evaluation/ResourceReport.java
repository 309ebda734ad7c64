package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The result of a measurement of resources. Immutable.
 *
 * @param pool the pool that the catalogs were cut from
 * @param catalogs in the order they were asked for
 */
record ResourceReport(String pool, List<Catalog> catalogs) {

  ResourceReport {
    catalogs = List.copyOf(catalogs);
  }

  /**
   * One catalog. Immutable.
   *
   * @param tools how many tools it has
   * @param sizes by address, or by what else it is, in the order of the lists; {@code all schemas}
   *     is name, description and input schema of every tool
   */
  record Catalog(int tools, Map<String, Size> sizes) {
    Catalog {
      sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    }
  }

  /**
   * How large a text is.
   *
   * @param bytes in UTF-8
   * @param tokens estimated
   */
  record Size(long bytes, long tokens) {}

  /**
   * The report as one object: {@code pool} and {@code catalogs}, each with {@code tools} and {@code
   * sizes} by address: {@code bytes} and {@code tokens}.
   */
  JsonNode toJson() {
    ObjectNode report = JsonNodeFactory.instance.objectNode().put("pool", pool);
    report.putArray("catalogs");
    for (Catalog catalog : catalogs) {
      ObjectNode sizes =
          report.withArray("catalogs").addObject().put("tools", catalog.tools()).putObject("sizes");
      catalog
          .sizes()
          .forEach(
              (what, size) ->
                  sizes.putObject(what).put("bytes", size.bytes()).put("tokens", size.tokens()));
    }
    return report;
  }

  /** The report as a table of Markdown: bytes and estimated tokens, a column a catalog. */
  String toMarkdown() {
    StringBuilder text = new StringBuilder("| bytes / estimated tokens |");
    Set<String> rows = new LinkedHashSet<>();
    for (Catalog catalog : catalogs) {
      text.append(String.format(Locale.ROOT, " %,d tools |", catalog.tools()));
      rows.addAll(catalog.sizes().keySet());
    }
    text.append("\n|---|").append("---|".repeat(catalogs.size())).append('\n');
    for (String row : rows) {
      text.append("| ").append(row.contains("/") ? "`" + row + "`" : row).append(" |");
      for (Catalog catalog : catalogs) {
        Size size = catalog.sizes().get(row);
        text.append(
            size == null
                ? " |"
                : String.format(Locale.ROOT, " %,d / %,d |", size.bytes(), size.tokens()));
      }
      text.append('\n');
    }
    return text.toString();
  }
}
