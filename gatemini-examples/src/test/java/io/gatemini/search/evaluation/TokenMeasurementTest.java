package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolAnnotations;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import io.gatemini.testing.EvaluationData;
import io.gatemini.text.BytesTokenEstimator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The flow through real gateways, on the sample; on the whole data where it is there. */
class TokenMeasurementTest {
  private static final Path SAMPLE =
      Path.of("../gatemini-search/src/test/resources/evaluation/sample");

  @TempDir private Path directory = Path.of("");

  @Test
  void countsEveryTextOfTheFlowOnce() throws IOException {
    Path texts = directory.resolve("texts.jsonl");

    TokenReport report = TokenMeasurement.of(SAMPLE).tools(List.of(25)).texts(texts).run();

    CatalogCost catalog = report.catalogs().get(0);
    assertThat(report.pool()).isEqualTo("everyday30");
    assertThat(catalog.tools()).isEqualTo(25);
    BytesTokenEstimator estimator = new BytesTokenEstimator();
    for (FlowCost flow : catalog.flows()) {
      long counted = 0;
      List<String> steps = new ArrayList<>();
      for (String line : Files.readAllLines(texts)) {
        JsonNode text = Json.mapper().readTree(line);
        if (text.path("form").asText().equals(flow.form())) {
          counted += estimator.estimate(text.path("text").asText());
          steps.add(text.path("step").asText());
        }
      }
      assertThat(counted).isEqualTo(flow.total());
      assertThat(flow.tasks()).isEqualTo(20);
      assertThat(steps).hasSize(2 + 8 * flow.tasks());
      assertThat(flow.found()).isGreaterThan(15);
      assertThat(flow.dearest()).isGreaterThanOrEqualTo(Math.round(flow.perTask()));
      assertThat(flow.arguments()).isBetween(1L, flow.total() - flow.fixed());
    }
    FlowCost inRows = catalog.flows().get(0);
    FlowCost inLines = catalog.flows().get(1);
    assertThat(inLines.search()).isLessThan(inRows.search());
    assertThat(inLines.structured()).isLessThan(inRows.structured() / 2);
    assertThat(catalog.indexBytes()).isLessThan(catalog.schemaBytes());
  }

  @Test
  void tellsTheSameAsJsonAndAsATable() {
    TokenReport report = TokenMeasurement.of(SAMPLE).pool("everyday30").run();

    JsonNode json = report.toJson().at("/catalogs/0");
    assertThat(json.fieldNames())
        .toIterable()
        .containsExactly(
            "tools", "schema_tokens", "schema_bytes", "index_bytes", "default", "compact");
    assertThat(json.at("/default/total").asLong())
        .isEqualTo(report.catalogs().get(0).flows().get(0).total());
    assertThat(report.toText().lines())
        .anyMatch(line -> line.matches(" +30 +\\d+ +compact( +\\d+){8} +-?[\\d.]+%"));
  }

  @Test
  void cutsAlikeAndKeepsTheToolsOfTheTasks() {
    List<EvaluatedTool> tools = new ArrayList<>();
    List<EvaluatedQuery> queries = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String backend = "backend" + i / 5;
      JsonNode schema = JsonNodeFactory.instance.objectNode();
      tools.add(
          new EvaluatedTool("id" + i, backend, "tool" + i, "", schema, ToolAnnotations.none()));
      Set<String> gold = i % 2 == 0 ? Set.of("id" + i) : Set.of("id" + i, "id0");
      queries.add(new EvaluatedQuery("q" + i, "text", gold, false, "s", ""));
      queries.add(new EvaluatedQuery("again" + i, "text", Set.of("id0"), false, "s", ""));
    }
    Pool pool = new Pool("p", tools, queries, List.of(), 0);

    List<EvaluatedQuery> tasks = CatalogCut.tasks(pool, 5);
    CatalogCut cut = CatalogCut.of(pool, tasks, 40);

    assertThat(tasks)
        .extracting(EvaluatedQuery::id)
        .containsExactly("q0", "q20", "q40", "q60", "q80");
    assertThat(cut.tools()).hasSize(40).isSubsetOf(tools);
    assertThat(cut.tools()).extracting(EvaluatedTool::id).contains("id0", "id20", "id24", "id84");
    assertThat(cut.tools()).isEqualTo(tools.stream().filter(cut.tools()::contains).toList());
    assertThat(CatalogCut.of(pool, tasks, 60).tools()).containsAll(cut.tools());
    assertThat(CatalogCut.of(pool, tasks, 1_000).tools()).isEqualTo(tools);
  }

  @Test
  void saysWhatCannotBeMeasured() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> TokenMeasurement.of(SAMPLE).pool("other").run())
        .withMessage("there is no pool \"other\"; there is everyday30");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> TokenMeasurement.of(SAMPLE).tools(List.of(3)).run())
        .withMessageContaining("a catalog of 3 tools is too small for 20 tasks");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(
            () -> TokenMeasurement.of(SAMPLE).texts(directory.resolve("no/such.jsonl")).run())
        .withMessageContaining("the texts cannot be written to");
  }

  /** Ceilings a little above the figures of the README. */
  @Test
  @EnabledIf("io.gatemini.testing.EvaluationData#isThere")
  void costsNoMoreThanItDid() {
    TokenReport report =
        TokenMeasurement.of(EvaluationData.directory().orElseThrow())
            .pool("mcp6.7k")
            .tools(List.of(258, 1_084))
            .run();

    for (CatalogCost catalog : report.catalogs()) {
      FlowCost inRows = catalog.flows().get(0);
      FlowCost inLines = catalog.flows().get(1);
      assertThat(catalog.savedOnOneTask(inRows)).as(report.toText()).isGreaterThan(0.94);
      assertThat(inRows.total()).as(report.toText()).isLessThan(15_700);
      assertThat(inLines.total()).as(report.toText()).isLessThan(16_500);
    }
  }
}
