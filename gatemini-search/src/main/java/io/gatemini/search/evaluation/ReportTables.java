package io.gatemini.search.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A report as tables of plain text. */
final class ReportTables {
  private static final List<String> SCORES = List.of("R@1", "R@3", "R@5", "R@10", "MRR", "nDCG@10");

  private final StringBuilder text = new StringBuilder();

  private ReportTables() {}

  static String of(EvaluationReport report) {
    ReportTables tables = new ReportTables();
    tables.pools(report);
    tables.foreign(report);
    tables.sources(report);
    tables.noisy(report);
    return tables.text.toString();
  }

  private void pools(EvaluationReport report) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row(List.of("pool", "tools", "queries"), SCORES, List.of("p50 us", "p99 us", "index ms")));
    for (PoolReport pool : report.pools()) {
      rows.add(
          row(
              List.of(
                  pool.name(),
                  String.valueOf(pool.tools()),
                  String.valueOf(pool.scores().queries())),
              figures(pool.scores()),
              List.of(
                  micros(pool.latency().p50()),
                  micros(pool.latency().p99()),
                  String.valueOf(pool.indexBuild().toMillis()))));
    }
    rows.add(
        List.of(
            "mean",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
            share(report.meanNdcgAt10()),
            micros(report.latency().p50()),
            micros(report.latency().p99()),
            ""));
    table(rows);
  }

  private void foreign(EvaluationReport report) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("nothing fits", "foreign", "found", "false alarms"));
    for (PoolReport pool : report.pools()) {
      NothingFits fits = pool.nothingFits();
      if (fits.foreign() > 0) {
        rows.add(
            List.of(
                pool.name(),
                String.valueOf(fits.foreign()),
                share(fits.found()),
                share(fits.falseAlarms())));
      }
    }
    if (rows.size() > 1) {
      text.append('\n');
      table(rows);
    }
  }

  private void sources(EvaluationReport report) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(List.of("pool, source", "queries"), SCORES, List.of()));
    for (PoolReport pool : report.pools()) {
      pool.bySource()
          .forEach(
              (source, scores) ->
                  rows.add(
                      row(
                          List.of(pool.name() + ", " + source, String.valueOf(scores.queries())),
                          figures(scores),
                          List.of())));
    }
    text.append('\n');
    table(rows);
  }

  private void noisy(EvaluationReport report) {
    Set<String> kinds = new LinkedHashSet<>();
    report.pools().forEach(pool -> kinds.addAll(pool.noisy().keySet()));
    if (kinds.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(List.of("noisy, R@5"), List.copyOf(kinds), List.of()));
    for (PoolReport pool : report.pools()) {
      if (!pool.noisy().isEmpty()) {
        List<String> cells =
            kinds.stream()
                .map(pool.noisy()::get)
                .map(scores -> scores == null ? "" : share(scores.recallAt5()))
                .toList();
        rows.add(row(List.of(pool.name()), cells, List.of()));
      }
    }
    text.append('\n');
    table(rows);
    text.append("noisy mean R@5: ")
        .append(share(report.noisyMeanRecallAt5().orElse(0)))
        .append('\n');
  }

  private static List<String> figures(Scores scores) {
    return List.of(
        share(scores.recallAt1()),
        share(scores.recallAt3()),
        share(scores.recallAt5()),
        share(scores.recallAt10()),
        share(scores.mrr()),
        share(scores.ndcgAt10()));
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }

  private static String micros(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static List<String> row(List<String> first, List<String> then, List<String> last) {
    List<String> row = new ArrayList<>(first);
    row.addAll(then);
    row.addAll(last);
    return row;
  }

  /** The first column to the left, the others to the right. */
  private void table(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
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
  }
}
