package io.gatemini.examples.resilience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The table of a run, written to {@code target/} and, with {@code -Drecord.faults=<file>} (relative
 * to the repository), between the markers of that file.
 */
final class MatrixReport {
  private static final Path BASE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

  private final String name;
  private final List<List<String>> rows = new ArrayList<>();

  MatrixReport(String name, String... columns) {
    this.name = name;
    rows.add(List.of(columns));
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  private String table() {
    String body = rows.stream().skip(1).map(MatrixReport::line).collect(Collectors.joining());
    return line(rows.get(0)) + "|---".repeat(rows.get(0).size()) + "|\n" + body;
  }

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|").replace("\n", " "))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  void write() throws IOException {
    String table = table();
    Path own = Files.createDirectories(BASE.resolve("target")).resolve(name + ".md");
    Files.writeString(own, table);
    String file = System.getProperty("record.faults");
    if (file != null) {
      Path target = BASE.resolve("..").resolve(file).normalize();
      Files.writeString(target, between(Files.readString(target), table));
    }
  }

  private String between(String text, String table) {
    String begin = "<!-- " + name + " -->\n";
    String end = "<!-- end of " + name + " -->\n";
    int from = text.indexOf(begin);
    int to = text.indexOf(end);
    if (from < 0 || to < from) {
      throw new IllegalStateException("the file has no lines " + begin + " and " + end);
    }
    return text.substring(0, from + begin.length()) + table + text.substring(to);
  }
}
