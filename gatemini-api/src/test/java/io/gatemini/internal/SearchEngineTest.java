package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendConfig;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.SearchHit;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.Retriever;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Searching through a whole gateway, with retrievers of the test. */
class SearchEngineTest {
  private static final Duration LONG = Duration.ofSeconds(10);

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
      try {
        open.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
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
    GatewayBuilder builder =
        Gateway.builder().discover(false).plugin(new GivenRetriever("own", retriever));
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
        Gateway.builder()
            .discover(false)
            .backend("a", tools(1, "a"))
            .backend("b", tools(1, "b"))
            .build()) {
      gateway.register("late", tools(1, "c"));

      assertThat(gateway.catalog().generation()).isEqualTo(2);
      assertThat(gateway.search("c0")).extracting(SearchHit::name).containsExactly("late.c0");
    }
  }

  @Test
  void letsWhoComesDuringALazyStartFindTheTools() {
    for (int run = 0; run < 20; run++) {
      GatewayBuilder builder = Gateway.builder().discover(false).lazyStart(true);
      for (int i = 0; i < 50; i++) {
        builder.backend("b" + i, tools(1, "tool_" + i + "_"));
      }
      try (Gateway gateway = builder.build()) {
        List<CompletableFuture<Boolean>> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          asked.add(
              CompletableFuture.supplyAsync(
                  () -> gateway.awaitReady(LONG) && gateway.search("tool 7 0").size() > 0));
        }

        assertThat(asked).allMatch(CompletableFuture::join);
      }
    }
  }

  @Test
  void awaitsTheIndexOfWhatIsKnown() throws Exception {
    Recording retriever = new Recording(1);
    try (Gateway gateway =
        Gateway.builder()
            .discover(false)
            .plugin(new GivenRetriever("own", retriever))
            .backend("a", tools(2, "a"))
            .build()) {
      assertThat(gateway.awaitIndexed(Duration.ofMillis(20))).isFalse();
      CompletableFuture<Boolean> waiting =
          CompletableFuture.supplyAsync(() -> gateway.awaitIndexed(LONG));

      retriever.open.countDown();

      assertThat(waiting.get(10, TimeUnit.SECONDS)).isTrue();
      assertThat(gateway.search("anything")).hasSize(2);
      assertThat(gateway.awaitIndexed(Duration.ZERO)).isTrue();
    }
  }

  @Test
  void hasNothingToIndexWithoutTools() {
    try (Gateway gateway = Gateway.builder().discover(false).build()) {
      assertThat(gateway.awaitIndexed(Duration.ZERO)).isTrue();
      assertThat(gateway.search("anything")).isEmpty();
    }
  }
}
