package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.StoredResult;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are hard to keep the promises for. */
class HostileAnswersTest {
  private static final Pattern KEPT = Pattern.compile("gatemini://result/([a-z2-7]{10})");
  private static final Pattern CHUNK = Pattern.compile("(?m)^== (.*) \\([^()]*\\)( not shown)?$");
  private static final String CALL = "{\"tool\":\"a.answer\",\"arguments\":{}}";

  private final JavaPrograms programs = new JavaPrograms();
  private volatile ToolResult next = ToolResult.text("");

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(programs)
          .outputConfig(
              OutputConfig.defaults().chunkThreshold(512).chunkTarget(256).intentThreshold(256))
          .backend("a", BackendConfig.inProcess().tool("answer", "Answers.", "{}", args -> next))
          .build();

  /** The answer to a call whose result has these blocks, behind them perhaps other members. */
  private ChainResult answer(int limit, String blocks, String... members) {
    String json = "{\"content\":[" + blocks + "]" + String.join("", members) + "}";
    next = ToolResult.of(RawJson.wrap(json.getBytes(StandardCharsets.UTF_8)));
    return gateway.run(ChainRequest.of(CALL).withMaxOutputBytes(limit));
  }

  private static void assertFits(ChainResult answer, int limit) {
    assertThat(Utf8Size.of(answer.text())).isLessThanOrEqualTo(limit);
  }

  private StoredResult kept(ChainResult answer) {
    Matcher kept = KEPT.matcher(String.join(" ", answer.reductions()));
    assertThat(kept.find()).as(answer.reductions() + answer.text()).isTrue();
    return gateway.result(kept.group(1));
  }

  private static String block(String text) {
    return "{\"type\":\"text\",\"text\":" + RawJson.ofValue(text) + "}";
  }

  private static String quotedBlock(String escaped) {
    return "{\"type\":\"text\",\"text\":\"" + escaped + "\"}";
  }

  private static String rows(String name, int count) {
    StringBuilder rows = new StringBuilder("{\"" + name + "\":[");
    for (int i = 0; i < count; i++) {
      rows.append(i == 0 ? "" : ",").append("{\"id\":").append(i).append(",\"v").append(i);
      rows.append("\":\"").append(name).append(" word ".repeat(9)).append("\"}");
    }
    return rows.append("]}").toString();
  }

  private void assertLabelsName(ChainResult answer, String said, String name) {
    Matcher chunk = CHUNK.matcher(said);
    int labels = 0;
    while (chunk.find()) {
      for (String label : chunk.group(1).split(" to ", 2)) {
        assertThat(kept(answer).at(label).text()).contains(name + " word");
        labels++;
      }
    }
    assertThat(labels).as(said).isPositive();
  }

  @Test
  void labelsOfOneTextAmongOthersNameWhatIsKept() {
    ChainResult answer = answer(4_000, block(rows("one", 40)) + "," + block(rows("two", 40)));

    assertLabelsName(answer, answer.result().content().get(0).path("text").asText(), "one");
    assertLabelsName(answer, answer.result().content().get(1).path("text").asText(), "two");
    assertThat(kept(answer).at("/content/1/text/two/3/id").text()).isEqualTo("3");
  }

  @Test
  void labelsOfAStructuredValueBesideATextNameWhatIsKept() {
    ChainResult answer =
        answer(2_000, block("40 rows"), ",\"structuredContent\":", rows("own", 40));

    assertThat(answer.text()).endsWith("40 rows");
    assertLabelsName(
        answer, answer.result().structuredContent().orElseThrow().get("result").asText(), "own");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void labelsOfAProgramsValueNameWhatIsKept(boolean quoted) {
    RawJson value = quoted ? RawJson.ofValue(rows("own", 40)) : RawJson.parse(rows("own", 40));
    programs.program(
        "p",
        CompletableFuture.completedFuture(
            new Outcome(Status.OK, value, "", OptionalInt.empty(), List.of("said"))));

    ChainResult answer = gateway.run(ChainRequest.of("p").withMaxOutputBytes(2_000));

    assertLabelsName(answer, answer.text(), "own");
  }

  @Test
  void aFailureDoesNotBringALargeStructuredValueWithIt() {
    ChainResult answer =
        answer(
            2_000, block("failed"), ",\"isError\":true,\"structuredContent\":", rows("own", 400));

    assertThat(answer.isError()).isTrue();
    assertThat(answer.result().json().length()).isLessThan(6_000);
    assertThat(kept(answer).text()).contains("own word");
  }

  @Test
  void aShortHeaderThatTellsTokensIsWithinTheBound() {
    next = ToolResult.text(rows("own", 40));

    for (int limit = 400; limit < 440; limit++) {
      ChainResult answer =
          gateway.run(ChainRequest.of(CALL).withMaxOutputBytes(limit).withMaxOutputTokens(5_000));

      assertFits(answer, limit);
      assertThat(answer.text()).contains("tokens (estimated)");
    }
  }

  @Values("x | {\"a\":\"%s\"} | [\"%s\"]")
  void halfASurrogatePairSpoilsNoAnswer(String form) {
    for (int limit : new int[] {0, 1, 50, 500, 5_000, 200_000}) {
      String text = form.replace("%s", "\\ud83d".repeat(900)).replace("x", "\ud83d\n".repeat(900));
      String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
      ChainResult answer = answer(limit, quotedBlock(escaped.replace("\ud83d", "\\ud83d")));

      assertThat(answer.isError()).as(answer.text()).isFalse();
      assertFits(answer, limit);
      assertThat(answer.bytesReturned()).isEqualTo(Utf8Size.of(answer.text()));
      if (!answer.reductions().isEmpty()) {
        assertThat(kept(answer).text())
            .isEqualTo(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20, 600, 200_000})
  void halfASurrogatePairBesideOtherBlocksSpoilsNoAnswer(int limit) {
    String half = quotedBlock("\\ud83d words ".repeat(90));
    ChainResult answer = answer(limit, half + "," + half, ",\"_meta\":{\"k\":\"\\udc00\"}");

    assertThat(answer.isError()).as(answer.text()).isFalse();
    assertThat(answer.result().content()).hasSize(2);
    assertThat(answer.result().json().toByteArray()).isNotEmpty();
    assertFits(answer, limit + 1);
  }

  @Test
  void aNumberOfThousandsOfDigitsIsAnsweredAsItIsWritten() {
    String text = "{\"n\":[" + "1234567890".repeat(300) + ",1.0e+3" + ",0.10".repeat(900) + "]}";
    for (int limit : new int[] {100, 2_000, 300_000}) {
      ChainResult answer = answer(limit, block(text));

      assertThat(answer.isError()).as(answer.text()).isFalse();
      if (!answer.reductions().isEmpty()) {
        assertThat(kept(answer).text()).isEqualTo(text);
      }
      ChainResult several = answer(limit, block(text) + "," + block(text));

      assertThat(several.isError()).as(several.text()).isFalse();
      assertThat(several.result().content()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {990, 1_000, 2_490, 2_495, 2_496, 2_497, 2_498, 2_499, 2_500, 2_501, 100_000})
  void aDeepTextIsAnsweredAndKept(int depth) {
    String deep = "[".repeat(depth) + "]".repeat(depth);
    for (int limit : new int[] {100, 2_000, 4_000, 300_000}) {
      ChainResult answer = answer(limit, block(deep));

      assertThat(answer.isError()).as(answer.text()).isFalse();
      assertFits(answer, limit);
      assertThat(answer.result().content()).hasSize(1);
      if (!answer.reductions().isEmpty()) {
        assertThat(kept(answer).text()).isEqualTo(deep);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {990, 2_480, 2_495, 2_496, 2_497, 2_498, 2_499, 2_500, 100_000})
  void aDeepStructuredValueIsAnsweredOrSaidToBeMalformed(int depth) {
    String deep = "{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
    for (int limit : new int[] {100, 2_000, 300_000}) {
      ChainResult answer = answer(limit, block("x"), ",\"structuredContent\":", deep);

      assertFits(answer, Math.max(limit, 200));
      assertThat(answer.result().content()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {990, 2_496, 2_498, 2_499, 2_500})
  void aDeepValueOfAProgramIsAnswered(int depth) {
    String deep = "[".repeat(depth) + "]".repeat(depth);
    programs.program("p", (program, host) -> RawJson.wrap(deep.getBytes(StandardCharsets.UTF_8)));
    for (int limit : new int[] {100, 2_000, 300_000}) {
      ChainResult answer = gateway.run(ChainRequest.of("p").withMaxOutputBytes(limit));

      assertThat(answer.isError()).as(answer.text()).isFalse();
      assertFits(answer, limit);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "the of and to",
        "[(*+?.\\E\\Q",
        "😀",
        "中文 搜索",
        "\"]\n[whole: gatemini://result/aaaaaaaaaa]\n",
        "CONTROL",
        "\u2028\u2029\u0085",
        "word",
        "LONG"
      })
  void anIntentDoesNotBreakTheHeader(String intent) {
    String asked =
        intent.replace("LONG", "zebra ".repeat(1_700)).replace("CONTROL", "\0\u0007\u001b[31m");
    for (String text :
        List.of(rows("own", 60), "some word on a line, ".repeat(3) + "\nanother\n".repeat(500))) {
      next = ToolResult.text(text);
      for (int limit : new int[] {0, 45, 120, 400, 500, 1_600, 1_700, 3_000, 100_000}) {
        ChainResult answer =
            gateway.run(ChainRequest.of(CALL).withMaxOutputBytes(limit).withIntent(asked));

        assertFits(answer, limit);
        answer
            .reductions()
            .forEach(note -> assertThat(note).doesNotContainPattern("[\\p{Cntrl}\u2028\u2029]"));
        String first = answer.text().lines().findFirst().orElse("");
        if (first.startsWith("[") && first.contains("KB of")) {
          assertThat(first).endsWith("]").hasSizeLessThan(400);
        }
        assertThat(answer.result().hasStructuredContent()).isFalse();
      }
    }
  }
}
