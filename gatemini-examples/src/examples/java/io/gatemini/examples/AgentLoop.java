package io.gatemini.examples;

import io.gatemini.Gateway;
import io.gatemini.GatewayTool;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An agent over a gateway, without a framework: the model is asked, its tool requests are carried
 * out, and it is asked again until it has an answer.
 */
public final class AgentLoop {
  /** A tool call that a model asks for. */
  public record ToolRequest(String id, String name, String arguments) {}

  /** The outcome of a request, for the model. */
  public record ToolAnswer(String id, String text) {}

  /** An answer of a model: a text, or requests. */
  public record Reply(String text, List<ToolRequest> toolRequests) {}

  /** A model, behind whatever interface it has. */
  @FunctionalInterface
  public interface Model {
    /** Sends the conversation, with name, description and schema of each tool. */
    Reply answer(List<Object> conversation, Collection<GatewayTool> tools);
  }

  private AgentLoop() {}

  /** Answers a question with the tools of a gateway. */
  public static String answer(Gateway gateway, Model model, String question) {
    Session session = Session.random();
    Map<String, GatewayTool> tools =
        gateway.agentTools(session).stream()
            .collect(Collectors.toMap(GatewayTool::name, tool -> tool));
    List<Object> conversation = new ArrayList<>(List.of(question));
    Reply reply = model.answer(conversation, tools.values());
    while (!reply.toolRequests().isEmpty()) {
      conversation.add(reply);
      for (ToolRequest request : reply.toolRequests()) {
        GatewayTool tool = tools.get(request.name());
        String answer = tool == null ? "there is no such tool" : tool.call(request.arguments());
        conversation.add(new ToolAnswer(request.id(), answer));
      }
      reply = model.answer(conversation, tools.values());
    }
    gateway.endSession(session);
    return reply.text();
  }

  /** Runs it with a model that has learnt its lines. */
  public static void main(String[] args) {
    try (Gateway gateway =
        Gateway.builder()
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .tool(
                        "refund",
                        "Refund an invoice.",
                        """
                        {"type": "object", "properties": {"invoice": {"type": "string"}}, "required": ["invoice"]}""",
                        call -> "refunded " + call.get("invoice").asText()))
            .build()) {
      System.out.println(answer(gateway, AgentLoop::learnt, "Give A-17 its money back."));
    }
  }

  private static Reply learnt(List<Object> conversation, Collection<GatewayTool> tools) {
    return switch (conversation.size()) {
      case 1 ->
          request("search_tools", "{\"task_description\": \"give the customer the money back\"}");
      case 3 ->
          request("call_tool_chain", "{\"code\": \"await billing.refund({invoice: 'A-17'})\"}");
      default -> new Reply(((ToolAnswer) conversation.get(4)).text(), List.of());
    };
  }

  private static Reply request(String tool, String arguments) {
    return new Reply("", List.of(new ToolRequest(tool, tool, arguments)));
  }
}
