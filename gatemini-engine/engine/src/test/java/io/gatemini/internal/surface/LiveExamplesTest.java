package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** The example of a refusal, pasted as it stands, is a call that the session can make. */
class LiveExamplesTest {
  private static final String SCHEMA =
      """
      {"type":"object","required":["a","text"],
       "properties":{"a":{"type":"integer","minimum":3},"text":{"type":"string"}}}""";

  @Table(
      """
      meta | tool_info | {} | my-shop.add-item
      meta | tool_info | {"tool_name":["x"]} | my-shop.add-item
      meta | get_required_keys_for_tool | {} | my-shop.add-item
      meta | call_tool_chain | {} | \\"tool\\": \\"my-shop.add-item\\", \\"arguments\\": {\\"a\\":3
      meta | call_tool_chain | {"code":" "} | my-shop.add-item
      servers | list-server-tools | {} | {"luaServerName": "my_shop"}
      servers | list-server-tools | {"luaServerName":"files"} | {"luaServerName": "my_shop"}
      servers | tool-details | {} | {"luaServerName": "my_shop", "luaToolName": "add_item"}
      servers | tool-details | {"luaServerName":"my_shop"} | "luaToolName": "add_item"
      servers | inspect-tool-response | {} | "sampleArgs": {"a":3
      servers | execute | {} | my-shop.add-item
      """)
  void isOverAToolOfTheSession(String surface, String tool, String arguments, String shown) {
    try (Gateway gateway =
        TestGateway.builder()
            .surface(surface)
            .backend(
                "my-shop",
                BackendConfig.inProcess()
                    .tool("add-item", "Adds an item.", SCHEMA, it -> Map.of("added", true)))
            .build()) {
      String refusal = call(gateway, tool, arguments).text();
      String example = refusal.substring(refusal.indexOf("; for example ") + 14);

      assertThat(example).contains(shown);
      assertThat(call(gateway, tool, example).isError()).as(example).isFalse();
    }
  }

  private static ToolResult call(Gateway gateway, String tool, String arguments) {
    assertThat(gateway.awaitReady(Duration.ofMinutes(1))).isTrue();
    return TestGateway.ask(gateway, tool, RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8)));
  }
}
