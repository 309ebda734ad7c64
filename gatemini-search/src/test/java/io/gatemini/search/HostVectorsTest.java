package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.SearchRequest;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.EmbeddingModelProvider;
import io.gatemini.spi.StateStore;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A host's own model, one that knows a language of one secret word. */
class HostVectorsTest {
  private static final String TASK = "zorgle the thing";

  /** The shipped model has no idea that to zorgle is to send mail. */
  private static class Secret implements EmbeddingModel {
    final Queue<String> embedded = new ConcurrentLinkedQueue<>();

    @Override
    public String name() {
      return "secret";
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      embedded.addAll(texts);
      return texts.stream()
          .map(
              text ->
                  text.contains("zorgle") || text.contains("mail")
                      ? new float[] {3, 0}
                      : new float[] {0, 2})
          .toList();
    }
  }

  private static Gateway gateway(EmbeddingModel model, StateStore store) {
    BackendConfig office = BackendConfig.inProcess();
    for (String tool : List.of("send_mail", "list_files", "read_file", "count_words")) {
      office = office.tool(tool, tool.replace('_', ' '), "{\"type\":\"object\"}", call -> "");
    }
    return Gateway.builder()
        .backend("office", office)
        .plugin(EmbeddingModelProvider.of(model))
        .stateStore(store)
        .build();
  }

  private static String first(Gateway gateway) {
    return gateway.search(SearchRequest.of(TASK).withRest()).stream()
        .findFirst()
        .map(hit -> hit.tool().originalName())
        .orElse("");
  }

  @Test
  void findsByTheMeaningOfTheHostsModel() {
    Secret model = new Secret();
    try (Gateway gateway = gateway(model, StateStore.inMemory())) {
      await().untilAsserted(() -> assertThat(first(gateway)).isEqualTo("send_mail"));
    }
  }

  @Test
  void keepsTheVectorsOfToolsInTheStateStore() {
    StateStore store = StateStore.inMemory();
    Secret first = new Secret();
    try (Gateway gateway = gateway(first, store)) {
      await().untilAsserted(() -> assertThat(first(gateway)).isEqualTo("send_mail"));
    }
    assertThat(first.embedded).anyMatch(text -> text.contains("list files"));

    Secret second = new Secret();
    try (Gateway gateway = gateway(second, store)) {
      await().untilAsserted(() -> assertThat(first(gateway)).isEqualTo("send_mail"));
    }
    assertThat(second.embedded).containsOnly(TASK);
  }

  @Test
  void isAnsweredByTheShippedModelWhereTheHostsIsSlowOrFails() {
    CountDownLatch ended = new CountDownLatch(1);
    Secret slow =
        new Secret() {
          @Override
          public List<float[]> embed(List<String> texts) {
            if (texts.contains("mail a letter")) {
              await().until(() -> ended.getCount() == 0);
            }
            return super.embed(texts);
          }
        };
    Secret broken =
        new Secret() {
          @Override
          public List<float[]> embed(List<String> texts) {
            throw new IllegalStateException("no connection");
          }
        };
    for (Secret model : List.of(slow, broken)) {
      try (Gateway gateway = gateway(model, StateStore.inMemory())) {
        gateway.awaitIndexed(Duration.ofSeconds(30));
        assertThat(gateway.search("mail a letter").get(0).tool().originalName())
            .isEqualTo("send_mail");
        ended.countDown();
      }
    }
  }
}
