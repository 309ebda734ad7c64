package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gatemini.config.ConfigException;
import io.gatemini.testing.EvaluationData;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The cost of resources, over real gateways; on the whole data where it is present. */
class ResourceMeasurementTest {
  private static final Path SAMPLE =
      Path.of("../gatemini-search/src/test/resources/evaluation/sample");

  private static ResourceReport.Size size(ResourceReport report, int catalog, String what) {
    return Objects.requireNonNull(report.catalogs().get(catalog).sizes().get(what), what);
  }

  @Test
  void measuresEveryResourceForEveryNumberOfTools() {
    ResourceReport report = ResourceMeasurement.of(SAMPLE).tools(List.of(5, 30)).run();

    assertThat(report.catalogs()).extracting(ResourceReport.Catalog::tools).containsExactly(5, 30);
    assertThat(report.catalogs())
        .allSatisfy(
            catalog ->
                assertThat(catalog.sizes().keySet())
                    .contains(
                        "gatemini://tools",
                        "gatemini://stats",
                        "gatemini://llms",
                        "gatemini://llms-full",
                        "gatemini://tool/{tool_name}",
                        "gatemini://backend/{backend_name}/tools",
                        "resources/list",
                        "resources/templates/list",
                        "prompts/list",
                        "instructions",
                        "all schemas"));
    assertThat(size(report, 1, "gatemini://tools").bytes())
        .isGreaterThan(size(report, 0, "gatemini://tools").bytes());
    assertThat(size(report, 0, "gatemini://recent").bytes()).isGreaterThan(1_000);
    assertThat(report.toMarkdown().lines())
        .startsWith("| bytes / estimated tokens | 5 tools | 30 tools |", "|---|---|---|")
        .anyMatch(line -> line.matches("\\| `gatemini://tools` \\|( [\\d,]+ / [\\d,]+ \\|){2}"))
        .hasSize(2 + report.catalogs().get(0).sizes().size());
    assertThat(report.toJson().at("/catalogs/1/sizes/all schemas/tokens").asLong()).isPositive();
  }

  @Test
  void saysWhatCannotBeMeasured() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> ResourceMeasurement.of(SAMPLE).tools(List.of(0)).run())
        .withMessage("a catalog has at least one tool, not 0");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> ResourceMeasurement.of(SAMPLE).pool("other").run())
        .withMessage("there is no pool \"other\"; there is everyday30");
  }

  /** 3,100 tokens for 258 tools, 12 a tool beyond. */
  @Test
  @EnabledIf("io.gatemini.testing.EvaluationData#isThere")
  void indexesStayWithinTheirTokens() {
    ResourceReport report =
        ResourceMeasurement.of(EvaluationData.directory().orElseThrow())
            .pool("mcp6.7k")
            .tools(List.of(258, 1_084))
            .run();

    assertThat(size(report, 0, "gatemini://tools").tokens()).isBetween(2_800L, 3_100L);
    assertThat(size(report, 0, "gatemini://llms").tokens()).isBetween(2_800L, 3_100L);
    assertThat(size(report, 1, "gatemini://tools").tokens()).isBetween(12_000L, 13_012L);
    assertThat(size(report, 1, "gatemini://llms").tokens()).isBetween(12_000L, 13_012L);
  }
}
