package io.gatemini.search;

import static io.gatemini.testing.Thrown.assertThrown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.SearchExplanation;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestRetriever;
import io.gatemini.testing.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hybrid search in a gateway's configuration, and the explanations of its hits. */
class HybridConfigurationTest {
  private static final String SCHEMA = "{\"type\":\"object\"}";

  private static GatewayBuilder shop() {
    return Gateway.builder()
        .backend(
            "shop",
            BackendConfig.inProcess()
                .tool("refund_invoice", "Give money back.", SCHEMA, arguments -> "")
                .tool("ship_order", "Ship goods to a customer.", SCHEMA, arguments -> "")
                .tool("list_orders", "List the orders.", SCHEMA, arguments -> "")
                .tool("count_stock", "Count what is in store.", SCHEMA, arguments -> ""));
  }

  private static JsonNode json(String text) {
    return RawJson.parse(text).tree();
  }

  /** A host's own retriever: it always finds one tool, with the score of its configuration. */
  private static final class MineProvider implements RetrieverProvider {
    private static final OptionTable KEYS = new OptionTable("mine");

    static {
      KEYS.add("tool", OptionType.text(), "");
      KEYS.add("score", OptionType.text(), "");
    }

    @Override
    public String name() {
      return "mine";
    }

    @Override
    public OptionTable settings() {
      return KEYS;
    }

    @Override
    public int weight() {
      return 1;
    }

    @Override
    public Retriever create(JsonNode config, PluginContext context) {
      String tool = config.path("tool").asText("shop.count_stock");
      double score = config.path("score").asDouble(1);
      return new TestRetriever(
          "mine",
          (snapshot, previous) ->
              query ->
                  snapshot
                      .resolve(tool)
                      .filter(query.filter())
                      .map(each -> new Hit(each, score))
                      .stream()
                      .toList());
    }
  }

  private static GatewayBuilder joined() {
    return shop().plugin(new MineProvider()).pluginConfig("hybrid", json("{\"join\": [\"mine\"]}"));
  }

  private static List<SearchHit> explained(Gateway gateway, String query) {
    return gateway.search(SearchRequest.of(query).withExplanation());
  }

  @Test
  void tellsWhyAToolWasFound() {
    try (Gateway gateway = shop().build()) {
      SearchHit hit = explained(gateway, "give mony back").get(0);

      assertThat(hit.key()).isEqualTo("shop.refund_invoice");
      SearchExplanation explanation = hit.explanation().orElseThrow();
      assertThat(explanation.retriever()).isEqualTo("hybrid");
      assertThat(explanation.scores()).containsOnlyKeys("lexical", "semantic", "fit");
      assertThat(explanation.scores().get("lexical")).isPositive();
      assertThat(explanation.scores().get("semantic")).isBetween(0.2, 1.0);
      assertThat(explanation.repairs())
          .singleElement()
          .satisfies(
              repair -> {
                assertThat(repair.word()).isEqualTo("mony");
                assertThat(repair.readAs()).isEqualTo("money");
                assertThat(repair.similarity()).isCloseTo(0.8, within(1e-6));
              });
    }
  }

  @Test
  void tellsNothingUnlessAsked() {
    try (Gateway gateway = shop().build()) {
      assertThat(gateway.search("give money back"))
          .isNotEmpty()
          .allMatch(hit -> hit.explanation().isEmpty());
    }
  }

  @Values("lexical | semantic")
  void answersByOneSideAlone(String name) {
    try (Gateway gateway = shop().retrieval(name).build()) {
      SearchExplanation explanation =
          explained(gateway, "give money back").get(0).explanation().orElseThrow();

      assertThat(explanation.retriever()).isEqualTo(name);
      assertThat(explanation.scores().keySet())
          .isEqualTo(name.equals("semantic") ? Set.of(name, "fit") : Set.of(name));
    }
  }

  @Test
  void goesByWordsAloneWhereTheModelIsSwitchedOff() {
    try (Gateway gateway = shop().semantic(false).build();
        Gateway lexical = shop().retrieval("lexical").build()) {
      for (String query :
          List.of("give money back", "ordres", "reimbursement", "list the orders")) {
        List<SearchHit> hits = explained(gateway, query);

        assertThat(hits)
            .as(query)
            .extracting(SearchHit::key)
            .containsExactlyElementsOf(lexical.search(query).stream().map(SearchHit::key).toList());
        assertThat(hits)
            .allMatch(
                hit -> hit.explanation().orElseThrow().scores().keySet().equals(Set.of("lexical")));
      }
      assertThat(gateway.search("reimbursement")).isEmpty();
    }
  }

  @Test
  void liftsTheToolOfAHostsOwnRetriever() {
    try (Gateway plain = shop().build();
        Gateway gateway = joined().build()) {
      assertThat(plain.search("ship the goods").stream().limit(2))
          .extracting(SearchHit::key)
          .doesNotContain("shop.count_stock");

      List<SearchHit> hits =
          gateway.search(SearchRequest.of("ship the goods").withExplanation().withRest());

      assertThat(hits).extracting(SearchHit::key).startsWith("shop.ship_order", "shop.count_stock");
      assertThat(hits.get(0).explanation().orElseThrow().scores())
          .containsOnlyKeys("lexical", "semantic", "mine", "fit");
      assertThat(gateway.search("qqqq")).extracting(SearchHit::key).startsWith("shop.count_stock");
    }
  }

  @Test
  void filtersWhatAHostsOwnRetrieverFinds() {
    try (Gateway gateway = joined().build()) {
      assertThat(gateway.search(SearchRequest.of("give money back").withTag("none"))).isEmpty();
    }
  }

  @Values(
      """
      "nosuch.tool" | "shop.count_stock", "score": 1e300 | "shop.count_stock", "score": "NaN"
      "shop.count_stock", "score": -5
      """)
  void bearsWhatAHostsOwnRetrieverShouldNotAnswer(String answer) {
    try (Gateway gateway =
        joined().pluginConfig("mine", json("{\"tool\": " + answer + "}")).build()) {
      assertThat(gateway.search("give money back"))
          .extracting(SearchHit::key)
          .startsWith("shop.refund_invoice");
      assertThat(gateway.search("give money back"))
          .allMatch(hit -> hit.score() > 0 && Double.isFinite(hit.score()));
    }
  }

  @Table(
      """
      ["nosuch"] | or add the jar of your own, whose \
      META-INF/services/io.gatemini.spi.RetrieverProvider
      ["hybrid"] | "hybrid"
      ["lexical"] | "lexical"
      ["semantic"] | "semantic"
      ["rrf"] | "rrf"
      ["mine", "mine"] | twice
      [1] | no retriever "1"
      "mine" | a list was expected
      {} | a list was expected
      """)
  void refusesToJoinWhatDoesNotFit(String names, String message) {
    GatewayBuilder builder = joined().pluginConfig("hybrid", json("{\"join\": " + names + "}"));

    assertThrown(ConfigException.class, builder::build)
        .hasMessageContaining("plugins.hybrid.join")
        .hasMessageContaining(message);
  }

  @Test
  void joinsNothingWhereTheListIsEmpty() {
    try (Gateway gateway = shop().pluginConfig("hybrid", json("{\"join\": []}")).build()) {
      assertThat(gateway.search("give money back")).isNotEmpty();
    }
  }

  @Values("\"yes\" | 1 | []")
  void refusesASwitchThatIsNoBoolean(String enabled) {
    GatewayBuilder builder =
        shop().pluginConfig("semantic", json("{\"enabled\": " + enabled + "}"));

    assertThrown(ConfigException.class, builder::build).hasMessageContaining("semantic.enabled");
  }

  @Values("5 | {} | \"\" | true")
  void refusesAModelThatIsNoPath(String model) {
    GatewayBuilder builder = shop().pluginConfig("semantic", json("{\"model\": " + model + "}"));

    assertThrown(ConfigException.class, builder::build).hasMessageContaining("semantic.model");
  }

  @Test
  void refusesAModelThatIsNotThere(@TempDir Path directory) throws Exception {
    Path damaged = Files.writeString(directory.resolve("damaged.gsem"), "no model");

    for (Path path : List.of(directory.resolve("nosuch"), directory, damaged, Path.of("/"))) {
      assertThrown(ConfigException.class, shop().semanticModel(path)::build)
          .hasMessageContaining("semantic.model")
          .message()
          .doesNotContain(directory.toString());
    }
  }

  @Test
  void refusesToSearchByAMeaningThatIsSwitchedOff() {
    assertThrown(ConfigException.class, shop().retrieval("semantic").semantic(false)::build)
        .hasMessageContaining("semantic.enabled")
        .hasMessageContaining("search.retrieval");
  }

  /** The model says that only what has the word "stock" is alike. */
  @Test
  void comparesByAModelOfOnesOwn(@TempDir Path directory) throws Exception {
    writeModel(directory);

    try (Gateway gateway = shop().semanticModel(directory).retrieval("semantic").build()) {
      List<SearchHit> hits = explained(gateway, "stock");

      assertThat(hits).extracting(SearchHit::key).containsExactly("shop.count_stock");
      assertThat(hits.get(0).explanation().orElseThrow().scores().get("semantic"))
          .isCloseTo(1, within(1e-3));
      assertThat(gateway.search("refund")).isEmpty();
    }
  }

  private static void writeModel(Path directory) throws Exception {
    Files.writeString(
        directory.resolve("tokenizer.json"),
        """
        {"normalizer": {"type": "BertNormalizer", "clean_text": true,
                        "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
         "pre_tokenizer": {"type": "BertPreTokenizer"},
         "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                   "max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "count_stock": 1, "stock": 2,
                   "count": 3, "_": 4}}}
        """);
    byte[] header =
        "{\"embeddings\":{\"dtype\":\"F32\",\"shape\":[5,2],\"data_offsets\":[0,40]}}"
            .getBytes(UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(8 + header.length + 40)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(header.length)
            .put(header);
    for (float value : new float[] {0, 0, 0, 1, 1, 0, 0, 0, 0, 0}) {
      file.putFloat(value);
    }
    Files.write(directory.resolve("model.safetensors"), file.array());
  }
}
