package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestGateway;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads are approved once: they have a tool of their own, beside the one that runs everything. */
class EntryByRiskTest {
  @AutoClose private final Gateway gateway = TestGateway.ready(builder("by_risk"));

  private static GatewayBuilder builder(String entry) {
    return TestGateway.builder()
        .pluginConfig("meta", JsonNodeFactory.instance.objectNode().put("entry", entry))
        .backend("files", files());
  }

  private static BackendConfig files() {
    JsonNode schema = RawJson.parse("{\"type\":\"object\"}").tree();
    BackendTool read =
        BackendTool.of("read", "Reads a file.", schema)
            .withAnnotations(ToolAnnotations.of(true, false, true, false));
    return BackendConfig.inProcess()
        .tool(read, args -> "read")
        .tool("write", "Writes a file.", "{\"type\":\"object\"}", args -> "written")
        .tool("unstated", "Does something.", "{\"type\":\"object\"}", args -> "done");
  }

  private ToolResult reads(String tool, Map<String, String> more) {
    ObjectNodes arguments = new ObjectNodes(tool, more);
    return TestGateway.ask(gateway, "call_tools_read", arguments.json());
  }

  private record ObjectNodes(String tool, Map<String, String> more) {
    RawJson json() {
      var json = JsonNodeFactory.instance.objectNode();
      json.put("code", "{\"tool\":\"" + tool + "\",\"arguments\":{}}");
      more.forEach(json::put);
      return RawJson.of(json);
    }
  }

  @Test
  void theToolIsListedAsOneThatReads() {
    List<SurfaceTool> tools = gateway.surface().tools(Session.of("host"));
    SurfaceTool reads = tools.get(tools.size() - 1);

    assertThat(tools).hasSize(8);
    assertThat(reads.name()).isEqualTo("call_tools_read");
    assertThat(reads.annotations().readOnlyHint()).contains(true);
    assertThat(reads.annotations().destructiveHint()).contains(false);
    assertThat(reads.inputSchema().at("/properties/mode/enum").toString())
        .isEqualTo("[\"read_only\",\"plan\"]");
    assertThat(reads.meta().path("anthropic/alwaysLoad").asBoolean()).isTrue();
    assertThat(gateway.surface().instructions().orElseThrow()).contains("call_tools_read");
  }

  @Test
  void whatReadsIsRun() {
    assertThat(reads("files.read", Map.of()).text()).isEqualTo("read");
    assertThat(reads("files.read", Map.of("mode", "read_only")).text()).isEqualTo("read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"files.write", "files.unstated"})
  void whatMayWriteIsRefused(String tool) {
    ToolResult refused = reads(tool, Map.of());

    assertThat(refused.isError()).isTrue();
    assertThat(refused.text()).contains(tool, "not annotated as read-only");
    assertThat(
            TestGateway.ask(gateway, "call_tool_chain", new ObjectNodes(tool, Map.of()).json())
                .isError())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "RUN", "write", ""})
  void noModeLiftsTheLimit(String mode) {
    ToolResult answer = reads("files.write", Map.of("mode", mode));

    assertThat(answer.isError()).as(answer.text()).isTrue();
    assertThat(answer.text()).doesNotContain("written");
  }

  @Test
  void sevenToolsStaySeven() {
    for (GatewayBuilder builder :
        List.of(builder("one"), TestGateway.builder().backend("files", files()))) {
      try (Gateway other = TestGateway.ready(builder)) {
        assertThat(other.surface().tools(Session.of("host"))).hasSize(7);
        assertThat(other.surface().hasTool("call_tools_read")).isFalse();
      }
    }
  }

  @Test
  void anotherEntryIsRefused() {
    Assertions.assertThatThrownBy(() -> builder("by_luck").build().close())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("by_luck", "by_risk");
  }
}
