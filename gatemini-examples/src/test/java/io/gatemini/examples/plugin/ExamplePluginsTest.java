package io.gatemini.examples.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.PluginInfo;
import io.gatemini.PluginInfo.Origin;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.OutputReducerContract;
import io.gatemini.testing.RetrieverContract;
import io.gatemini.text.EnglishAnalyzer;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExamplePluginsTest {
  private static final String HUNDRED_LINES =
      IntStream.range(0, 100).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));

  private static final BackendConfig TRACKER =
      BackendConfig.inProcess()
          .tool(
              "list_issues", "List what is open.", "{\"type\": \"object\"}", args -> HUNDRED_LINES)
          .tool("close", "Close one.", "{\"type\": \"object\"}", args -> "ok");

  @Nested
  class Prefix extends RetrieverContract {
    @Override
    protected Retriever retriever() {
      return new PrefixRetriever(new EnglishAnalyzer());
    }
  }

  @Nested
  class First extends OutputReducerContract {
    @Override
    protected OutputReducer reducer() {
      return new FirstLines(3);
    }
  }

  @Test
  void areFoundAndListedButNotPutFirst() {
    try (Gateway gateway = Gateway.builder().build()) {
      assertThat(gateway.plugins())
          .filteredOn(plugin -> plugin.origin() == Origin.DISCOVERED)
          .extracting(PluginInfo::kind, PluginInfo::name)
          .contains(tuple("retriever", "prefix"), tuple("output-reducer", "first-lines"));
      assertThat(gateway.plugins())
          .filteredOn(plugin -> plugin.kind().equals("retriever"))
          .first()
          .extracting(PluginInfo::name)
          .isNotEqualTo("prefix");
    }
  }

  @Test
  void findsToolsByBeginningsOfWordsWhenChosen() {
    try (Gateway gateway =
        Gateway.builder().backend("tracker", TRACKER).retrieval("prefix").build()) {
      gateway.awaitReady(Duration.ofSeconds(60));

      assertThat(gateway.search("iss li"))
          .extracting(SearchHit::key)
          .containsExactly("tracker.list_issues");
      assertThat(gateway.search("zzz")).isEmpty();
    }
  }

  @Test
  void keepsTheFirstLinesWhenAsked() {
    ChainRequest request =
        ChainRequest.of("{\"tool\": \"tracker.list_issues\", \"arguments\": {}}")
            .withMaxOutputBytes(500);
    try (Gateway asked =
            Gateway.builder()
                .backend("tracker", TRACKER)
                .pluginConfig("first-lines", RawJson.parse("{\"lines\": 3}").tree())
                .build();
        Gateway notAsked = Gateway.builder().backend("tracker", TRACKER).build()) {
      asked.awaitReady(Duration.ofSeconds(60));
      notAsked.awaitReady(Duration.ofSeconds(60));

      ChainResult reduced = asked.run(request);
      assertThat(reduced.text()).contains("line 0\nline 1\nline 2").doesNotContain("line 3");
      assertThat(reduced.reductions()).contains("first 3 of 100 lines");

      assertThat(notAsked.run(request).reductions()).noneMatch(note -> note.contains("first 3"));
    }
  }

  @Test
  void refusesAConfigurationThatIsNoNumber() {
    assertThatThrownBy(
            () ->
                Gateway.builder()
                    .pluginConfig("first-lines", RawJson.parse("{\"lines\": \"x\"}").tree())
                    .build()
                    .close())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("plugins.first-lines.lines");
  }
}
