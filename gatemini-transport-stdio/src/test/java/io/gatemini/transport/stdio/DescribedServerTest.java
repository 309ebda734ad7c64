package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.InstanceMode;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.testing.ChildServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real server's description of itself and its tools is kept, and shown on request. */
class DescribedServerTest {
  private static final String DESCRIBED =
      """
      tools/list result {"tools":[{"name":"tool0","description":"é😀"},{"name":"described",\
      "description":"Described in full.","inputSchema":{"type":"object"},"icons":[{"src":"data:,x"}],\
      "_meta":{"ui/resourceUri":"ui://x"},"execution":{"taskSupport":"required"},\
      "annotations":{"title":"T","category":"input","readOnlyHint":true}}]}
      """;

  private static final String WITH_A_VIEW =
      """
      initialize result {"protocolVersion":"2025-11-25","capabilities":{"tools":{},"resources":{}},\
      "serverInfo":{"name":"shop","version":"1"}}
      tools/list result {"tools":[{"name":"cart","inputSchema":{"type":"object"},\
      "_meta":{"ui":{"resourceUri":"ui://shop/cart"},"ui/resourceUri":"ui://shop/cart","x":1}},\
      {"name":"plain","inputSchema":{"type":"object"}}]}
      cart result {"content":[{"type":"text","text":"2 things"}],"_meta":{"own":true}}
      plain answer 2
      resources/list result {"resources":[{"uri":"ui://shop/cart","name":"cart",\
      "mimeType":"text/html;profile=mcp-app"}]}
      resources/read result {"contents":[{"uri":"ui://shop/cart","mimeType":\
      "text/html;profile=mcp-app","text":"<b>cart</b>","_meta":{"ui":{"prefersBorder":true}}}]}
      """;

  /** MCP Apps: a host finds the view of a tool that it reaches through another one. */
  @Test
  void aResultNamesTheViewOfItsTool() {
    try (Gateway gateway =
        TestGateway.ready(Gateway.builder().backend("shop", ScriptedServer.config(WITH_A_VIEW)))) {
      ToolResult result = call(gateway, "call_tool_chain", "{\"code\":\"shop.cart({})\"}");

      assertThat(result.text()).isEqualTo("2 things");
      assertThat(result.meta().orElseThrow())
          .hasToString(
              "{\"ui\":{\"resourceUri\":\"ui://shop/cart\"},"
                  + "\"ui/resourceUri\":\"ui://shop/cart\",\"own\":true}");
      assertThat(call(gateway, "call_tool_chain", "{\"code\":\"shop.plain({})\"}").meta())
          .isEmpty();

      var view = gateway.readResource("ui://shop/cart");
      assertThat(view.text()).isEqualTo("<b>cart</b>");
      assertThat(view.mimeType()).isEqualTo("text/html;profile=mcp-app");
    }
  }

  @ParameterizedTest
  @EnumSource(InstanceMode.class)
  void itsInstructionsAreReadableWhole(InstanceMode mode) {
    try (Gateway gateway = gateway(mode)) {
      String whole =
          "Reads client capabilities {'elicitation':{'form':{}},'tasks':{'cancel':{},'requests':{'elicitation':{'create':{}}}}}. More.";

      assertThat(gateway.instructions("said")).contains(whole);
      assertThat(gateway.instructions("other")).isEmpty();
      assertThat(json(call(gateway, "tool_info", "{\"tool_name\":\"said\"}")).path("instructions"))
          .hasToString("\"" + whole + "\"");
      assertThat(resource(gateway, "gatemini://backend/said").path("instructions").asText())
          .isEqualTo(whole);
      assertThat(call(gateway, "search_tools", "{\"task_description\":\"\"}").text())
          .contains(
              "Reads client capabilities {'elicitation':{'form':{}},'tasks':{'cancel':{},'requests':{'elicitation':{'create':{}}}}}.")
          .doesNotContain("More.");
    }
  }

  @Test
  void membersOfAToolThatHaveNoPlaceOfTheirOwnAreKept() {
    try (Gateway gateway = gateway(InstanceMode.SHARED)) {
      JsonNode tool = resource(gateway, "gatemini://tool/said.described");

      assertThat(tool.path("icons").get(0).path("src").asText()).isEqualTo("data:,x");
      assertThat(tool.path("_meta").path("ui/resourceUri").asText()).isEqualTo("ui://x");
      assertThat(tool.path("execution").path("taskSupport").asText()).isEqualTo("required");
      assertThat(tool.path("annotations"))
          .hasToString("{\"title\":\"T\",\"category\":\"input\",\"readOnlyHint\":true}");
    }
  }

  @Test
  void aToolThatNeedsATaskSaysSoInItsRow() {
    try (Gateway gateway = gateway(InstanceMode.SHARED)) {
      ToolResult rows = call(gateway, "search_tools", "{\"task_description\":\"described tool0\"}");

      assertThat(rows.text()).containsOnlyOnce("\"needs\":\"to run as a task");
      assertThat(call(gateway, "tool_info", "{\"tool_name\":\"said.described\"}").text())
          .contains("\"needs\":\"to run as a task");
    }
  }

  private static Gateway gateway(InstanceMode mode) {
    Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .outputConfig(output -> output.structuredContent(true))
                .backend("said", ChildServer.config(DESCRIBED).instanceMode(mode)));

    return gateway;
  }

  private static ToolResult call(Gateway gateway, String tool, String arguments) {
    return TestGateway.ask(gateway, tool, arguments);
  }

  private static JsonNode resource(Gateway gateway, String uri) {
    return RawJson.parse(gateway.readResource(uri).text()).tree();
  }

  private static JsonNode json(ToolResult result) {
    return result.structuredContent().orElseThrow();
  }
}
