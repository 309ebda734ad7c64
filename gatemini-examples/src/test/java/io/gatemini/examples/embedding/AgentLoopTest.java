package io.gatemini.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.GatewayTool;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.examples.AgentLoop;
import io.gatemini.examples.AgentLoop.Reply;
import io.gatemini.examples.AgentLoop.ToolAnswer;
import io.gatemini.examples.AgentLoop.ToolRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentLoopTest {
  private static Gateway gateway() {
    return Gateway.builder()
        .backend(
            "billing",
            BackendConfig.inProcess()
                .tool(
                    "refund",
                    "Refund an invoice.",
                    "{\"type\":\"object\",\"properties\":{\"invoice\":{\"type\":\"string\"}},"
                        + "\"required\":[\"invoice\"]}",
                    call -> "refunded " + call.get("invoice").asText()))
        .build();
  }

  @Test
  void carriesOutWhatTheModelWantsUntilItHasAnAnswer() {
    try (Gateway gateway = gateway()) {
      String answer =
          AgentLoop.answer(
              gateway,
              (conversation, tools) -> {
                if (conversation.size() == 1) {
                  assertThat(tools).hasSize(7).allMatch(tool -> tool.inputSchema().isObject());
                  return new Reply(
                      "",
                      List.of(
                          new ToolRequest("1", "search_tools", "{\"task_description\":\"refund\"}"),
                          new ToolRequest("2", "no_such_tool", "{}"),
                          new ToolRequest(
                              "3",
                              "call_tool_chain",
                              "{\"code\":\"await billing.refund({invoice: 17})\"}")));
                }
                assertThat(((ToolAnswer) conversation.get(2)).text()).contains("billing.refund");
                return new Reply(((ToolAnswer) conversation.get(4)).text(), List.of());
              },
              "Give A-17 its money back.");

      assertThat(answer).endsWith("refunded 17");
    }
  }

  @Test
  void neverThrowsForWhatAModelWrites() {
    try (Gateway gateway = gateway()) {
      assertThat(tool(gateway, "tool_info").call("{\"tool_name\": \"refu"))
          .contains("the arguments are not valid JSON");
      assertThat(tool(gateway, "tool_info").call("")).contains("\"tool_name\" is missing");
      assertThat(tool(gateway, "list_tools_meta").call(" ")).contains("billing.refund");
      assertThat(tool(gateway, "tool_info").callAsync("[]").join().isError()).isTrue();
    }
  }

  private static GatewayTool tool(Gateway gateway, String name) {
    return gateway.agentTools(Session.local()).stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
