package io.gatemini.server.benchmark;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.server.benchmark.Measurement.Table;
import io.gatemini.spi.Json;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Tables for people, or one JSON value for programs. */
final class Report {
  private static final String ROW = "  %-42s %12s %12s %8s   %-12s %s%n";

  private Report() {}

  static String header(Settings settings) {
    return String.format(
        Locale.ROOT,
        "Gatemini benchmark (%s): %s %s, %s %s, %d processors, server started by %s%n"
            + "A machine is seldom alone: trust the ratios to the direct calls of the same run,"
            + " taken in turns, before the figures.%n",
        settings.full() ? "full" : "quick",
        System.getProperty("java.vm.name"),
        System.getProperty("java.version"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        settings.server().label());
  }

  static String text(Table table) {
    StringBuilder text = new StringBuilder(System.lineSeparator());
    text.append(table.title()).append(System.lineSeparator());
    text.append(
            String.format(ROW, "", table.reference(), "measured", "ratio", "built for", "")
                .stripTrailing())
        .append(System.lineSeparator());
    for (Figure figure : table.figures()) {
      String row =
          String.format(
              ROW,
              figure.name(),
              shown(figure.reference()),
              shown(OptionalDouble.of(figure.value())),
              figure.ratio().isPresent()
                  ? String.format(Locale.ROOT, "%.2f x", figure.ratio().getAsDouble())
                  : "",
              bound(figure),
              figure.isMet() ? "" : "MISSED");
      text.append(row.stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  static String json(Settings settings, List<Table> tables) {
    ObjectNode report = Json.mapper().createObjectNode();
    report.put("java", System.getProperty("java.version"));
    report.put("processors", Runtime.getRuntime().availableProcessors());
    report.put("server", settings.server().label());
    report.put("full", settings.full());
    ArrayNode all = report.putArray("tables");
    for (Table table : tables) {
      ObjectNode one =
          all.addObject().put("title", table.title()).put("reference", table.reference());
      ArrayNode figures = one.putArray("figures");
      for (Figure figure : table.figures()) {
        ObjectNode row = figures.addObject().put("name", figure.name().strip());
        row.put("value", figure.value());
        figure.reference().ifPresent(other -> row.put("reference", other));
        figure.ratio().ifPresent(ratio -> row.put("ratio", ratio));
        figure
            .bound()
            .limit()
            .ifPresent(limit -> row.put(figure.bound().atLeast() ? "atLeast" : "atMost", limit));
        row.put("met", figure.isMet());
      }
    }
    return report.toPrettyString();
  }

  private static String bound(Figure figure) {
    return figure.bound().limit().isEmpty()
        ? ""
        : (figure.bound().atLeast() ? ">= " : "<= ") + shown(figure.bound().limit());
  }

  private static String shown(OptionalDouble value) {
    if (value.isEmpty()) {
      return "";
    }
    double number = value.getAsDouble();
    if (number == Math.rint(number) || Math.abs(number) >= 1_000) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    return String.format(Locale.ROOT, Math.abs(number) >= 10 ? "%.1f" : "%.3f", number);
  }
}
