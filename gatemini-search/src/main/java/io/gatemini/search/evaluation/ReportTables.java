package io.gatemini.search.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A report as tables of plain text. */
final class ReportTables {
  private static final List<String> SCORES = List.of("R@1", "R@3", "R@5", "R@10", "MRR", "nDCG@10");

  private final StringBuilder text = new StringBuilder();

  /** The rows of the table at hand. */
  private final List<List<String>> rows = new ArrayList<>();

  /** The costs of tasks in hosts. */
  ReportTables(List<HostReport> reports) {
    for (HostReport report : reports) {
      Map<String, Number> figures = report.figures();
      if (rows.isEmpty()) {
        List<String> names = figures.keySet().stream().map(it -> it.replace('_', ' ')).toList();
        row("pool", "host", names);
      }
      row(report.pool(), report.host(), List.copyOf(figures.values()));
    }
    table();
  }

  ReportTables(EvaluationReport report) {
    pools(report);
    foreign(report);
    sources(report);
    noisy(report);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private void pools(EvaluationReport report) {
    row("pool", "tools", "queries", SCORES, "p50 us", "p99 us", "index ms");
    for (PoolReport pool : report.pools()) {
      row(
          pool.name(),
          pool.tools(),
          pool.scores().queries(),
          figures(pool.scores()),
          micros(pool.latency().p50()),
          micros(pool.latency().p99()),
          pool.indexBuild().toMillis());
    }
    String p50 = micros(report.latency().p50());
    String p99 = micros(report.latency().p99());
    row("mean", "", "", "", "", "", "", "", report.meanNdcgAt10(), p50, p99, "");
    table();
  }

  private void foreign(EvaluationReport report) {
    for (PoolReport pool : report.pools()) {
      NothingFits fits = pool.nothingFits();
      if (fits.foreign() > 0) {
        if (rows.isEmpty()) {
          text.append('\n');
          row("nothing fits", "foreign", "found", "false alarms");
        }
        row(pool.name(), fits.foreign(), fits.found(), fits.falseAlarms());
      }
    }
    table();
    for (PoolReport pool : report.pools()) {
      List<NothingFits.Point> curve = pool.nothingFits().curve();
      if (!curve.isEmpty()) {
        if (rows.isEmpty()) {
          text.append('\n');
          row("found (doubt) at", curve.stream().map(ReportTables::rate).toList());
        }
        row(pool.name(), curve.stream().map(ReportTables::found).toList());
      }
    }
    table();
  }

  private static String rate(NothingFits.Point point) {
    return String.format(Locale.ROOT, "%.0f %% false", 100 * point.falseAlarms());
  }

  private static String found(NothingFits.Point point) {
    return String.format(Locale.ROOT, "%.2f (%.2f)", point.found(), point.doubt());
  }

  private void sources(EvaluationReport report) {
    text.append('\n');
    row("pool, source", "queries", SCORES);
    for (PoolReport pool : report.pools()) {
      pool.bySource()
          .forEach(
              (source, scores) ->
                  row(pool.name() + ", " + source, scores.queries(), figures(scores)));
    }
    table();
  }

  private void noisy(EvaluationReport report) {
    Set<String> kinds = new LinkedHashSet<>();
    report.pools().forEach(pool -> kinds.addAll(pool.noisy().keySet()));
    if (kinds.isEmpty()) {
      return;
    }
    text.append('\n');
    row("noisy, R@5", List.copyOf(kinds));
    for (PoolReport pool : report.pools()) {
      if (!pool.noisy().isEmpty()) {
        List<?> cells =
            kinds.stream()
                .map(pool.noisy()::get)
                .map(scores -> scores == null ? "" : cell(scores.recallAt5()))
                .toList();
        row(pool.name(), cells);
      }
    }
    table();
    text.append("noisy mean R@5: ")
        .append(cell(report.noisyMeanRecallAt5().orElse(0)))
        .append('\n');
  }

  private static List<Double> figures(Scores scores) {
    return List.of(
        scores.recallAt1(),
        scores.recallAt3(),
        scores.recallAt5(),
        scores.recallAt10(),
        scores.mrr(),
        scores.ndcgAt10());
  }

  private static String micros(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  /** Adds a row; a list stands for as many cells as it has elements. */
  private void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      if (cell instanceof List<?> several) {
        several.forEach(one -> row.add(cell(one)));
      } else {
        row.add(cell(cell));
      }
    }
    rows.add(row);
  }

  private static String cell(Object value) {
    return value instanceof Double share
        ? String.format(Locale.ROOT, "%.4f", share)
        : value.toString();
  }

  /** Writes the rows: the first column to the left, the others to the right. */
  private void table() {
    int[] widths = new int[rows.isEmpty() ? 0 : rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    rows.clear();
  }
}
