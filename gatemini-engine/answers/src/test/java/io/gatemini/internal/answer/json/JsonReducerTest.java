package io.gatemini.internal.answer.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.RandomJson;
import io.gatemini.internal.answer.ReductionPipeline;
import io.gatemini.internal.answer.ReductionPipeline.Stage;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.spi.Payload.Kind;
import io.gatemini.text.EnglishAnalyzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JsonReducerTest {
  private static final int NO_LIMIT = 10_000_000;

  @Test
  void collapsesAUniformArrayBelowTheTop() {
    String text =
        "{\"total\":100,\"results\":" + array(100, JsonReducerTest::item) + ",\"next\":null}";

    Payload reduced = reduce(text);

    JsonNode results = reduced.json().orElseThrow().get("results");
    assertThat(results).hasSize(4);
    assertThat(results.get(2)).isEqualTo(tree(text).get("results").get(2));
    assertThat(results.get(3).toString())
        .startsWith(
            "{\"omitted\":97,\"path\":\"/results\",\"identity\":[\"id\",\"name\"],\"items\":[[3,\"item-3\"],[4,\"item-4\"],")
        .endsWith("[99,\"item-99\"]]}");
    assertThat(reduced.json().orElseThrow().get("next").isNull()).isTrue();
    assertThat(reduced.notes()).containsExactly("json: 3 of 100 items of results in full");
    assertThat(reduced.sizeBytes()).isLessThan(Payload.json(RandomJson.raw(text)).sizeBytes() / 4);
  }

  @Test
  void doesWhatTheDocumentShows() throws IOException {
    String document = Files.readString(Path.of("../../gatemini-api/docs/answers.md"));
    int from =
        document.indexOf("```json", document.indexOf("## Reduction of JSON")) + "```json".length();
    JsonNode shown = tree(document.substring(from, document.indexOf("```", from)));
    String first = shown.get("results").get(0).toString();
    String text =
        "{\"total\":12,\"results\":"
            + array(12, i -> first.replace("0", Integer.toString(i)))
            + "}";
    OutputConfig config = OutputConfig.defaults().chunkThreshold(0);

    Payload reduced = tryReduce(text, config, NO_LIMIT, "").orElseThrow();

    assertThat(reduced.json()).contains(shown);
  }

  @Test
  void collapsesAnArrayThatIsTheWhole() {
    Payload reduced = reduce(array(100, JsonReducerTest::item));

    assertThat(reduced.text()).contains("{\"omitted\":97,\"path\":\"\",\"identity\"");
    assertThat(reduced.notes()).containsExactly("json: 3 of 100 items in full");
  }

  @Test
  void collapsesArraysWithinWhatIsShown() {
    String inner = array(20, i -> "{\"slug\":\"s" + i + "\",\"text\":\"" + "y".repeat(80) + "\"}");

    Payload reduced = reduce(array(10, i -> "{\"title\":\"t" + i + "\",\"parts\":" + inner + "}"));

    JsonNode items = reduced.json().orElseThrow();
    assertThat(items.get(3).toString())
        .isEqualTo(
            "{\"omitted\":7,\"path\":\"\",\"identity\":[\"title\"],\"items\":[\"t3\",\"t4\",\"t5\",\"t6\",\"t7\",\"t8\",\"t9\"]}");
    assertThat(items.get(1).get("parts")).hasSize(4);
    assertThat(items.get(1).get("parts").get(3).get("path").textValue()).isEqualTo("/1/parts");
    assertThat(reduced.notes()).containsExactly("json: 3 items each of 4 lists in full");
  }

  @Test
  void collapsesWhereSomeItemsLackOrAddNames() {
    String text =
        array(
            100,
            i ->
                i % 10 == 4
                    ? "{\"id\":" + i + ",\"data\":\"" + "x".repeat(100) + "\"}"
                    : i == 57 ? item(i).replace("{", "{\"error\":\"gone\",") : item(i));

    Payload reduced = reduce(text);

    assertThat(reduced.text())
        .contains(
            "\"omitted\":97,\"path\":\"\",\"other_keys\":[\"error\"],\"identity\":[\"id\",\"name\"]")
        .contains("[3,\"item-3\"],[4,null],[5,\"item-5\"]");
  }

  @Test
  void leavesArraysOfDifferentObjectsAlone() {
    String text =
        array(
            100, i -> i % 2 == 0 ? item(i) : "{\"a\":1,\"b\":2,\"c\":\"" + "x".repeat(100) + "\"}");

    assertThat(tryReduce(text, OutputConfig.defaults(), NO_LIMIT, "")).isEmpty();
  }

  @Test
  void leavesArraysAloneInWhichOneItemIsOfAnotherKind() {
    String text = array(100, i -> i == 60 ? "{\"failed\":true}" : item(i));

    assertThat(tryReduce(text, OutputConfig.defaults(), NO_LIMIT, "")).isEmpty();
  }

  @Test
  void leavesArraysAloneWhoseRestIsShorterThanWhatWouldStandForIt() {
    String text = array(4, i -> "{\"d\":\"" + "x".repeat(i == 3 ? 1 : 3900) + "\"}");

    assertThat(tryReduce(text, OutputConfig.defaults(), NO_LIMIT, "")).isEmpty();
  }

  @Test
  void leavesArraysAloneThatAreNoArraysOfObjects() {
    for (String text :
        new String[] {
          "[" + "123456,".repeat(3000) + "0]",
          "[" + "\"abc\",".repeat(3000) + "null]",
          "[" + "[],".repeat(6000) + "[]]",
          array(100, i -> i == 99 ? "0" : item(i)),
          "{\"a\":[],\"b\":\""
              + "x ".repeat(2000)
              + "\",\"c\":[{}],\"d\":\""
              + "x ".repeat(2000)
              + "\",\"e\":\""
              + "x ".repeat(2000)
              + "\"}"
        }) {
      assertThat(tryReduce(text, OutputConfig.defaults(), NO_LIMIT, "")).as(text).isEmpty();
    }
  }

  @Test
  void namesNoMoreItemsThanTheTargetAllows() {
    JsonNode rest = reduce(array(5000, JsonReducerTest::item)).json().orElseThrow().get(3);

    assertThat(rest.get("items").toString().length()).isBetween(3900, 4098);
    assertThat(rest.get("items").size() + rest.get("unlisted").intValue()).isEqualTo(4997);
  }

  @Test
  void choosesIdentitiesForTheArrayAsAWhole() {
    String text =
        array(
            100,
            i ->
                "{\"id\":{\"$oid\":"
                    + i
                    + "},\"label\":\"l"
                    + i
                    + "\",\"title\":"
                    + i
                    + ".50,\"key\":\"k\",\"d\":\""
                    + "x".repeat(90)
                    + "\"}");

    assertThat(reduce(text).text())
        .contains("\"identity\":[\"title\",\"key\"],\"items\":[[3.50,\"k\"],");
  }

  @Test
  void countsWhatHasNoIdentity() {
    assertThat(reduce(array(100, i -> "{\"d\":\"" + "x".repeat(110) + "\"}")).text())
        .endsWith(",{\"omitted\":97,\"path\":\"\"}]");
  }

  @Test
  void collapsesAMapOfAlikeObjects() {
    String users =
        IntStream.range(0, 100)
            .mapToObj(i -> "\"u" + i + "\":" + item(i))
            .collect(Collectors.joining(",", "{", "}"));

    Payload reduced = reduce("{\"users\":" + users + "}");

    JsonNode shown = reduced.json().orElseThrow().get("users");
    assertThat(shown.fieldNames()).toIterable().containsExactly("u0", "u1", "u2", "...");
    assertThat(shown.get("...").toString())
        .startsWith("{\"omitted\":97,\"path\":\"/users\",\"names\":[\"u3\",\"u4\",");
  }

  @Test
  void keepsNumbersAndEscapesAsTheyAreWritten() {
    String text =
        array(
            100,
            i ->
                "{\"id\":1.00e5,\"name\":\"\\u0041\\/\\ud83d\\ude00é\",\"data\":\""
                    + "x".repeat(100)
                    + "\"}");

    String reduced = reduce(text).text();

    assertThat(reduced).startsWith("[{\"id\":1.00e5,\"name\":\"\\u0041\\/\\ud83d\\ude00é\"");
    assertThat(reduced).contains("\"items\":[[1.00e5,\"\\u0041\\/\\ud83d\\ude00é\"],");
  }

  @Test
  void shortensLongStrings() {
    String text = "{\"a\":1,\"content\":\"" + "word\\n".repeat(5000) + "\",\"b\":2}";

    Payload reduced = reduce(text);

    JsonNode json = reduced.json().orElseThrow();
    assertThat(json.get("content").textValue())
        .hasSizeLessThan(2048)
        .startsWith("word\nword\n")
        .contains(" of 29.3KB omitted ...]")
        .endsWith("word\n");
    assertThat(json.get("b").intValue()).isEqualTo(2);
    assertThat(reduced.notes()).containsExactly("json: 1 string shortened");
  }

  @Test
  void leavesWhatIsSmallAndWhatIsNoJsonAlone() {
    assertThat(tryReduce(array(20, JsonReducerTest::item), OutputConfig.defaults(), NO_LIMIT, ""))
        .isEmpty();
    OutputReducer.Request request = request(NO_LIMIT, "");
    assertThat(reducer(OutputConfig.defaults()).reduce(Payload.text("x".repeat(20_000)), request))
        .isEmpty();
    assertThat(tryReduce("\"" + "x".repeat(20_000) + "\"", OutputConfig.defaults(), NO_LIMIT, ""))
        .isEmpty();
  }

  @Test
  void passesWhatIsBelowThresholdAndLimit() {
    JsonReducer reducer = reducer(OutputConfig.defaults());

    assertThat(reducer.passes(10_240, request(20_000, ""))).isTrue();
    assertThat(reducer.passes(10_241, request(20_000, ""))).isFalse();
    assertThat(reducer.passes(5_000, request(4_000, ""))).isFalse();
  }

  @Test
  void canBeSwitchedOff() {
    String text =
        "{\"long\":\""
            + "x".repeat(9000)
            + "\",\"list\":"
            + array(100, JsonReducerTest::item)
            + "}";
    OutputConfig off = OutputConfig.defaults().uniformArrayCollapse(false).autoChunkJson(false);
    OutputConfig noArrays = OutputConfig.defaults().uniformArrayCollapse(false);
    OutputConfig noChunks = OutputConfig.defaults().autoChunkJson(false);

    assertThat(reducer(off).passes(1_000_000, request(10, ""))).isTrue();
    assertThat(tryReduce(text, off, 100, "")).isEmpty();
    assertThat(tryReduce(text, noArrays, NO_LIMIT, "").orElseThrow().notes())
        .containsExactly("json: 1 string shortened");
    assertThat(tryReduce(text, noChunks, 1_000, "").orElseThrow().notes())
        .containsExactly("json: 3 of 100 items of list in full");
  }

  @Test
  void leavesTheWhiteSpaceOutWhereThatMakesItFit() {
    String pretty =
        RawJson.parse("{\"a\":[" + "[1,2],".repeat(300) + "[]]}").tree().toPrettyString();

    Payload reduced = tryReduce(pretty, OutputConfig.defaults(), 3000, "").orElseThrow();

    assertThat(reduced.kind()).isEqualTo(Kind.JSON);
    assertThat(reduced.json()).contains(tree(pretty));
    assertThat(reduced.sizeBytes()).isLessThan(3000);
  }

  @Test
  void showsAsManyChunksAsFit() {
    String text =
        "{\"total\":40,\"parts\":" + array(40, JsonReducerTest::mixed) + ",\"meta\":{\"page\":1}}";

    Payload reduced = tryReduce(text, OutputConfig.defaults(), 15_000, "").orElseThrow();

    assertThat(reduced.kind()).isEqualTo(Kind.TEXT);
    assertThat(reduced.sizeBytes()).isBetween(10_000L, 15_000L);
    assertThat(reduced.notes())
        .hasSize(1)
        .first()
        .asString()
        .matches("json: \\d+ of 16 chunks in full");
    assertThat(reduced.text())
        .startsWith("[JSON of 39.0KB in 16 chunks, ")
        .contains("\n== total (2 bytes)\n40\n")
        .contains("\n== parts > [0-2] (")
        .contains("\n== meta (10 bytes)\n{\"page\":1}\n")
        .containsPattern("\n== parts > \\[\\d+-\\d+\\] \\([23]\\.\\dKB; id=\\d+\\) not shown\n");
    assertThat(shownChunks(reduced.text())).isTrue();
  }

  @Test
  void tellsHowLargeAChunkIsToRead() {
    String text = "{\"a\":" + array(1_000, JsonReducerTest::item) + ",\"b\":[1,2]}";

    Payload reduced = tryReduce(text, OutputConfig.defaults(), 500, "").orElseThrow();

    assertThat(reduced.text())
        .startsWith("[JSON of 135.5KB in ")
        .contains("\n== a > [3-999] (135.1KB; 997 alike items) not shown\n");
  }

  @Test
  void showsWhatTheIntentAsksForFirst() {
    String text = array(40, i -> i == 33 ? mixed(i).replace("lorem", "invoice") : mixed(i));

    Payload reduced =
        tryReduce(text, OutputConfig.defaults(), 6_000, "which invoices are open").orElseThrow();

    assertThat(reduced.text()).contains("invoice").contains("\n== [3] (1.0KB; id=3) not shown");
    assertThat(shownChunks(reduced.text())).isTrue();
  }

  @Test
  void sharesLinesWhereThereAreTooManyChunks() {
    String text = array(3000, JsonReducerTest::mixed);

    Payload reduced = tryReduce(text, OutputConfig.defaults(), 10_000, "").orElseThrow();

    assertThat(reduced.sizeBytes()).isLessThanOrEqualTo(10_000);
    assertThat(reduced.text())
        .containsPattern(
            "== \\[[\\d-]+\\] to \\[[\\d-]+\\] \\(\\d+ chunks, 2\\d+\\.\\dMB\\) not shown|=="
                + " \\[[\\d-]+\\] to \\[[\\d-]+\\] \\(\\d+ chunks, \\d+\\.\\dKB\\) not shown");
  }

  @Test
  void leavesTinyLimitsToTheTruncation() {
    String text = array(40, JsonReducerTest::mixed);

    assertThat(tryReduce(text, OutputConfig.defaults(), 60, "")).isEmpty();
  }

  @Test
  void warnsOfLabelsWhereSomethingWasLeftOutBefore() {
    RawJson json = RandomJson.raw(array(40, JsonReducerTest::mixed));
    Payload filtered = Payload.json(RawJson.emptyObject()).reducedTo(json, "intent: 1 of 2 items");

    Payload reduced =
        reducer(OutputConfig.defaults()).reduce(filtered, request(10_000, "")).orElseThrow();

    assertThat(reduced.text()).contains("labels count what an earlier stage has left");
    assertThat(reduced.notes()).hasSize(2);
  }

  @Test
  void saysWhyWhatIsTooDenseIsLeftToTheTruncation() {
    String text = "[" + "1,".repeat(5_000_000) + "1]";

    Payload noted = tryReduce(text, OutputConfig.defaults(), 1000, "").orElseThrow();

    assertThat(noted.kind()).isEqualTo(Kind.JSON);
    assertThat(noted.isReduced()).isFalse();
    assertThat(noted.notes()).containsExactly("json: too many values to be taken apart");
  }

  @Test
  void takesDuplicateNames() {
    String text =
        array(100, i -> "{\"id\":" + i + ",\"id\":0,\"data\":\"" + "x".repeat(100) + "\"}");

    assertThat(reduce(text).text()).contains("\"items\":[3,4,5,");
  }

  @Test
  void needsNoStackForDepth() {
    for (int depth : new int[] {2_000, 100_000}) {
      String text =
          "[{\"a\":".repeat(depth / 2) + array(50, JsonReducerTest::item) + "}]".repeat(depth / 2);
      Payload collapsed = reduce(text);
      assertThat(collapsed.text()).contains("{\"omitted\":47,\"identity\"");

      Payload chunked =
          new ReductionPipeline(List.of(new Stage(1, reducer(OutputConfig.defaults()))))
              .reduce(Payload.json(RandomJson.raw(text)), request(1_000, ""));
      assertThat(chunked.sizeBytes()).isLessThanOrEqualTo(1_000);
    }
  }

  /** Whether every chunk that is not said to be left out is followed by a line of JSON. */
  private static boolean shownChunks(String text) {
    List<String> lines = text.lines().toList();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("== ")) {
        return false;
      }
      if (!lines.get(i).endsWith(" not shown")) {
        tree(lines.get(++i));
      }
    }
    return true;
  }

  private static String item(int i) {
    return "{\"id\":" + i + ",\"name\":\"item-" + i + "\",\"data\":\"" + "x".repeat(100) + "\"}";
  }

  /** One of many that are not alike. */
  private static String mixed(int i) {
    return "{\"id\":"
        + i
        + ",\"a"
        + i
        + "\":1,\"b"
        + i
        + "\":[1,2],\"text\":\""
        + "lorem ".repeat(160)
        + "\"}";
  }

  private static String array(int length, IntFunction<String> item) {
    return IntStream.range(0, length).mapToObj(item).collect(Collectors.joining(",", "[", "]"));
  }

  private static JsonNode tree(String text) {
    return RawJson.parse(text).tree();
  }

  private static Payload reduce(String text) {
    Payload reduced = tryReduce(text, OutputConfig.defaults(), NO_LIMIT, "").orElseThrow();
    assertThat(reduced.kind()).isEqualTo(Kind.JSON);
    assertThat(reduced.isReduced()).isTrue();
    return reduced;
  }

  private static Optional<Payload> tryReduce(
      String text, OutputConfig config, int maxBytes, String intent) {
    return reducer(config).reduce(Payload.json(RandomJson.raw(text)), request(maxBytes, intent));
  }

  private static JsonReducer reducer(OutputConfig config) {
    return new JsonReducer(() -> config, new EnglishAnalyzer());
  }

  private static OutputReducer.Request request(int maxBytes, String intent) {
    return new OutputReducer.Request(
        maxBytes, Optional.of(intent).filter(text -> !text.isEmpty()), Session.local());
  }
}
