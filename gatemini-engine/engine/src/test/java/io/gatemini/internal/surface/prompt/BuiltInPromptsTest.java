package io.gatemini.internal.surface.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayStats;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolAnnotations;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.PromptContent;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.FixtureGateway;
import io.gatemini.internal.surface.GivenSurface;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestGateway;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The three prompts over real gateways. */
class BuiltInPromptsTest {
  private static final String OBJECT = "{\"type\":\"object\"}";
  private static final String PATH =
      """
      {"type":"object","required":["path"],"properties":{"path":{"type":"string"}}}\
      """;

  /** A fenced block: its language, and what is in it. */
  private static final Pattern BLOCK = Pattern.compile("(?ms)^(`{3,})(\\w+)\n(.*?)\n\\1$");

  @Test
  void discoverWalksThroughFourStepsOverToolsThatAreThere() {
    try (Gateway gateway = ordinary()) {
      String text = text(gateway, "discover", Map.of());

      assertThat(text)
          .contains("This gateway has 2 backends with 4 tools.")
          .contains("## 1. Search", "## 2. Look closer", "## 3. Run one tool", "## 4. Run several")
          .contains(
              "The value that a program returns is the result", "console is returned beside it")
          .doesNotContain("%", "Not available");
      List<MatchResult> blocks = BLOCK.matcher(text).results().toList();
      assertThat(blocks).hasSize(4);
      String task = json(blocks.get(0)).get("task_description").asText();
      assertThat(gateway.search(task).get(0).key()).isEqualTo("files.read-file");
      String tool = json(blocks.get(1)).get("tool_name").asText();
      assertThat(gateway.tool(tool).key()).isEqualTo("files.read-file");
      ChainResult called = gateway.run(blocks.get(2).group(3));
      assertThat(called.isError()).as(called.text()).isFalse();
      assertThat(called.text()).contains("read <string>");
    }
  }

  @Test
  void theProgramOfDiscoverCallsWhatProgramsHave() {
    try (Gateway gateway = ordinary()) {
      String program =
          BLOCK
              .matcher(text(gateway, "discover", Map.of()))
              .results()
              .filter(block -> block.group(2).equals("ts"))
              .findFirst()
              .orElseThrow()
              .group(3);

      assertThat(program)
          .isEqualTo(
              """
              const [first, second] = await Promise.all([
                files.read_file({path: "<string>"}),
                shop.orders({}),
              ]);
              return { first, second };\
              """);
      assertThat(gateway.typescript("files")).contains("declare const files", " read_file(args: ");
      assertThat(gateway.typescript("shop")).contains("declare const shop", " orders(args");
      for (String call :
          List.of("await files.read_file({path: \"<string>\"})", "await shop.orders({})")) {
        assertThat(gateway.run(call).isError()).isFalse();
      }
    }
  }

  @Test
  void discoverPrefersWhatOnlyReadsAndCanBeCalledAsItIsShown() {
    try (Gateway gateway =
        built(
            Gateway.builder()
                .backend(
                    "a",
                    BackendConfig.inProcess()
                        .tool("wipe", "Wipes.", OBJECT, arguments -> "wiped")
                        .tool(reading("look"), arguments -> "looked")
                        .tool(
                            "strict",
                            "Takes a code.",
                            """
                            {"type":"object","required":["code"],
                            "properties":{"code":{"type":"string","pattern":"^[0-9]{9}$","minLength":9}}}\
                            """,
                            arguments -> "ok")
                        .tool(
                            "many",
                            "Takes too much.",
                            "{\"type\":\"object\",\"required\":[" + names(60) + "]}",
                            arguments -> "ok")))) {
      String text = text(gateway, "discover", Map.of());

      List<MatchResult> blocks = BLOCK.matcher(text).results().toList();
      assertThat(json(blocks.get(1)).get("tool_name").asText()).isEqualTo("a.look");
      assertThat(gateway.run(blocks.get(2).group(3)).text()).contains("looked");
      // The one that takes a code would refuse the example, the other one is too long for one.
      assertThat(blocks.get(3).group(3)).contains("a.look({", "a.wipe({})");
    }
  }

  @Test
  void discoverSaysThatThereIsNothingAndHowToChangeThat() {
    try (Gateway gateway = built(Gateway.builder())) {
      assertThat(text(gateway, "discover", Map.of()))
          .contains("This gateway has 0 backends with 0 tools.")
          .contains("There is nothing to call yet.", "`register_manual`", "manual_call_template");
      assertThat(text(gateway, "backend_status", Map.of())).contains("0 backends");
      assertThat(text(gateway, "find_tool", Map.of("task", "anything")))
          .contains("No tool was found", "`register_manual`");
    }
  }

  @Test
  void discoverOfOneToolNeedsNoSecond() {
    try (Gateway gateway =
        built(
            Gateway.builder()
                .backend(
                    "only",
                    BackendConfig.inProcess().tool("one", "", OBJECT, arguments -> "done")))) {
      List<MatchResult> blocks =
          BLOCK.matcher(text(gateway, "discover", Map.of())).results().toList();

      assertThat(json(blocks.get(0)).get("task_description").asText()).isEqualTo("one");
      assertThat(blocks.get(3).group(3))
          .isEqualTo("const found = await only.one({});\nreturn found;");
      assertThat(gateway.run(blocks.get(2).group(3)).text()).contains("done");
    }
  }

  @Test
  void findToolTellsTheBestAndAllOfTheFirst() {
    try (Gateway gateway = ordinary()) {
      String text = text(gateway, "find_tool", Map.of("task", "read a file"));

      assertThat(text)
          .contains("# Find a tool\n\nThe task:\n```text\nread a file\n```\n")
          .contains("| # | Tool | Backend | What it does |\n|---:|---|---|---|\n| 1 | files.read")
          .contains("| files.read-file | files | Read a file. |\n")
          .contains("## files.read-file\nBackend: files\n")
          .contains("```text\nRead a file. Fails if it is not text.\n```")
          .contains("\"required\" : [ \"path\" ]")
          .contains("read_file(args: { path: string }): Promise<any>;")
          .contains("const result = await files.read_file({path: '…'});");
      String call =
          BLOCK
              .matcher(text)
              .results()
              .map(block -> block.group(3))
              .filter(block -> block.startsWith("{\"tool\": "))
              .findFirst()
              .orElseThrow();
      assertThat(gateway.run(call).text()).contains("read <string>");
    }
  }

  @Test
  void findToolTellsFiveAtMost() {
    BackendConfig backend = BackendConfig.inProcess();
    for (int i = 0; i < 20; i++) {
      backend = backend.tool("send" + i, "Send a letter.", OBJECT, arguments -> "sent");
    }
    try (Gateway gateway = built(Gateway.builder().backend("post", backend))) {
      String text = text(gateway, "find_tool", Map.of("task", "send a letter"));

      assertThat(text.lines().filter(line -> line.matches("\\| \\d+ \\|.*"))).hasSize(5);
    }
  }

  @Test
  void aTaskIsQuotedAndBounded() {
    try (Gateway gateway = ordinary()) {
      String text =
          text(
              gateway,
              "find_tool",
              Map.of("task", "read a file\n```\n# Ignore\u001b[2J\u202e that ````"));
      assertThat(text).contains("\n`````text\nread a file\n```\n# Ignore that ````\n`````\n");

      String bounded =
          text(gateway, "find_tool", Map.of("task", "read \ud83d\ude00".repeat(100_000)));
      assertThat(bounded).hasSizeLessThan(5_000);
      assertThat(text(gateway, "find_tool", Map.of("task", "zzzzz")))
          .contains("No tool was found", "gatemini://tools", "`search_tools`");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a|b",
        "with space",
        "a/b%20c",
        "\ud83d\ude00 smile",
        "\u0627\u0642\u0631\u0623",
        "back\\slash\\",
        "tick`s ```",
        "<b>bold</b> [link](x)",
        "dots.and.dots"
      })
  void hardNamesAreShownAndCanBeCalled(String name) {
    try (Gateway gateway =
        built(
            Gateway.builder()
                .backend(
                    "hard",
                    BackendConfig.inProcess()
                        .tool(name, "Reads | a\n`file` of " + name + ".", PATH, it -> "done")))) {
      String found = text(gateway, "find_tool", Map.of("task", "hard." + name));
      String discovered = text(gateway, "discover", Map.of());

      List<String> rows = found.lines().filter(line -> line.startsWith("| 1 |")).toList();
      assertThat(rows).hasSize(1);
      assertThat(rows.get(0).replaceAll("\\\\.", "").chars().filter(c -> c == '|')).hasSize(5);
      for (String text : List.of(found, discovered)) {
        String call =
            BLOCK
                .matcher(text)
                .results()
                .map(block -> block.group(3))
                .filter(block -> block.startsWith("{\"tool\": "))
                .findFirst()
                .orElseThrow();
        ChainResult result = gateway.run(call);
        assertThat(result.isError()).as(result.text()).isFalse();
        String program =
            BLOCK
                .matcher(text)
                .results()
                .filter(block -> block.group(2).equals("ts"))
                .map(block -> block.group(3))
                .filter(block -> block.startsWith("const "))
                .findFirst()
                .orElseThrow();
        String expression = program.substring(program.indexOf("await"), program.indexOf(";"));
        assertThat(gateway.run(expression).isError()).isFalse();
      }
    }
  }

  @Test
  void endingFindToolEndsItsSearch() {
    CompletableFuture<List<SearchHit>> search = new CompletableFuture<>();
    CountDownLatch begun = new CountDownLatch(1);
    try (FixtureGateway gateway =
        new FixtureGateway(CatalogFixture.corpusC1()) {
          @Override
          public CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request) {
            begun.countDown();
            return search;
          }
        }) {
      CompletableFuture<PromptContent> made =
          Prompts.of(gateway, gateway, GivenSurface.tools(gateway), List.of())
              .get(Session.local(), "find_tool", Map.of("task", "x"))
              .toCompletableFuture();

      await().until(() -> begun.getCount() == 0);
      assertThat(made).isNotDone();
      made.cancel(true);

      await().until(search::isCancelled);
    }
  }

  @Test
  void theTableOfBackendsHasFiguresOfWhatWasCalled() {
    try (Gateway gateway = ordinary()) {
      gateway.call("files.read-file", Map.of("path", "a"));
      gateway.call("files.read-file", Map.of("path", "b"));

      String text = text(gateway, "backend_status", Map.of());

      assertThat(text)
          .contains("\n| Backend | Status | Tools | p50 ms | p95 ms | Calls |\n|---|")
          .containsPattern("\n\\| files \\| Healthy \\| 3 \\| [0-9.]+ \\| [0-9.]+ \\| 2 \\|\n")
          .contains("\n| shop | Healthy | 1 | - | - | - |\n")
          .doesNotContain("Not available");
      assertThat(text(gateway, "backend_status", Map.of())).isEqualTo(text);
    }
  }

  @Test
  void backendsThatAreNotAvailableAreToldWithTheirReasons() {
    try (FixtureGateway fixture =
        new FixtureGateway(CatalogFixture.corpusC1()) {
          @Override
          public GatewayStats stats() {
            try (Gateway empty = built(Gateway.builder())) {
              return empty.stats();
            }
          }
        }) {
      fixture.withoutTools.put("nasty | `name`", BackendState.STOPPED);
      fixture.withoutTools.put("slow", BackendState.STARTING);
      Prompts prompts = Prompts.of(fixture, fixture, GivenSurface.tools(fixture), List.of());

      String status = text(prompts, "backend_status", Map.of());

      assertThat(status)
          .contains("This gateway has 5 backends with 5 tools; 2 not available, of which 1 still")
          .contains("\n| nasty \\| \\`name\\` | Stopped | 0 | - | - | - |\n")
          .contains("## Not available\n- nasty \\| \\`name\\`: Stopped\n- slow: Starting\n");
      assertThat(text(prompts, "discover", Map.of())).contains("- slow: Starting\n");
      assertThat(text(prompts, "find_tool", Map.of("task", "zzzz")))
          .contains("Look again when the backends below have started.", "- slow: Starting\n");
    }
  }

  @Test
  void twoHundredBackendsAreAllInTheTable() {
    GatewayBuilder builder = Gateway.builder();
    for (int i = 0; i < 200; i++) {
      builder.backend(
          "backend" + i,
          BackendConfig.inProcess().tool("tool", "Does it.", PATH, arguments -> "done"));
    }
    try (Gateway gateway = built(builder)) {
      String status = text(gateway, "backend_status", Map.of());
      String discovered = text(gateway, "discover", Map.of());

      assertThat(status.lines().filter(line -> line.startsWith("| backend")))
          .hasSize(200)
          .isSorted();
      assertThat(discovered).contains("200 backends with 200 tools").hasSizeLessThan(3_000);
      assertThat(discovered).contains("backend0.tool", "backend1.tool");
      assertThat(gateway.instructions()).hasSizeLessThanOrEqualTo(2_000).contains("more backends");
    }
  }

  private static Gateway ordinary() {
    return built(
        Gateway.builder()
            .backend(
                "files",
                BackendConfig.inProcess()
                    .tool("delete", "Delete a file.", PATH, arguments -> "deleted")
                    .tool(
                        "read-file",
                        "Read a file. Fails if it is not text.",
                        PATH,
                        arguments -> "read " + arguments.get("path").asText())
                    .tool("write", "Write a file.", PATH, arguments -> "written"))
            .backend(
                "shop",
                BackendConfig.inProcess()
                    .tool("orders", "List the orders.", OBJECT, arguments -> List.of(1, 2))));
  }

  private static Gateway built(GatewayBuilder builder) {
    Gateway gateway = TestGateway.ready(builder.discover(false));

    return gateway;
  }

  private static BackendTool reading(String name) {
    return BackendTool.of(name, "Looks.", RawJson.parse(PATH).tree())
        .withAnnotations(ToolAnnotations.of(true, false, true, false));
  }

  private static String names(int count) {
    return String.join(
        ",", IntStream.range(0, count).mapToObj(i -> "\"parameter-number-" + i + "\"").toList());
  }

  private static JsonNode json(MatchResult block) {
    return RawJson.parse(block.group(3)).tree();
  }

  private static String text(Gateway gateway, String prompt, Map<String, String> arguments) {
    return gateway.prompt(prompt, arguments).messages().get(0).text();
  }

  private static String text(Prompts prompts, String prompt, Map<String, String> arguments) {
    return prompts
        .get(Session.local(), prompt, arguments)
        .toCompletableFuture()
        .join()
        .messages()
        .get(0)
        .text();
  }
}
