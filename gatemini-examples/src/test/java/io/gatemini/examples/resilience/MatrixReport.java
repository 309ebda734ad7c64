package io.gatemini.examples.resilience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The table of a run, written as CSV to {@code target/} and, with {@code
 * -Drecord.faults=<directory>} (relative to the repository), there.
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

  private static String line(List<String> cells) {
    return cells.stream()
        .map(cell -> '"' + cell.replace("\"", "\"\"").replace("\n", " ") + '"')
        .collect(Collectors.joining(",", "", "\n"));
  }

  void write() throws IOException {
    String table = rows.stream().map(MatrixReport::line).collect(Collectors.joining());
    Path target = Files.createDirectories(BASE.resolve("target"));
    Files.writeString(target.resolve(name + ".csv"), table);
    String directory = System.getProperty("record.faults");
    if (directory != null) {
      Files.writeString(BASE.resolve("..").resolve(directory).resolve(name + ".csv"), table);
    }
  }
}
