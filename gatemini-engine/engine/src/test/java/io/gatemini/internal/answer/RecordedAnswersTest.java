package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Reductions of answers that real servers gave. Writes the table of the module's README to {@code
 * target/recorded-answers.md}.
 */
class RecordedAnswersTest {
  private static final int LIST = 50 << 10;

  /**
   * @param answer name of the recording
   * @param intent what is asked for; empty where nothing is
   * @param isList whether it is a list, which has to become a tenth
   */
  private record Case(String answer, String intent, boolean isList) {}

  private static final List<Case> CASES =
      List.of(
          new Case("list-directory", "", true),
          new Case("list-directory", "which files are about the sandbox watchdog", true),
          new Case("list-directory-with-sizes", "", true),
          new Case("search-files", "", true),
          new Case("directory-tree", "", true),
          new Case("directory-tree", "WorkerPool", false),
          new Case("read-graph", "", true),
          new Case("read-graph", "search retrieval fusion", false),
          new Case("search-nodes", "", false),
          new Case("open-nodes", "", false),
          new Case("read-several-files", "", false),
          new Case("read-several-files", "how are secrets configured", false),
          new Case("read-large-file", "", false),
          new Case("read-large-file", "declined refunds", false),
          new Case("file-info", "", false));

  @Test
  void listsBecomeATenthAndNothingIsLost() throws IOException {
    List<String> table = new ArrayList<>();
    table.add("| answer | intent | KB in | KB out | less | what was done |");
    table.add("|---|---|---|---|---|---|");
    for (Case each : CASES) {
      JsonNode recorded = recorded(each.answer());
      String text = recorded.at("/result/content/0/text").asText();
      try (Gateway gateway = answering(recorded)) {
        ChainRequest request = ChainRequest.of("await recorded.answer({})");

        ChainResult result =
            gateway.run(each.intent().isEmpty() ? request : request.withIntent(each.intent()));

        double less =
            100.0 * (result.bytesProcessed() - result.bytesReturned()) / result.bytesProcessed();
        table.add(row(each, recorded.path("tool").asText(), result, less));
        if (each.isList() && result.bytesProcessed() > LIST) {
          assertThat(less).as(each.toString()).isGreaterThanOrEqualTo(90);
        }
        Optional<String> id = result.resultId();
        assertThat(id.isPresent())
            .as(each.toString())
            .isEqualTo(result.bytesReturned() < result.bytesProcessed());
        if (id.isPresent()) {
          assertThat(gateway.result(id.get()).text()).as(each.toString()).isEqualTo(text);
        } else {
          assertThat(result.text()).isEqualTo(text);
        }
      }
    }
    Files.write(Path.of("target", "recorded-answers.md"), table);
  }

  @Test
  void aQuestionIsAnsweredByTheAnswerOrOneMoreRead() throws IOException {
    assertThat(answers("list-directory", "sandbox watchdog")).contains("sandbox.Watchdog.java");
    assertThat(answers("read-graph", "token estimator")).contains("BytesTokenEstimator");
    assertThat(answers("read-large-file", "declined refunds"))
        .contains("was declined: card expired");
    assertThat(search("list-directory", "WordSplitter")).contains("WordSplitter.java");
    assertThat(search("search-files", "WordSplitter")).contains("text/WordSplitter.java");
    assertThat(search("directory-tree", "WordSplitter.java")).contains("WordSplitter.java");
    assertThat(search("read-graph", "WordSplitter")).contains("WordSplitter");
    assertThat(search("read-large-file", "declined")).contains("was declined: card expired");
  }

  private static String answers(String name, String intent) throws IOException {
    try (Gateway gateway = answering(recorded(name))) {
      return gateway.run(ChainRequest.of("await recorded.answer({})").withIntent(intent)).text();
    }
  }

  private static String search(String name, String words) throws IOException {
    try (Gateway gateway = answering(recorded(name))) {
      String id = gateway.run("await recorded.answer({})").resultId().orElseThrow();
      return gateway.result(id).search(words).matches().toString();
    }
  }

  private static String row(Case each, String tool, ChainResult result, double less) {
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %.1f | %.1f | %.1f %% | %s |",
        tool,
        each.intent(),
        result.bytesProcessed() / 1024.0,
        result.bytesReturned() / 1024.0,
        less,
        String.join(
            "; ",
            result.reductions().stream().filter(note -> !note.startsWith("original")).toList()));
  }

  private static Gateway answering(JsonNode recorded) {
    ToolResult result = ToolResult.of(RawJson.of(recorded.path("result")));
    return TestGateway.builder()
        .backend(
            "recorded", BackendConfig.inProcess().tool("answer", "Recorded.", "{}", args -> result))
        .build();
  }

  private static JsonNode recorded(String name) throws IOException {
    String file = "/io/gatemini/recorded/" + name + ".json.gz";
    try (InputStream in = RecordedAnswersTest.class.getResourceAsStream(file);
        InputStream unpacked = new GZIPInputStream(in)) {
      return Json.mapper().readTree(unpacked);
    }
  }
}
