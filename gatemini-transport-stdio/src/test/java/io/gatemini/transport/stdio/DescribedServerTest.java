package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.InstanceMode;
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

  @ParameterizedTest
  @EnumSource(InstanceMode.class)
  void itsInstructionsAreReadableWhole(InstanceMode mode) {
    try (Gateway gateway = gateway(mode)) {
      String whole = "Reads client capabilities {'elicitation':{'form':{}}}. More.";

      assertThat(gateway.instructions("said")).contains(whole);
      assertThat(gateway.instructions("other")).isEmpty();
      assertThat(json(call(gateway, "tool_info", "{\"tool_name\":\"said\"}")).path("instructions"))
          .hasToString("\"" + whole + "\"");
      assertThat(resource(gateway, "gatemini://backend/said").path("instructions").asText())
          .isEqualTo(whole);
      assertThat(call(gateway, "search_tools", "{\"task_description\":\"\"}").text())
          .contains("Reads client capabilities {'elicitation':{'form':{}}}.")
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
