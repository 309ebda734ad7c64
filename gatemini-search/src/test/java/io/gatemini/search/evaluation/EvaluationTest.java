package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.testing.TestRetriever;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program over small data, through real gateways. */
class EvaluationTest {
  private static final Path RESOURCES = Path.of("src", "test", "resources", "evaluation");

  @TempDir private Path data = Path.of("");

  @Test
  void scoresWhatAGatewayFinds() throws IOException {
    write("tools.jsonl", tool("a", "b"), tool("a", "c"), tool("a", "d"));
    write(
        "queries.jsonl",
        query("1", "a.b", "all", "one", "a.b"),
        query("2", "a.d a.b a.c", "all", "one", "a.b", "a.c"),
        query("3", "a.d a.b a.c", "any", "two", "a.b", "a.c"));
    write(
        "queries_noisy.jsonl",
        query("1~x", "a.c", "all", "x", "a.b"),
        query("2~x", "a.c a.b", "all", "x", "a.b"),
        query("1~y", "a.b", "all", "y", "a.b"));
    Path rankings = data.resolve("rankings.jsonl");

    EvaluationReport report = asWritten().rankings(rankings).run();

    PoolReport pool = report.pools().get(0);
    assertThat(pool.scores().recallAt1()).isEqualTo(1 / 3.0);
    assertThat(pool.scores().recallAt5()).isEqualTo(1);
    assertThat(pool.scores().mrr()).isEqualTo(2 / 3.0, within(1e-12));
    // 1; (1/log2(3) + 1/2) / (1 + 1/log2(3)) = 0.693426; 1/log2(3) = 0.630930
    assertThat(report.meanNdcgAt10()).isEqualTo((1 + 0.693426 + 0.630930) / 3, within(1e-6));
    assertThat(pool.bySource())
        .hasSize(2)
        .containsEntry("two", new Scores(1, 0, 1, 1, 1, 0.5, Math.log(2) / Math.log(3)));
    assertThat(pool.noisy().values()).extracting(Scores::recallAt5).containsExactly(0.5, 1.0);
    assertThat(report.noisyMeanRecallAt5()).hasValue(0.75);
    assertThat(report.latency().p99()).isGreaterThanOrEqualTo(report.latency().p50()).isPositive();
    assertThat(Files.readAllLines(rankings))
        .hasSize(6)
        .contains(
            "{\"pool\":\"" + pool.name() + "\",\"id\":\"2\",\"ranking\":[\"a.d\",\"a.b\",\"a.c\"]}",
            "{\"pool\":\"" + pool.name() + "\",\"id\":\"1~x\",\"ranking\":[\"a.c\"]}");
  }

  @Test
  void countsForeignTasksAsFoundAndOtherQueriesAsFalseAlarmsWhereNothingFits() throws IOException {
    write("tools.jsonl", tool("a", "b"));
    write(
        "queries.jsonl",
        query("1", "a.b", "all", "own", "a.b"),
        query("2", "nothing", "all", "own", "a.b"),
        query("3", "a.b", "all", "foreign"),
        query("4", "nothing", "all", "foreign"),
        query("5", "nothing", "all", "foreign"));
    Path rankings = data.resolve("rankings.jsonl");

    EvaluationReport report = asWritten().rankings(rankings).run();

    PoolReport pool = report.pools().get(0);
    assertThat(pool.nothingFits()).isEqualTo(new NothingFits(3, 2 / 3.0, 0.5, List.of()));
    assertThat(pool.scores()).isEqualTo(new Scores(2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5));
    assertThat(pool.bySource()).containsOnlyKeys("own");
    assertThat(report.toText()).containsPattern("nothing fits +foreign +found +false alarms");
    assertThat(PairedBootstrap.compare(data, rankings, rankings).ndcgAt10().mean()).isZero();
  }

  @Test
  void showsWhatOtherDoubtWouldFind() {
    EvaluationReport report = Evaluation.of(RESOURCES.resolve("small")).run();

    for (PoolReport pool : report.pools()) {
      NothingFits fits = pool.nothingFits();
      assertThat(fits.curve()).isSortedAccordingTo(Comparator.comparing(NothingFits.Point::found));
      assertThat(fits.curve()).isSortedAccordingTo(Comparator.comparing(NothingFits.Point::doubt));
      // As the search decides, at no doubt.
      for (NothingFits.Point point : fits.curve()) {
        assertThat(point.found() - fits.found()).matches(more -> more * point.doubt() >= 0);
      }
    }
    NothingFits.Point chosen = report.pools().get(0).nothingFits().curve().get(3);
    EvaluationReport doubting =
        Evaluation.of(RESOURCES.resolve("small"))
            .gateway(
                builder ->
                    builder.pluginConfig(
                        "hybrid", Json.mapper().createObjectNode().put("doubt", chosen.doubt())))
            .run();
    assertThat(doubting.pools().get(0).nothingFits().found()).isEqualTo(chosen.found());
    assertThat(report.toText()).containsPattern("found \\(doubt\\) at +1 % false +2 % false");
    assertThat(report.toJson().at("/pools/desk42-dev/curve")).hasSize(5);
  }

  @Test
  void readsTheSmallCatalogs() {
    EvaluationReport report = Evaluation.of(RESOURCES.resolve("small")).retrieval("lexical").run();

    assertThat(report.pools()).hasSize(8);
    assertThat(report.pools().stream().mapToInt(pool -> pool.scores().queries()).sum())
        .isEqualTo(153);
    assertThat(report.pools().stream().mapToLong(pool -> pool.nothingFits().foreign()).sum())
        .isEqualTo(75);
  }

  @Test
  void writesExactlyTheDocumentedJson() throws IOException {
    EvaluationReport report = Evaluation.of(RESOURCES.resolve("sample")).retrieval("lexical").run();

    JsonNode json = Json.mapper().readTree(report.toJson().toString());

    assertThat(keys(json))
        .containsExactly(
            "pools",
            "mean_ndcg_at_10",
            "noisy",
            "noisy_mean_recall_at_5",
            "latency_us",
            "index_build_ms");
    assertThat(keys(json.at("/pools/everyday30")))
        .containsExactly(
            "queries",
            "tools",
            "recall_at_1",
            "recall_at_3",
            "recall_at_5",
            "recall_at_10",
            "mrr",
            "ndcg_at_10",
            "foreign",
            "foreign_found",
            "false_alarms",
            "curve");
    assertThat(keys(json.at("/noisy/everyday30")))
        .containsExactly("typo1", "typoall", "partial", "nametypo");
    assertThat(keys(json.at("/latency_us"))).containsExactly("p50", "p99");
    assertThat(json.at("/mean_ndcg_at_10").asDouble()).isEqualTo(report.meanNdcgAt10());
    assertThat(json.at("/pools/everyday30/ndcg_at_10").asDouble()).isGreaterThan(0.85);
  }

  @Test
  void tellsTheTablesToPeople() {
    String text = Evaluation.of(RESOURCES.resolve("sample")).retrieval("lexical").run().toText();

    assertThat(text.lines())
        .anyMatch(line -> line.matches("everyday30 +30 +25( +[01]\\.\\d{4}){6}( +\\d+){3}"))
        .anyMatch(line -> line.startsWith("everyday30, sample-multi"))
        .anyMatch(line -> line.startsWith("noisy, R@5"));
  }

  @Test
  void mapsEveryOddNameBackToTheData() throws IOException {
    Path rankings = data.resolve("rankings.jsonl");

    EvaluationReport report =
        Evaluation.of(RESOURCES.resolve("nasty")).retrieval("lexical").rankings(rankings).run();

    assertThat(report.pools()).extracting(PoolReport::tools).containsExactly(22, 9);
    Map<String, String> first = new HashMap<>();
    for (String line : Files.readAllLines(rankings)) {
      JsonNode ranking = Json.mapper().readTree(line);
      first.putIfAbsent(ranking.path("id").asText(), ranking.at("/ranking/0").asText());
    }
    assertThat(first)
        .containsEntry("n1", "my server.list files#2")
        .containsEntry("n2", "my server.list files#3")
        .containsEntry("n3", "my.server.list.files")
        .containsEntry("n5", "quiet.#2")
        .containsEntry("n9", "Café Été.réserver une table")
        .containsEntry("n10", "🚀 rocket.launch 🚀")
        .containsEntry("n11", "")
        .containsEntry("n12", "a\"quote.b\\slash\nline")
        .containsEntry("13", "long2");
  }

  @Test
  void countsAGoldToolThatThePoolLacksAsNotFoundAndSaysSo() {
    List<String> told = new ArrayList<>();

    EvaluationReport report =
        Evaluation.of(RESOURCES.resolve("nasty")).retrieval("lexical").progress(told::add).run();

    assertThat(report.pools().get(1).scores().queries()).isEqualTo(8);
    assertThat(told)
        .contains(
            "only c: 4 queries have a gold tool that is not in the pool; it counts as not found");
  }

  @Test
  void takesEveryDirectoryWithToolsAndQueriesForAPool() throws IOException {
    for (String pool : List.of("second", "first")) {
      write(pool + "/tools.jsonl", "{\"backend\": \"a\", \"name\": \"b\"}");
      write(pool + "/queries.jsonl", query("1", "a.b", "all", "s", "a.b"));
    }
    write("tools only/tools.jsonl", tool("a", "b"));

    EvaluationReport report = asWritten().run();

    assertThat(report.pools()).extracting(PoolReport::name).containsExactly("first", "second");
    assertThat(report.noisyMeanRecallAt5()).isEmpty();
    assertThat(report.toJson().path("noisy_mean_recall_at_5").isNull()).isTrue();
    assertThat(report.toJson().path("noisy").isEmpty()).isTrue();
  }

  @Test
  void namesFileAndLineOfWhatIsWrong() throws IOException {
    write("tools.jsonl", tool("a", "b"), "", "{\"backend\": \"a\"");
    write("queries.jsonl", query("1", "x", "all", "s", "a.b"));
    refuses("tools.jsonl, line 3: not valid JSON");

    write("tools.jsonl", tool("a", "b"), "[]");
    refuses("tools.jsonl, line 2: this is not a JSON object");

    write("tools.jsonl", "{\"id\": \"x\", \"backend\": \"a\", \"name\": null}");
    refuses("tools.jsonl, line 1: \"name\" is missing");

    write("tools.jsonl", tool("a", "b"), tool("a", "b"));
    refuses("tools.jsonl, line 2: there are two tools with the id \"a.b\"");

    write("tools.jsonl", tool("a", "b"));
    write("queries.jsonl", query("1", "x", "all", "s", "a.c"));
    refuses("queries.jsonl, line 1: gold tool \"a.c\" is not an id in tools.jsonl");

    write("queries.jsonl", query("1", "x", "most", "s", "a.b"));
    refuses("queries.jsonl, line 1: \"mode\" is \"most\"");

    write("queries.jsonl", query("1", "x", "all", "s").replace("[]", "\"a.b\""));
    refuses("queries.jsonl, line 1: \"gold\" must be a list");

    write("queries.jsonl", query("1", "x", "all", "s"));
    refuses("has no queries that a tool answers");

    write("pools.json", "[{\"name\": \"p\", \"corpus\": \"nowhere\"}]");
    refuses("nowhere/tools.jsonl: there is no such file");

    write("pools.json", "[{\"name\": \"p\"}]");
    refuses("pools.json, pool 1: \"corpus\" is missing");

    write("pools.json", "{}");
    refuses("pools.json is not a list");

    Files.write(data.resolve("pools.json"), new byte[] {'[', (byte) 0xff});
    refuses("pools.json is not valid JSON");

    Files.delete(data.resolve("pools.json"));
    Files.write(data.resolve("tools.jsonl"), new byte[] {'{', (byte) 0xc3, '}'});
    refuses("tools.jsonl is not UTF-8 text");
  }

  @Test
  void refusesAnUnknownRetrieverAndBackendsOfAConfiguration() throws IOException {
    write("tools.jsonl", tool("a", "b"));
    write("queries.jsonl", query("1", "x", "all", "s", "a.b"));

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> Evaluation.of(data).retrieval("guess").run())
        .withMessageStartingWith("search.retrieval \"guess\" is not known; there is ");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(
            () ->
                Evaluation.of(data)
                    .gateway(builder -> builder.backend("own", BackendConfig.inProcess()))
                    .run())
        .withMessageContaining("has backends; leave them out");
  }

  private void refuses(String message) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> asWritten().run())
        .withMessageContaining(message);
  }

  private Evaluation asWritten() {
    return Evaluation.of(data).gateway(builder -> builder.plugin(new AsWritten()));
  }

  private void write(String file, String... lines) throws IOException {
    Path path = data.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, String.join("\n", lines));
  }

  private static String tool(String backend, String name) {
    return "{\"id\": \"%1$s.%2$s\", \"backend\": \"%1$s\", \"name\": \"%2$s\"}"
        .formatted(backend, name);
  }

  private static String query(String id, String text, String mode, String source, String... gold) {
    String ids = String.join(",", Arrays.stream(gold).map(tool -> '"' + tool + '"').toList());
    return "{\"id\":\"%s\",\"query\":\"%s\",\"mode\":\"%s\",\"source\":\"%s\",\"gold\":[%s]}"
        .formatted(id, text, mode, source, ids);
  }

  private static List<String> keys(JsonNode object) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** Finds the tools whose keys the query lists, in that order. */
  private static final class AsWritten implements RetrieverProvider {
    @Override
    public String name() {
      return "as-written";
    }

    @Override
    public int weight() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Retriever create(JsonNode config, PluginContext context) {
      return new TestRetriever(
          "as-written",
          (snapshot, previous) ->
              query ->
                  Arrays.stream(query.text().split(" "))
                      .flatMap(key -> snapshot.resolve(key).stream())
                      .limit(query.limit())
                      .map(tool -> new Retriever.Hit(tool, 1))
                      .toList());
    }
  }
}
