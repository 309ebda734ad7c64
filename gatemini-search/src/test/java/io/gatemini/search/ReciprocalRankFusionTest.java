package io.gatemini.search;

import static io.gatemini.testing.TestCatalog.tool;
import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.SearchExplanation;
import io.gatemini.SearchExplanation.Repair;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.Retriever.Index;
import io.gatemini.spi.Retriever.Query;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReciprocalRankFusionTest {
  private static final List<ToolDescriptor> TOOLS =
      List.of(
          tool("exa", "web_search", ""),
          tool("exa", "find_similar", ""),
          tool("tavily", "tavily_search", ""));

  /** Finds tools in a given order and remembers what it was asked. */
  private static final class Ranked implements Retriever {
    private final String name;
    private final List<String> order;
    private final List<Integer> limits = new ArrayList<>();
    private final List<Optional<Index>> previous = new ArrayList<>();
    private final List<Index> made = new ArrayList<>();
    private boolean fails;

    Ranked(String name, String... order) {
      this.name = name;
      this.order = List.of(order);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Index index(CatalogSnapshot snapshot, Optional<Index> before) {
      if (fails) {
        throw new IllegalStateException("no index of " + name);
      }
      previous.add(before);
      Index index = query -> answer(snapshot, query);
      made.add(index);
      return index;
    }

    private List<Hit> answer(CatalogSnapshot snapshot, Query query) {
      limits.add(query.limit());
      Optional<SearchExplanation> explanation =
          query.explain()
              ? Optional.of(
                  new SearchExplanation(
                      name, Map.of(), List.of(new Repair("serch", "search", 0.8))))
              : Optional.empty();
      return order.stream()
          .flatMap(key -> snapshot.resolve(key).stream())
          .filter(query.filter())
          .limit(query.limit())
          .map(tool -> new Hit(tool, 1, explanation))
          .toList();
    }
  }

  private final Ranked lexical =
      new Ranked("lexical", "exa.web_search", "tavily.tavily_search", "exa.find_similar");
  private final Ranked semantic =
      new Ranked("semantic", "exa.web_search", "exa.find_similar", "tavily.tavily_search");
  private final Retriever fusion = new ReciprocalRankFusion(List.of(lexical, semantic));

  /** The worked table of the seed document on tool discovery. */
  @Test
  void fusesRanksAsTheSeedsTableDoes() {
    List<Hit> hits = index(TOOLS).search(new Query("web search", 10, tool -> true));

    assertThat(hits)
        .extracting(hit -> hit.tool().key())
        .containsExactly("exa.web_search", "exa.find_similar", "tavily.tavily_search");
    assertThat(hits.get(0).score()).isCloseTo(0.0328, within(5e-5));
    assertThat(hits.get(1).score()).isCloseTo(0.0320, within(5e-5));
    assertThat(hits.get(2).score()).isCloseTo(0.0320, within(5e-5));
    assertThat(hits.get(1).score()).isEqualTo(hits.get(2).score());
  }

  @Pairs("1 -> 30 | 30 -> 30 | 100 -> 100")
  void asksEachForEnoughCandidates(int limit, int candidates) {
    List<Hit> hits = index(TOOLS).search(new Query("web", limit, tool -> true));

    assertThat(hits).hasSize(Math.min(limit, 3));
    assertThat(lexical.limits).containsExactly(candidates);
    assertThat(semantic.limits).containsExactly(candidates);
  }

  @Test
  void filtersBeforeItTruncates() {
    List<ToolDescriptor> many = new ArrayList<>();
    IntStream.range(0, 200).forEach(i -> many.add(tool("b", "run_%03d".formatted(i), "")));
    Ranked all = new Ranked("all", many.stream().map(ToolDescriptor::key).toArray(String[]::new));
    Index index =
        new ReciprocalRankFusion(List.of(all)).index(TestCatalog.of(many), Optional.empty());

    List<Hit> hits =
        index.search(new Query("run", 5, tool -> tool.key().compareTo("b.run_190") >= 0));

    assertThat(hits).hasSize(5);
    assertThat(hits.get(0).tool().key()).isEqualTo("b.run_190");
    assertThat(hits.get(0).score()).isEqualTo(1.0 / 61);
  }

  @Test
  void countsAToolThatOnlyOneFinds() {
    Index index =
        new ReciprocalRankFusion(List.of(new Ranked("a", "exa.find_similar"), new Ranked("b")))
            .index(TestCatalog.of(TOOLS), Optional.empty());

    assertThat(index.search(new Query("x", 10, tool -> true)))
        .containsExactly(new Hit(TOOLS.get(1), 1.0 / 61));
  }

  @Test
  void explainsTheRanksAndMergesTheRepairs() {
    Hit second = index(TOOLS).search(new Query("serch", 10, tool -> true, true)).get(1);

    SearchExplanation explanation = second.explanation().orElseThrow();
    assertThat(explanation.retriever()).isEqualTo("rrf");
    assertThat(explanation.scores())
        .containsExactly(
            entry("lexical_rank", 3.0), entry("semantic_rank", 2.0), entry("rrf", second.score()));
    assertThat(explanation.repairs()).containsExactly(new Repair("serch", "search", 0.8));
  }

  @Test
  void givesEachItsPreviousIndex() {
    Index first = index(TOOLS);
    fusion.index(TestCatalog.of(TOOLS), Optional.of(first));

    assertThat(lexical.previous)
        .containsExactly(Optional.empty(), Optional.of(lexical.made.get(0)));
    assertThat(semantic.previous)
        .containsExactly(Optional.empty(), Optional.of(semantic.made.get(0)));
  }

  @Test
  void searchesWithoutARetrieverThatCannotIndex() {
    semantic.fails = true;

    assertThat(index(TOOLS).search(new Query("web", 1, tool -> true)))
        .containsExactly(new Hit(TOOLS.get(0), 1.0 / 61));
    lexical.fails = true;
    assertThatThrownBy(() -> index(TOOLS)).hasMessageStartingWith("no index of");
  }

  private Index index(List<ToolDescriptor> tools) {
    return fusion.index(TestCatalog.of(tools), Optional.empty());
  }

  /** A host's own retriever: it finds what was last in the catalog. */
  private static final class BackwardsProvider implements RetrieverProvider {
    private static final OptionTable KEYS = new OptionTable("backwards");

    static {
      KEYS.add("first", OptionType.text(), "");
      KEYS.add("enabled", OptionType.bool(), true, "");
    }

    @Override
    public String name() {
      return "backwards";
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
      return new Ranked(
          "backwards", config.path("first").asText("shop.refund"), "shop.list_invoices");
    }
  }

  @Test
  void takesAHostsRetrieverInByConfiguration() {
    ObjectNode backwards = JsonNodeFactory.instance.objectNode().put("first", "shop.ship");
    try (Gateway gateway =
        shop()
            .plugin(new BackwardsProvider())
            .pluginConfig("rrf", retrievers("lexical", "backwards"))
            .pluginConfig("backwards", backwards)
            .build()) {
      List<SearchHit> hits =
          gateway.search(SearchRequest.of("list invoices").withLimit(2).withExplanation());

      assertThat(hits)
          .extracting(SearchHit::key)
          .containsExactly("shop.list_invoices", "shop.ship");
      assertThat(hits.get(0).explanation().orElseThrow().scores())
          .containsEntry("lexical_rank", 1.0)
          .containsEntry("backwards_rank", 2.0);
      assertThat(hits.get(1).explanation().orElseThrow().scores())
          .containsOnlyKeys("backwards_rank", "rrf");
    }
  }

  @Test
  void searchesWithWhatThereIsWhenNothingIsConfigured() {
    try (Gateway gateway = shop().exclude("semantic").build()) {
      assertThat(gateway.search("refund")).extracting(SearchHit::key).contains("shop.refund");
    }
  }

  @Test
  void leavesADisabledRetrieverOut() {
    ObjectNode off = JsonNodeFactory.instance.objectNode().put("enabled", false);
    try (Gateway gateway =
        shop()
            .plugin(new BackwardsProvider())
            .pluginConfig("rrf", retrievers("lexical", "backwards"))
            .pluginConfig("backwards", off)
            .build()) {
      assertThat(gateway.search("ship goods"))
          .extracting(SearchHit::key)
          .containsExactly("shop.ship");
    }
  }

  @Table(
      """
      ["lexical", "nosuch"] | there is no retriever "nosuch" to use; name one of hybrid, lexical
      ["lexical", "rrf"] | there is no retriever "rrf" to use
      ["lexical", "lexical"] | "lexical" is named twice
      [] | leaves no retriever to search with
      [1] | no retriever "1"
      "lexical" | a list was expected
      """)
  void refusesAConfigurationThatDoesNotFit(String retrievers, String message) throws Exception {
    JsonNode config = new ObjectMapper().readTree("{\"retrievers\": " + retrievers + "}");
    GatewayBuilder builder = shop().pluginConfig("rrf", config).exclude("semantic");

    assertThrown(ConfigException.class, builder::build)
        .hasMessageContaining("plugins.rrf.retrievers")
        .hasMessageContaining(message);
  }

  @Test
  void refusesToSearchWithNothing() {
    GatewayBuilder builder = shop().exclude("lexical").exclude("semantic");

    assertThrown(ConfigException.class, builder::build).hasMessageContaining("leaves no retriever");
  }

  private static GatewayBuilder shop() {
    return Gateway.builder()
        .retrieval("rrf")
        .backend(
            "shop",
            BackendConfig.inProcess()
                .tool("refund", "Give money back", "{\"type\":\"object\"}", arguments -> "")
                .tool("ship", "Ship goods", "{\"type\":\"object\"}", arguments -> "")
                .tool(
                    "list_invoices",
                    "List the invoices",
                    "{\"type\":\"object\"}",
                    arguments -> ""));
  }

  private static ObjectNode retrievers(String... names) {
    ObjectNode config = JsonNodeFactory.instance.objectNode();
    for (String name : names) {
      config.withArray("retrievers").add(name);
    }
    return config;
  }
}
