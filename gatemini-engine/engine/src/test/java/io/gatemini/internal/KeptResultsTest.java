package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A program can read the parts that a reduction cut. */
class KeptResultsTest {
  private static final String LARGE = "a line of text\n".repeat(1_000).strip();
  private static final Pattern POINTER =
      Pattern.compile(
          "whole result: gatemini://result/([a-z2-7]{10}) .* or"
              + " await results\\.get\\(\"\\1\"\\) in a program]\\n");

  private final JavaPrograms programs = new JavaPrograms();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(programs)
          .backend(
              "a",
              BackendConfig.inProcess()
                  .tool("text", "Large text.", "{}", args -> LARGE)
                  .tool("blocks", "Two texts.", "{}", args -> blocks(false))
                  .tool("structured", "Two texts and a value.", "{}", args -> blocks(true))
                  .tool("error", "Fails.", "{}", args -> ToolResult.error(LARGE)))
          .build();

  private static ToolResult blocks(boolean structured) {
    String block = "{\"type\":\"text\",\"text\":" + RawJson.ofValue(LARGE) + "}";
    String value = structured ? ",\"structuredContent\":{\"all\":[1,2]}" : "";
    return ToolResult.of(RawJson.parse("{\"content\":[" + block + "," + block + "]" + value + "}"));
  }

  /** The header's promises work as written: the whole is the whole. */
  @Test
  void givesAProgramTheWholeThatFits() {
    RawJson rows = rows(300);
    programs.program("rows", (program, host) -> rows);
    ChainResult reduced = gateway.run("rows");
    String id = reduced.resultId().orElseThrow();
    programs.program("whole", (program, host) -> host.result(id));

    assertThat(gateway.run("whole").text()).isEqualTo(rows.toString());
    assertThat(gateway.run(ChainRequest.of("rows").withMaxOutputBytes(100_000)).text())
        .isEqualTo(rows.toString());
    assertThat(gateway.run(ChainRequest.of("whole").withMaxOutputBytes(2_000)).text())
        .hasSizeLessThanOrEqualTo(2_000)
        .contains("gatemini://result/");
  }

  private static RawJson rows(int count) {
    return RawJson.parse(
        IntStream.range(0, count)
            .mapToObj(i -> "{\"id\":" + i + ",\"text\":\"" + "x".repeat(60) + "\"}")
            .collect(Collectors.joining(",", "[", "]")));
  }

  @Values("text | blocks | structured | error | program | failure")
  void tellsWithinTheBoundHowToGetWhatWasCut(String tool) {
    programs.program("program", (program, host) -> RawJson.ofValue(LARGE));
    programs.program(
        "failure",
        (program, host) -> {
          throw new IllegalStateException(LARGE);
        });
    String code = tool.length() > 6 && !tool.equals("structured") ? tool : "await a." + tool + "()";
    Session session = Session.random();

    ChainResult result =
        gateway.run(ChainRequest.of(code).withSession(session).withMaxOutputBytes(2_000));

    assertThat(Utf8Size.of(String.join("", texts(result)))).isLessThanOrEqualTo(2_000);
    assertThat(result.bytesReturned()).isBetween(1_500L, 2_000L);
    Matcher pointer = POINTER.matcher(result.text());
    assertThat(pointer.find()).as(result.text()).isTrue();
    assertThat(result.reductions())
        .contains("original kept: gatemini://result/" + pointer.group(1));
    RawJson kept = fetch(session, pointer.group(1));
    assertThat(kept.length()).isGreaterThan(LARGE.length());
    assertThat(fetchError(Session.random(), pointer.group(1)))
        .startsWith("no result \"" + pointer.group(1) + "\" is kept for this session");
  }

  private static List<String> texts(ChainResult result) {
    return result.result().content().stream().map(block -> block.path("text").asText()).toList();
  }

  private RawJson fetch(Session session, String id) {
    programs.program("fetch", (program, host) -> host.result(id));
    return gateway.run(ChainRequest.of("fetch").withSession(session)).json();
  }

  private String fetchError(Session session, String id) {
    programs.program("fetch", (program, host) -> host.result(id));
    return gateway.run(ChainRequest.of("fetch").withSession(session)).text();
  }

  @Test
  void saysNothingOfAnAnswerThatFits() {
    ChainResult result = gateway.run("await a.text()");

    assertThat(result.text()).isEqualTo(LARGE);
    assertThat(result.reductions()).isEmpty();
  }

  @Test
  void keepsTheTextFreeOfAHeaderThatWouldTakeMostOfIt() {
    ChainResult result = gateway.run(ChainRequest.of("await a.text()").withMaxOutputBytes(50));

    assertThat(result.text()).doesNotContain("gatemini://").isNotEmpty();
    assertThat(result.reductions()).anyMatch(note -> note.startsWith("original kept: "));
    assertThat(result.bytesReturned()).isLessThanOrEqualTo(50);
    assertThat(gateway.run(ChainRequest.of("await a.text()").withMaxOutputBytes(60)).text())
        .startsWith("[whole: gatemini://result/");
  }

  @Test
  void namesOnlyTheResourceWhereThereAreNoPrograms() {
    try (Gateway bare =
        TestGateway.builder()
            .backend("a", BackendConfig.inProcess().tool("text", "T.", "{}", args -> LARGE))
            .build()) {
      ChainResult result = bare.run(ChainRequest.of("await a.text()").withMaxOutputBytes(2_000));

      assertThat(result.text())
          .doesNotContain("results.get")
          .contains("whole result: gatemini://result/");
    }
  }
}
