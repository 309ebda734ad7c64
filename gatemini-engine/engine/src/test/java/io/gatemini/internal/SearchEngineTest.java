package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayClosedException;
import io.gatemini.RawJson;
import io.gatemini.SearchExplanation;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestRetriever;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Searching through a whole gateway, with retrievers of the test. */
class SearchEngineTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private static BackendConfig tools(int count, String prefix) {
    BackendConfig config = BackendConfig.inProcess();
    for (int i = 0; i < count; i++) {
      config = config.tool(prefix + i, "Does " + prefix + " number " + i + ".", "{}", args -> "");
    }
    return config;
  }

  /** Finds everything; keeps what it was asked to index, and waits for the test to go on. */
  private static final class Recording implements Retriever {
    final List<CatalogSnapshot> indexed = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch open;

    Recording(int gates) {
      open = new CountDownLatch(gates);
    }

    @Override
    public String name() {
      return "recording";
    }

    @Override
    public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
      indexed.add(snapshot);
      Patience.hold(open);
      return query -> {
        List<Hit> hits = new ArrayList<>();
        snapshot.tools().forEach(tool -> hits.add(new Hit(tool, 1)));
        return hits;
      };
    }
  }

  @Test
  void publishesAllJavaBackendsOfTheStartInOneSnapshot() {
    Recording retriever = new Recording(0);
    GatewayBuilder builder = TestGateway.builder().plugin(new GivenRetriever("own", retriever));
    for (int i = 0; i < 500; i++) {
      builder.backend("b" + i, tools(20, "t" + i + "_"));
    }

    try (Gateway gateway = builder.build()) {
      assertThat(gateway.catalog().generation()).isEqualTo(1);
      assertThat(gateway.catalog().tools()).hasSize(10_000);
      assertThat(gateway.awaitIndexed(LONG)).isTrue();
      assertThat(retriever.indexed).containsExactly(gateway.catalog());
    }
  }

  @Test
  void publishesABackendThatComesLaterByItself() {
    try (Gateway gateway =
        TestGateway.builder().backend("a", tools(1, "a")).backend("b", tools(1, "b")).build()) {
      gateway.register("late", tools(1, "c"));

      assertThat(gateway.catalog().generation()).isEqualTo(2);
      assertThat(gateway.search("c0")).extracting(SearchHit::key).containsExactly("late.c0");
    }
  }

  @Test
  void letsWhoComesDuringALazyStartFindTheTools() {
    for (int run = 0; run < 20; run++) {
      GatewayBuilder builder = TestGateway.builder().lazyStart(true);
      for (int i = 0; i < 50; i++) {
        builder.backend("b" + i, tools(1, "tool_" + i + "_"));
      }
      try (Gateway gateway = builder.build()) {
        List<CompletableFuture<Boolean>> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          asked.add(
              CompletableFuture.supplyAsync(
                  () -> gateway.awaitReady(LONG) && gateway.search("tool 7 0").size() > 0,
                  work -> new Thread(work).start()));
        }

        assertThat(asked).allMatch(CompletableFuture::join);
      }
    }
  }

  @Test
  void awaitsTheIndexOfWhatIsKnown() throws Exception {
    Recording retriever = new Recording(1);
    try (Gateway gateway =
        TestGateway.builder()
            .plugin(new GivenRetriever("own", retriever))
            .backend("a", tools(2, "a"))
            .build()) {
      assertThat(gateway.awaitIndexed(Duration.ofMillis(20))).isFalse();
      CompletableFuture<Boolean> waiting =
          CompletableFuture.supplyAsync(() -> gateway.awaitIndexed(LONG));

      retriever.open.countDown();

      assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
      assertThat(gateway.search("anything")).hasSize(2);
      assertThat(gateway.awaitIndexed(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void hasNothingToIndexWithoutTools() {
    try (Gateway gateway = TestGateway.builder().build()) {
      assertThat(gateway.awaitIndexed(Duration.ZERO)).isTrue();
      assertThat(gateway.search("anything")).isEmpty();
    }
  }

  private static BackendConfig pair(AtomicBoolean failing) {
    return BackendConfig.inProcess()
        .tool(
            "send_mail",
            "Sends mail.",
            "{}",
            args -> {
              if (failing.get()) {
                throw new IllegalStateException("no postman");
              }
              return "sent";
            });
  }

  @Test
  void prefersTheToolThatWasOfUse() {
    AtomicBoolean failing = new AtomicBoolean(true);
    for (boolean boosting : new boolean[] {true, false}) {
      failing.set(true);
      try (Gateway gateway =
          TestGateway.builder()
              .usageBoost(boosting)
              .backend("x", pair(failing))
              .backend("y", pair(failing))
              .build()) {
        gateway.call("y.send_mail", Map.of());
        await().until(() -> gateway.stats().errors() == 1);
        assertThat(names(gateway.search("send mail")))
            .containsExactly("x.send_mail", "y.send_mail");

        failing.set(false);
        gateway.call("y.send_mail", Map.of());
        await().until(() -> gateway.stats().calls() == 2);

        assertThat(names(gateway.search("send mail")))
            .containsExactly(
                boosting ? "y.send_mail" : "x.send_mail", boosting ? "x.send_mail" : "y.send_mail");
        assertThat(names(gateway.search(SearchRequest.of("send mail").withLimit(1)))).hasSize(1);
      }
    }
  }

  @Test
  void explainsWhyToolsWereFound() {
    try (Gateway gateway = TestGateway.builder().backend("a", pair(new AtomicBoolean())).build()) {
      gateway.call("a.send_mail", Map.of());
      await().until(() -> gateway.stats().calls() == 1);

      SearchHit hit = gateway.search(SearchRequest.of("send").withExplanation()).get(0);

      SearchExplanation explanation = hit.explanation().orElseThrow();
      assertThat(explanation.retriever()).isEqualTo("name");
      assertThat(explanation.scores().keySet()).containsExactly("name", "usage");
      assertThat(explanation.scores().values().stream().mapToDouble(d -> d).sum())
          .isCloseTo(hit.score(), within(1e-9));
      assertThat(gateway.search("send").get(0).explanation()).isEmpty();
    }
  }

  @Test
  void letsARetrieverOfTheHostReadTheConfigurationOfOthersAndMakeThem() {
    List<JsonNode> seen = new ArrayList<>();
    GivenRetriever reversing =
        new GivenRetriever(
            "reversing",
            (config, context) -> {
              seen.add(config);
              seen.add(context.config("name"));
              seen.add(context.config("unknown"));
              RetrieverProvider other =
                  context.plugins(RetrieverProvider.class).stream()
                      .filter(provider -> provider.name().equals("name"))
                      .findFirst()
                      .orElseThrow();
              return reversing(other.create(context.config("name"), context));
            });
    try (Gateway gateway =
        TestGateway.builder()
            .plugin(reversing)
            .pluginConfig("reversing", RawJson.parse("{\"mine\":1}").tree())
            .retrieval("reversing")
            .backend("a", tools(2, "tool_"))
            .build()) {
      assertThat(names(gateway.search("tool"))).containsExactly("a.tool_1", "a.tool_0");
      assertThat(seen).extracting(JsonNode::toString).containsExactly("{\"mine\":1}", "{}", "{}");
    }
  }

  /** Another retriever's hits, the last first. */
  private static Retriever reversing(Retriever other) {
    return new TestRetriever(
        "reversing",
        (snapshot, previous) -> {
          Retriever.Index index = other.index(snapshot, Optional.empty());
          return query -> {
            List<Retriever.Hit> hits = new ArrayList<>(index.search(query));
            Collections.reverse(hits);
            return hits;
          };
        });
  }

  @Test
  void listsTheRetrieversThereAreWhereOneIsNotKnown() {
    assertThrown(
            ConfigException.class,
            () ->
                TestGateway.builder()
                    .plugin(new GivenRetriever("own", new Recording(0)))
                    .retrieval("psychic")
                    .build())
        .hasMessage("search.retrieval \"psychic\" is not known; there is own, name");
    assertThrown(ConfigException.class, () -> TestGateway.builder().retrieval("rrf").build())
        .hasMessageContaining("gatemini-search");
  }

  @Test
  void failsASearchThatWaitsForItsFirstIndexWhenTheGatewayCloses() {
    Recording never = new Recording(1);
    Gateway gateway =
        TestGateway.builder()
            .plugin(new GivenRetriever("own", never))
            .backend("a", tools(1, "a"))
            .build();
    CompletableFuture<List<SearchHit>> waiting = gateway.searchAsync(SearchRequest.of("a"));

    gateway.close();

    assertThat(waiting)
        .failsWithin(LONG)
        .withThrowableThat()
        .withCauseInstanceOf(GatewayClosedException.class);
  }

  private static List<String> names(List<SearchHit> hits) {
    return hits.stream().map(SearchHit::key).toList();
  }
}
