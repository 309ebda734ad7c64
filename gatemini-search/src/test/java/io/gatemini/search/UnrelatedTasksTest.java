package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that no tool has a word of, nor is near to: the answer names what would help. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnrelatedTasksTest {
  private static final String SCHEMA = "{\"type\":\"object\"}";

  @AutoClose private final Gateway gateway = files("hybrid", 3);

  private static Gateway files(String retriever, int tools) {
    BackendConfig files = BackendConfig.inProcess();
    List<String> names = List.of("read_file", "move_file", "list_directory");
    for (String name : names.subList(0, tools)) {
      files = files.tool(name, name.replace('_', ' ') + " on disk.", SCHEMA, it -> "");
    }
    return Gateway.builder().retrieval(retriever).backend("files", files.tags("disk")).build();
  }

  @Table(
      """
      book a flight to Oslo | flights
      what's the weather like tomorrow | weather
      will it rain in Paris | weather
      reserve a hotel room | hotels
      refund the customer's card | payments
      play some jazz by Miles Davis | music
      how many calories did I eat | nutrition
      price of bitcoin and ethereum | cryptocurrency
      turn off the bedroom lights | smart homes
      horoscope for Leo | religion and astrology
      """)
  void nameTheKindOfServer(String task, String kind) {
    List<SearchHit> hits = gateway.search(task);

    assertThat(hits).isNotEmpty().noneMatch(SearchHit::fits);
    assertThat(hits.get(0).wanted()).contains(kind);
    assertThat(answer(task))
        .startsWith("Nothing fits;")
        .endsWith("A server for " + kind + " would help.");
  }

  private String answer(String task) {
    RawJson asked = RawJson.parse("{\"task_description\": \"" + task + "\"}");
    return gateway
        .surface()
        .call(new SurfaceCall("search_tools", asked, CallContext.local()))
        .toCompletableFuture()
        .join()
        .content()
        .get(1)
        .path("text")
        .asText();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void doSoOverCatalogsOfFewTools(int tools) {
    for (String retriever : List.of("hybrid", "semantic", "rrf")) {
      try (Gateway few = files(retriever, tools)) {
        assertThat(few.search("book a flight to Oslo"))
            .hasSize(tools)
            .allMatch(hit -> hit.wanted().orElse("").equals("flights"));
      }
    }
  }

  @Values("qqqq zzzz | 明天天气怎么样 | !!! | 4711 | the of and")
  void findNothingWithoutAWord(String task) {
    assertThat(gateway.search(task)).isEmpty();
    assertThat(answer(task)).startsWith("No tool matches.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lexical", "name"})
  void findNothingByWordsAlone(String retriever) {
    try (Gateway words = files(retriever, 3)) {
      assertThat(words.search("book a flight to Oslo")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"disk", "other"})
  void keepToATag(String tag) {
    List<SearchHit> hits =
        gateway.search(SearchRequest.of("book a flight to Oslo").withTag(tag).withLimit(2));

    assertThat(hits).hasSize(tag.equals("disk") ? 2 : 0).noneMatch(SearchHit::fits);
  }
}
