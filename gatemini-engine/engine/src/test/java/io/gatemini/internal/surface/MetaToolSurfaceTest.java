package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.spi.ToolSet.Tool;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MetaToolSurfaceTest extends SurfaceFixture {
  @Table(
      """
      search_tools | {} | "task_description" is missing; it must be a string
      search_tools | {"task_description":null} | "task_description" is missing
      search_tools | {"words":"x"} | there is no parameter "words"; there is task_description, \
      limit, brief, tag
      search_tools | {"task_description":"x","limit":1.5} | not 1.5
      search_tools | {"task_description":"x","limit":"ten"} | not "ten"
      search_tools | {"task_description":"x","brief":"no"} | "brief" must be true or false, not "no"
      search_tools | {"task_description":"x","tag":[]} | "tag" must be a string, not an array
      search_tools | [] | the arguments must be an object, not an array
      search_tools | {"task_description" | the arguments are not valid JSON
      tool_info | {"tool_name":"x","detail":"all"} | "detail" must be "brief" or "full" or \
      "typescript", not "all"
      call_tool_chain | {} | "code" is missing
      call_tool_chain | {"code":" "} | "code" is empty
      call_tool_chain | {"code":"x","mode":"dry"} | "mode" must be "run" or "read_only" or \
      "plan", not "dry"
      call_tool_chain | {"code":"x","args":{}} | there is no parameter "args"
      call_tool_chain | [1 | the arguments are not valid JSON
      """)
  void invalidArgumentsAreAnErrorThatTeaches(String tool, String arguments, String message) {
    assertThat(error(tool, arguments))
        .startsWith(tool + ": ")
        .contains(message)
        .contains("; for example {");
    assertThat(gateway.chains).isEmpty();
  }

  @Table(
      """
      search_tools | {"task_description":"x","limt":3} | "limt" was taken as "limit"
      search_tools | {"task_description":7} | "task_description" was converted to a string
      search_tools | {"task_description":"x","limit":0} | "limit" is at least 1; left out
      search_tools | {"task_description":"x","limit":101} | "limit" is at most 100; taken as that
      search_tools | {"task_description":"x","limit":1e999} | "limit" is at most 100; taken as that
      search_tools | {"task_description":"x","limit":"5"} | "limit" was converted to a number
      search_tools | {"task_description":"x","brief":"true"} | "brief" was converted to a boolean
      list_tools_meta | {"page_size":1000} | "page_size" is at most 500; taken as that
      list_tools_meta | {"page_size":0} | "page_size" is at least 1; left out
      search_tools | {"query":"x","max_results":3} | "max_results" was taken as "limit"; \
      "query" was taken as "task_description"
      tool_info | {"name":"files.read_file"} | "name" was taken as "tool_name"
      search_tools | {"task_description":"x","toolCallId":"call_1"} | "toolCallId" is no \
      parameter; passed over
      search_tools | {"query":"x","action":"sendMessage"} | "query" was taken as \
      "task_description"; "action" is no parameter; passed over
      """)
  void argumentsThatCanMeanOneThingAreRepairedAndTold(
      String tool, String arguments, String repair) {
    ToolResult result = call(tool, arguments);

    assertThat(result.isError()).isFalse();
    assertThat(result.text()).endsWith("\n[arguments repaired: " + repair + "]");
  }

  @Test
  void noArgumentsAtAllAreNone() {
    assertThat(call("list_tools_meta", "null").isError()).isFalse();
  }

  @Test
  void theExamplesAreValid() {
    gateway.configs.put("my-server", BackendConfig.stdio("x"));
    gateway.publish(RealisticTools.catalog().with(tool("files", "read", "Reads.")));

    for (Tool tool : GivenSurface.tools(gateway).tools()) {
      if (tool.runsPrograms()) {
        continue; // A chain is answered by the test.
      }
      assertThat(call(tool.definition().name(), ((MetaTool) tool).example()).isError())
          .as(tool.definition().name())
          .isFalse();
    }
  }

  @Property(tries = 300)
  void anyArgumentsAreAnswered(@ForAll String name, @ForAll String value, @ForAll int number) {
    JsonNode arguments =
        RawJson.ofValue(Map.of(name, value, "limit", number, "task_description", value)).tree();

    for (String tool : List.of("search_tools", "list_tools_meta", "tool_info", "no such")) {
      assertThat(call(tool, arguments.toString()).json().tree().get("content")).isNotEmpty();
    }
  }

  @Values("files.read_file | files__read_file | read_file")
  void aBackendToolCalledDirectlyIsAnsweredWithTheRightCall(String name) {
    assertThat(surface.refusal(name)).isEmpty();
    assertThat(error(name, "{\"path\":\"a.txt\"}"))
        .isEqualTo(
            "\"files.read_file\" is a tool of a backend; call call_tool_chain with"
                + " {\"tool\": \"files.read_file\", \"arguments\": {\"path\":\"a.txt\"}}");
    assertThat(surface.hasTool(name)).isFalse();
  }

  @Test
  void aNameOfNothingIsAnsweredWithTheNearest() {
    assertThat(error("search_tool", "{}")).contains("did you mean \"search_tools\"?");
    assertThat(error("xyzzy", "{}")).contains("this server has search_tools, list_tools_meta");
    assertThat(surface.refusal("search_tool")).contains("did you mean \"search_tools\"?");
    assertThat(surface.refusal("search_tools")).isEmpty();
  }

  @Test
  void sevenToolsEachWithAllThatAClientCanBeTold() {
    List<SurfaceTool> tools = surface.tools(Session.local());

    assertThat(tools)
        .extracting(SurfaceTool::name)
        .containsExactly(
            "search_tools",
            "list_tools_meta",
            "tool_info",
            "get_required_keys_for_tool",
            "call_tool_chain",
            "register_manual",
            "deregister_manual");
    assertThat(tools)
        .allSatisfy(
            tool -> {
              assertThat(tool.title()).isNotBlank();
              assertThat(tool.annotations().toJson()).hasSize(4);
              assertThat(tool.inputSchema().get("type").asText()).isEqualTo("object");
              // The structured content of a chain is the result of its tool or program.
              assertThat(tool.outputSchema().path("type").asText())
                  .isEqualTo(tool.name().equals("call_tool_chain") ? "" : "object");
            });
    assertThat(tools.get(4).description())
        .contains("{\"tool\":\"b.t\",\"arguments\":{...}}")
        .contains("TypeScript")
        .contains("explicit return")
        .contains("console output is not the result");
  }

  @Test
  void everyAnswerFitsItsOutputSchema() {
    gateway.configs.put("my-server", BackendConfig.stdio("x"));

    check("search_tools", "{\"task_description\":\"file\"}");
    check("search_tools", "{\"task_description\":\"file\",\"brief\":false}");
    check("search_tools", "{\"task_description\":\"xyzzy\"}");
    check("search_tools", "{\"task_description\":\"\"}");
    check("list_tools_meta", "{}");
    check("list_tools_meta", "{\"page_size\":1}");
    check("tool_info", "{\"tool_name\":\"query\"}");
    check("tool_info", "{\"tool_name\":\"query\",\"detail\":\"full\"}");
    check("search_tools", "{\"task_description\":\"file\",\"compact\":true}");
    check("search_tools", "{\"task_description\":\"\",\"compact\":true}");
    check("list_tools_meta", "{\"compact\":true}");
    check("tool_info", "{\"tool_name\":\"query\",\"compact\":true}");
    check("tool_info", "{\"tool_name\":\"query\",\"detail\":\"full\",\"compact\":true}");
    check("get_required_keys_for_tool", "{\"tool_name\":\"query\"}");
    check("register_manual", "{\"manual_call_template\":{\"name\":\"a\",\"command\":\"b\"}}");
    check("deregister_manual", "{\"manual_name\":\"my-server\"}");
  }

  @Test
  void theInstructionsAreShortAndCanBeReplaced() {
    assertThat(surface.instructions().orElseThrow())
        .hasSizeLessThanOrEqualTo(1_000)
        .contains("search_tools", "tool_info", "call_tool_chain");
    GatewaySettings own =
        GatewaySettings.defaults()
            .catalogDigest("my digest")
            .instructions("my words")
            .chainTimeout(Duration.ofSeconds(5))
            .maxOutputBytes(1_000);

    ToolSurface other = GivenSurface.over(gateway, own);

    assertThat(other.instructions()).contains("my words");
    assertThat(other.tools(Session.local()).get(0).description()).endsWith(" my digest");
    JsonNode chain = other.tools(Session.local()).get(4).inputSchema().get("properties");
    assertThat(chain.get("timeout").get("default").asInt()).isEqualTo(5_000);
    assertThat(chain.get("max_output_size").get("default").asInt()).isEqualTo(1_000);
  }

  /** The part of JSON Schema that the output schemas use. */
  private void check(String name, String arguments) {
    ToolResult result = call(name, arguments);
    assertThat(result.isError()).as(result.text()).isFalse();
    JsonNode schema =
        surface.tools(Session.local()).stream()
            .filter(tool -> tool.name().equals(name))
            .findFirst()
            .orElseThrow()
            .outputSchema();
    JsonNode value = structured(result);
    schema.path("required").forEach(key -> assertThat(value.has(key.asText())).isTrue());
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              JsonNode member = value.path(property.getKey());
              if (!member.isMissingNode()) {
                assertThat(types(property.getValue().get("type"))).contains(type(member));
                JsonNode items = property.getValue().path("items").path("type");
                member
                    .elements()
                    .forEachRemaining(item -> assertThat(type(item)).isEqualTo(items.asText()));
              }
            });
  }

  private static Set<String> types(JsonNode type) {
    Set<String> types = new TreeSet<>();
    if (type.isTextual()) {
      types.add(type.asText());
    }
    type.forEach(one -> types.add(one.asText()));
    return types;
  }

  private static String type(JsonNode value) {
    return value.isIntegralNumber()
        ? "integer"
        : value.getNodeType().name().toLowerCase(Locale.ROOT);
  }
}
