package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that measure, on the sample. */
class DiscoveryMeasurementTest {
  private static final String SAMPLE = "../gatemini-search/src/test/resources/evaluation/sample";

  @TempDir private Path directory = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void measuresWhatDiscoveryCosts() throws IOException {
    Path texts = directory.resolve("texts.jsonl");

    assertThat(
            run(
                "tokens",
                "--data",
                SAMPLE,
                "--tools",
                "22,30",
                "--texts",
                texts.toString(),
                "--json"))
        .isZero();

    JsonNode catalogs = Json.mapper().readTree(out.toString()).path("catalogs");
    assertThat(catalogs.findValuesAsText("tools")).containsExactly("22", "30");
    assertThat(catalogs.at("/1/compact/total").asLong())
        .isLessThan(catalogs.at("/1/default/total").asLong());
    assertThat(Files.readAllLines(texts)).isNotEmpty();
  }

  @Test
  void measuresWhatResourcesCost() throws IOException {
    assertThat(run("resources", "--data", SAMPLE, "--tools", "22,30")).isZero();
    assertThat(out.toString().lines())
        .startsWith("| bytes / estimated tokens | 22 tools | 30 tools |")
        .anyMatch(line -> line.startsWith("| `gatemini://tools` | "))
        .anyMatch(line -> line.startsWith("| all schemas | "));
    assertThat(err.toString()).contains("22 tools: done");
    out.getBuffer().setLength(0);

    assertThat(run("resources", "--data", SAMPLE, "--pool", "everyday30", "--json")).isZero();
    JsonNode catalogs = Json.mapper().readTree(out.toString()).path("catalogs");
    assertThat(catalogs.findValuesAsText("tools")).containsExactly("30");
  }

  @Table(
      """
      tokens --data nowhere | the data directory nowhere does not exist
      tokens --data SAMPLE --tools 3 | a catalog of 3 tools is too small
      resources | Missing required option: '--data=DIR'
      resources --data SAMPLE --tools 0 | a catalog has at least one tool, not 0
      """)
  void saysWhatIsWrong(String line, String message) {
    assertThat(run(line.replace("SAMPLE", SAMPLE).split(" "))).isEqualTo(2);

    assertThat(err.toString()).contains(message);
  }

  private int run(String... args) {
    return DiscoveryMeasurement.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }
}
