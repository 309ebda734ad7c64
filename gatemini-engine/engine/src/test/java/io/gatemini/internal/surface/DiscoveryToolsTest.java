package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendState;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestCatalog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryToolsTest extends SurfaceFixture {
  @Test
  void briefRowsHoldWhatACallNeeds() {
    gateway.further.put("github", List.of("pull", "code"));

    ToolResult result = call("search_tools", "{\"task_description\":\"issues\",\"limit\":1}");

    assertThat(result.text())
        .isEqualTo(
            """
            [
            {"call":"await github.list_issues({owner: '…', repo: '…'})",\
            "description":"List the issues of a repository, with filters.",\
            "try_also":["pull","code"]}
            ]\
            """);
    ObjectNode row = (ObjectNode) structured(result).get("results").get(0).deepCopy();
    assertThat(row.remove("backend").asText()).isEqualTo("github");
    assertThat(row.remove("name").asText()).isEqualTo("github.list_issues");
    assertThat(tree(result.text()).get(0)).isEqualTo(row);
    assertThat(structured(result).size()).isEqualTo(1);
  }

  @Test
  void rowsHaveTheMembersOfAnAnswer() {
    JsonNode schema =
        RawJson.parse("{\"properties\":{\"lines\":{\"type\":\"array\"},\"total\":{}}}").tree();
    ToolDescriptor plain = TestCatalog.tool("logs", "tail", "Zebra lines.");
    gateway.publish(
        RealisticTools.catalog()
            .with(
                new ToolDescriptor(
                    plain.key(), plain.backend(), plain.tool().withOutputSchema(schema))));

    String task = "{\"task_description\":\"zebra\",\"limit\":1";

    assertThat(call("search_tools", task + "}").text()).contains("\"answer\":\"{lines, total}\"");
    assertThat(call("search_tools", task + ",\"compact\":true}").text())
        .startsWith("logs.tail() \u2192 {lines, total} \u2013 ");
    assertThat(call("tool_info", "{\"tool_name\":\"logs.tail\"}").text())
        .contains("\"answer\":\"{lines, total}\"");
  }

  @Test
  void furtherWordsOfABackendAreToldOnce() {
    gateway.further.put("github", List.of("pull", "code"));

    JsonNode rows =
        structured(call("search_tools", "{\"task_description\":\"issue\"}")).get("results");

    assertThat(rows.get(0).has("try_also")).isTrue();
    assertThat(rows.get(1).get("backend")).isEqualTo(rows.get(0).get("backend"));
    assertThat(rows.get(1).has("try_also")).isFalse();
  }

  @Test
  void fullRowsHoldTheWholeDescription() {
    ToolResult result =
        call("search_tools", "{\"task_description\":\"complete\",\"limit\":1,\"brief\":false}");

    assertThat(result.text())
        .isEqualTo(
            """
            [
            {"name":"files.read_file","description":"Read the complete contents of a file. Fails \
            if it is not text.","backend":"files"}
            ]\
            """);
  }

  @Test
  void tenBriefRowsOfOrdinaryToolsAreSmall() {
    ToolResult result = call("search_tools", "{\"task_description\":\"e\"}");

    assertThat(tree(result.text())).hasSize(10);
    assertThat(utf8(result.text())).isLessThanOrEqualTo(1_700);
  }

  @Test
  void anEmptyTaskAnswersWithAnOverview() {
    gateway.descriptions.put("files", "Local files. Only below the working directory.");
    gateway.withoutTools.put("weather", BackendState.STARTING);

    ToolResult result = call("search_tools", "{\"task_description\":\" \"}");

    assertThat(structured(result))
        .isEqualTo(
            tree(
                """
                {"results":[],"overview":[
                {"backend":"chat","tools":2,"description":"list_channels, send_message"},
                {"backend":"files","tools":4,"description":"Local files."},
                {"backend":"github","tools":4,"description":"create_issue, get_pull_request, list_issues, search_code"},
                {"backend":"postgres","tools":2,"description":"describe_table, query"},
                {"backend":"weather","tools":0,"description":"(Starting)"}]}\
                """));
    assertThat(tree(result.text())).isEqualTo(structured(result));
    assertThat(result.text().lines()).hasSize(7);
  }

  @Test
  void anEmptyAnswerSaysWhatToDo() {
    ToolResult result = call("search_tools", "{\"task_description\":\"xyzzy\"}");

    assertThat(result.content().get(0).get("text").asText()).isEqualTo("[]");
    assertThat(result.content().get(1).get("text").asText()).startsWith("No tool matches.");
    assertThat(structured(result)).isEqualTo(tree("{\"results\":[]}"));
  }

  /** In every form: an agent reads the text, a program the structure. */
  @Table(
      """
      search_tools | {"task_description": "create an issue"}
      search_tools | {"task_description": "create an issue", "compact": true}
      search_tools | {"task_description": "create an issue", "brief": false}
      search_tools | {"task_description": "xyzzy"}
      search_tools | {"task_description": "xyzzy", "compact": true}
      search_tools | {"task_description": ""}
      search_tools | {"task_description": "", "compact": true}
      list_tools_meta | {}
      list_tools_meta | {"compact": true, "page_size": 1}
      """)
  void saysWhichBackendsAreMissing(String tool, String arguments) {
    String complete = call(tool, arguments).json().toString();
    gateway.missing = "2 of 6 backends are still starting: jira, wiki";

    ToolResult result = call(tool, arguments);

    assertThat(complete).doesNotContain("incomplete");
    assertThat(structured(result).path("incomplete").asText()).isEqualTo(gateway.missing);
    assertThat(result.content().stream().map(block -> block.path("text").asText()))
        .anyMatch(text -> text.contains(gateway.missing));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres.query, brief, false",
    "postgres.query, brief, true",
    "postgres.query, full, false",
    "postgres.query, full, true",
    "postgres.query, typescript, false",
    "postgres, brief, false"
  })
  void saysWhetherTheBackendOfALookIsMissing(String name, String detail, boolean compact) {
    String look =
        "{\"tool_name\":\"%s\",\"detail\":\"%s\",\"compact\":%s}".formatted(name, detail, compact);
    gateway.missing = "1 of 6 backends is not up yet: wiki";
    assertThat(call("tool_info", look).json().toString()).doesNotContain("incomplete", "not up");
    gateway.missing = "1 of 6 backends is not up yet: postgres";

    ToolResult result = call("tool_info", look);

    assertThat(structured(result).path("incomplete").asText()).isEqualTo(gateway.missing);
    assertThat(result.text()).contains(gateway.missing);
  }

  @Test
  void pagesHoldEveryNameOnceAndTheLastIsNotEmpty() {
    List<String> names = new ArrayList<>();
    String cursor = "null";
    int pages = 0;

    do {
      JsonNode page =
          structured(call("list_tools_meta", "{\"page_size\":4,\"cursor\":" + cursor + "}"));
      page.get("tools").forEach(name -> names.add(name.asText()));
      cursor = page.get("next_cursor").toString();
      pages++;
    } while (!cursor.equals("null"));

    assertThat(pages).isEqualTo(3);
    assertThat(names).hasSize(12).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aCursorSurvivesChangesOfTheCatalog() {
    JsonNode first = structured(call("list_tools_meta", "{\"page_size\":4}"));
    assertThat(first.get("tools").get(3).asText()).isEqualTo("files.read_file");
    gateway.publish(
        RealisticTools.catalog()
            .without("files.read_file")
            .with(tool("aaa", "new", ""), tool("files", "rename", "")));

    JsonNode second =
        structured(
            call(
                "list_tools_meta",
                "{\"page_size\":2,\"cursor\":" + first.get("next_cursor") + "}"));

    assertThat(second.get("tools").toString())
        .isEqualTo("[\"files.rename\",\"files.search_files\"]");
  }

  @Test
  void aPageIsOneNameALine() {
    assertThat(call("list_tools_meta", "{\"page_size\":500}").text())
        .startsWith("{\"tools\":[\n\"chat.list_channels\",\n\"chat.send_message\",\n")
        .endsWith("\n],\"next_cursor\":null}");
  }

  @ParameterizedTest
  @CsvSource({"50", "YWJj", "%%", "\u00e9"})
  void refusesACursorItDidNotGive(String cursor) {
    assertThat(error("list_tools_meta", "{\"cursor\":\"" + cursor + "\"}"))
        .contains("\"cursor\" is not one that this tool gave");
  }

  @Test
  void briefInfoNamesParametersInSchemaOrder() {
    ToolResult result = call("tool_info", "{\"tool_name\":\"create_issue\"}");

    assertThat(result.text())
        .isEqualTo(
            """
            {"description":"Create a new issue in a repository.",\
            "parameters":["owner","repo","title","body","labels","assignees"],\
            "call":"await github.create_issue({owner: '…', repo: '…', title: '…'})"}\
            """);
    ObjectNode structure = (ObjectNode) structured(result).deepCopy();
    assertThat(structure.remove("backend").asText()).isEqualTo("github");
    assertThat(structure.remove("name").asText()).isEqualTo("github.create_issue");
    assertThat(structure).isEqualTo(tree(result.text()));
    assertThat(utf8(result.text())).isLessThanOrEqualTo(300);
  }

  @Test
  void fullInfoHoldsTheSchemaVerbatim() {
    JsonNode full =
        structured(call("tool_info", "{\"tool_name\":\"postgres.query\",\"detail\":\"full\"}"));

    assertThat(full.fieldNames())
        .toIterable()
        .containsExactly("name", "description", "backend", "input_schema");
    assertThat(full.get("input_schema"))
        .isEqualTo(gateway.tool("postgres.query").definition().inputSchema());
  }

  @Test
  void typescriptIsTheDeclarationAlone() {
    ToolResult result =
        call("tool_info", "{\"tool_name\":\"postgres.query\",\"detail\":\"typescript\"}");

    assertThat(result.text()).isEqualTo(gateway.tool("postgres.query").typescript());
    assertThat(result.text()).contains("sql: string; // The sql").doesNotContain("input_schema");
  }

  /** A parameter that takes one object is described by its members. */
  @Test
  void briefInfoOfOneObjectShowsItsMembers() {
    gateway.publish(
        CatalogFixture.of(
            9,
            tool(
                "crm",
                "find",
                "Finds.",
                """
                {"type":"object","required":["params"],"properties":{"params":{"$ref":"#/$defs/P"}},
                 "$defs":{"P":{"type":"object","required":["q"],"properties":{"q":{"type":"string"},
                 "max":{"type":"integer"}}}}}""")));

    JsonNode info = structured(call("tool_info", "{\"tool_name\":\"crm.find\"}"));

    assertThat(info.path("parameters")).hasToString("[\"params.q\",\"params.max\"]");
    assertThat(info.path("call").asText()).isEqualTo("await crm.find({params: {q: '…'}})");
  }

  @Test
  void infoOfABackendNamesItsTools() {
    gateway.descriptions.put("files", "Local files. Only below the working directory.");

    JsonNode shown = structured(call("tool_info", "{\"tool_name\":\"files\"}"));

    assertThat(shown.path("name").asText()).isEqualTo("files");
    assertThat(shown.path("description").asText()).isEqualTo("Local files.");
    assertThat(shown.path("tools")).hasSize(4);
    assertThat(shown.path("tools").get(0).path("name").asText()).startsWith("files.");
  }

  @Test
  void aTagThatNoToolHasIsRefusedWithThoseThereAre() {
    assertThat(error("search_tools", "{\"task_description\":\"zzz\",\"tag\":\"files\"}"))
        .contains("no tool has the \"tag\" \"files\"; there are no tags, leave it out");
    gateway.publish(
        CatalogFixture.of(9, TestCatalog.tool("shop", "refund", "Refunds.", "sales", "money")));

    assertThat(error("search_tools", "{\"task_description\":\"zzz\",\"tag\":\"files\"}"))
        .contains("no tool has the \"tag\" \"files\"; there is money, sales");
  }

  @Test
  void anUnknownToolIsAnErrorThatNamesNearOnes() {
    assertThat(error("tool_info", "{\"tool_name\":\"files.raed_file\"}"))
        .isEqualTo("tool \"files.raed_file\" is not known; did you mean \"files.read_file\"?");
    assertThat(error("get_required_keys_for_tool", "{\"tool_name\":\"qeury\"}"))
        .contains("did you mean \"postgres.query\"?");
  }

  @Test
  void requiredKeysAreSecretsAndWhatIsNotSet() {
    gateway.configs.put(
        "github",
        BackendConfig.stdio("x")
            .env("B_TOKEN", "secret")
            .env("A_HOST", "h")
            .env("NODE_NO_WARNINGS", "1")
            .env("REGION", " ")
            .requiredKeys("LICENSE", "B_TOKEN"));

    ToolResult result =
        call("get_required_keys_for_tool", "{\"tool_name\":\"github.search_code\"}");

    assertThat(structured(result))
        .isEqualTo(tree("{\"keys\":[\"B_TOKEN\",\"REGION\",\"LICENSE\"],\"set\":[\"B_TOKEN\"]}"));
    assertThat(tree(result.text())).isEqualTo(structured(result));
    assertThat(structured(call("get_required_keys_for_tool", "{\"tool_name\":\"postgres.query\"}")))
        .isEqualTo(tree("{\"keys\":[],\"set\":[]}"));
  }
}
