package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendState;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers in signature lines, and answers without structured content. */
class CompactAnswersTest extends SurfaceFixture {
  @Test
  void aSearchAnswersWithSignatureLines() {
    gateway.further.put("github", List.of("pull", "code"));

    ToolResult result =
        call("search_tools", "{\"task_description\":\"issue\",\"limit\":2,\"compact\":true}");

    assertThat(result.text())
        .isEqualTo(
            """
            github.create_issue(owner: string, repo: string, title: string, ...3 more) \u2013 Create \
            a new issue in a repository.
            github.list_issues(owner: string, repo: string, page?: string, ...4 more) \u2013 List the issues of a \
            repository, with filters.
            try_also github: pull, code\
            """);
    assertThat(structured(result))
        .isEqualTo(
            tree(
                "{\"results\":[{\"name\":\"github.create_issue\"},{\"name\":\"github.list_issues\"}]}"));
  }

  @Test
  void wholeDescriptionsStayOnTheirLines() {
    gateway.publish(
        RealisticTools.catalog().with(tool("news", "read", "Reads news.\n\nOf  any paper.")));

    assertThat(
            call(
                    "search_tools",
                    "{\"task_description\":\"news\",\"brief\":false,\"limit\":1,\"compact\":true}")
                .text())
        .startsWith("news.read() \u2013 Reads news. Of any paper.");
  }

  @Test
  void anEmptyCompactAnswerSaysWhatToDo() {
    ToolResult result = call("search_tools", "{\"task_description\":\"xyzzy\",\"compact\":true}");

    assertThat(result.text()).startsWith("No tool matches.");
    assertThat(structured(result)).isEqualTo(tree("{\"results\":[]}"));
  }

  @Test
  void theOverviewIsALineABackend() {
    gateway.withoutTools.put("weather", BackendState.STARTING);

    ToolResult result = call("search_tools", "{\"task_description\":\"\",\"compact\":true}");

    assertThat(result.text())
        .isEqualTo(
            """
            chat (2) \u2013 list_channels, send_message
            files (4) \u2013 list_directory, read_file, search_files, write_file
            github (4) \u2013 create_issue, get_pull_request, list_issues, search_code
            postgres (2) \u2013 describe_table, query
            weather (0) \u2013 (Starting)\
            """);
    assertThat(structured(result).get("overview").get(0))
        .isEqualTo(tree("{\"backend\":\"chat\",\"tools\":2}"));
  }

  @Test
  void aLookTellsWhatIsSaidOfParameters() {
    gateway.publish(
        RealisticTools.catalog()
            .with(
                tool(
                    "my-news",
                    "read",
                    "Reads news. Of any paper.",
                    """
                    {"type":"object","required":["paper"],"properties":{
                     "paper":{"type":"string","description":"Its ISSN. Not its name."},
                     "limit":{"type":"integer","default":10}}}\
                    """)));

    ToolResult brief = call("tool_info", "{\"tool_name\":\"my-news.read\",\"compact\":true}");
    ToolResult full =
        call("tool_info", "{\"tool_name\":\"my-news.read\",\"detail\":\"full\",\"compact\":true}");

    assertThat(brief.text())
        .isEqualTo(
            """
            my-news.read(paper: string, limit?: number) \u2013 Reads news.
            paper: Its ISSN
            limit: default 10
            in a program: my_news.read\
            """);
    assertThat(full.text())
        .isEqualTo(
            """
            my-news.read \u2013 Reads news. Of any paper.
            read(args: {
              paper: string; // Its ISSN
              limit?: number; // default 10
            }): Promise<any>;
            in a program: my_news.read\
            """);
    assertThat(structured(full))
        .isEqualTo(structured(brief))
        .isEqualTo(
            tree(
                "{\"name\":\"my-news.read\",\"backend\":\"my-news\",\"description\":\"Reads"
                    + " news.\"}"));
  }

  @Test
  void aPageTellsEachBackendOnce() {
    ToolResult result = call("list_tools_meta", "{\"page_size\":4,\"compact\":true}");

    assertThat(result.text())
        .startsWith(
            "chat: list_channels, send_message\nfiles: list_directory, read_file\nnext_cursor: ")
        .endsWith(structured(result).get("next_cursor").asText());
    assertThat(call("list_tools_meta", "{\"compact\":true}").text()).doesNotContain("next_cursor");
  }

  @Test
  void aHostChoosesTheFormWhereTheCallDoesNot() {
    ToolSurface compact = surface(OutputConfig.defaults().compactRows(true));

    assertThat(answer(compact, "search_tools", "{\"task_description\":\"sql\",\"limit\":1}").text())
        .startsWith("postgres.query(sql: string) \u2013 Run a read-only SQL query.");
    assertThat(
            answer(compact, "search_tools", "{\"task_description\":\"sql\",\"compact\":false}")
                .text())
        .startsWith("[\n{");
    assertThat(compact.tools(Session.local()))
        .filteredOn(tool -> tool.inputSchema().path("properties").has("compact"))
        .extracting(tool -> tool.inputSchema().at("/properties/compact/default").asBoolean())
        .containsExactly(true, true, true);
  }

  @Test
  void withoutStructuredContentNothingIsStructuredAndNothingPromised() {
    ToolSurface plain = surface(OutputConfig.defaults().structuredContent(false));

    for (SurfaceTool tool : plain.tools(Session.local())) {
      assertThat(tool.outputSchema().isMissingNode()).as(tool.name()).isTrue();
    }
    for (String[] call :
        List.of(
            new String[] {"search_tools", "{\"task_description\":\"issue\"}"},
            new String[] {"search_tools", "{\"task_description\":\"\"}"},
            new String[] {"list_tools_meta", "{}"},
            new String[] {"tool_info", "{\"tool_name\":\"query\",\"detail\":\"full\"}"},
            new String[] {"get_required_keys_for_tool", "{\"tool_name\":\"query\"}"})) {
      ToolResult bare = answer(plain, call[0], call[1]);
      assertThat(bare.hasStructuredContent()).as(call[0]).isFalse();
      assertThat(bare.content()).isEqualTo(call(call[0], call[1]).content());
    }
    assertThat(answer(plain, "tool_info", "{\"tool_name\":\"nothing\"}").isError()).isTrue();
  }

  @Test
  void structureThatTheTextOfACallSaysIsLeftOut() {
    String said = "{\"content\":[{\"type\":\"text\",\"text\":\"{ \\\"a\\\": 1}\"}]";
    String text = "{\"content\":[{\"type\":\"text\",\"text\":\"one\"}]";

    assertThat(TextOnly.once(result(said + ",\"structuredContent\":{\"a\":1}}")))
        .isEqualTo(result(said + "}"));
    assertThat(TextOnly.once(result(text + ",\"structuredContent\":{\"content\":\"one\"}}")))
        .isEqualTo(result(text + "}"));
    for (String own : List.of(said + ",\"structuredContent\":{\"a\":2}}", text + "}")) {
      assertThat(TextOnly.once(result(own))).isEqualTo(result(own));
    }
  }

  @Test
  void onlyTheStructuredMemberIsLeftOut() {
    String text = "{\"type\":\"text\",\"text\":\"a \\\"structuredContent\\\" b\"}";
    ToolResult answer =
        result(
            "{ \"_meta\" : {\"a\":[1, {}]} , \"structuredContent\":{\"b\":[{\"content\":[]}]},"
                + "\"content\" :\n["
                + text
                + "],\"isError\":true}");

    assertThat(TextOnly.of(answer))
        .isEqualTo(
            result("{\"_meta\":{\"a\":[1,{}]},\"content\":[" + text + "],\"isError\":true}"));
    assertThat(TextOnly.of(result("{\"structuredContent\":{},\"content\":[" + text + "]}")))
        .isEqualTo(result("{\"content\":[" + text + "]}"));
  }

  @Test
  void whatIsOnlyStructuredBecomesText() {
    ToolResult expected = ToolResult.text("{\"a\":[1]}");

    assertThat(TextOnly.of(result("{\"content\":[],\"structuredContent\":{\"a\":[1]}}")))
        .isEqualTo(expected);
    assertThat(TextOnly.of(result("{\"structuredContent\":{\"a\":[1]}}"))).isEqualTo(expected);
    assertThat(TextOnly.of(expected)).isSameAs(expected);
  }

  private static ToolResult result(String json) {
    return ToolResult.of(RawJson.wrap(json.getBytes(StandardCharsets.UTF_8)));
  }

  private ToolSurface surface(OutputConfig output) {
    return GivenSurface.over(gateway, GatewaySettings.defaults().output(output));
  }

  private static ToolResult answer(ToolSurface surface, String tool, String arguments) {
    return surface
        .call(new SurfaceCall(tool, RawJson.of(tree(arguments)), CallContext.local()))
        .toCompletableFuture()
        .join();
  }
}
