package io.gatemini.offer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.adk.agents.LlmAgent;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import io.gatemini.Gateway;
import io.gatemini.GatewayTool;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.adk.GatewayToolset;
import io.gatemini.config.BackendConfig;
import io.gatemini.langchain4j.GatewayToolProvider;
import io.gatemini.springai.CatalogToolCallbacks;
import io.gatemini.springai.GatewayToolCallbackProvider;
import io.gatemini.testing.TestGateway;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallAdvisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallbackProvider;

/**
 * How often a model is asked until a task is done, and what of its requests' beginning changes: the
 * same model and tasks in plain Java and in the loops of the frameworks.
 */
class AgentTurnsTest {
  private static final String INVOICE =
      """
      {"type": "object", "properties": {"invoice": {"type": "string"}}, "required": ["invoice"]}\
      """;

  private static final List<String> TASKS =
      List.of("refund invoice A-17", "forecast of rain in town", "refund the invoice A-18");

  private static final Gateway GATEWAY =
      TestGateway.ready(
          TestGateway.builder()
              .backend(
                  "billing",
                  BackendConfig.inProcess()
                      .tool("refund", "Refund an invoice.", INVOICE, args -> "refunded")
                      .tool("close", "Close the books of a year.", "{}", args -> "closed"))
              .backend(
                  "weather",
                  BackendConfig.inProcess()
                      .tool("forecast", "Forecast of rain for a town.", "{}", args -> "dry")));

  @AfterAll
  static void ends() {
    GATEWAY.close();
  }

  /** What a model does: it calls a fitting tool that it has, and searches for one otherwise. */
  private static final class Model {
    private final List<List<String>> requests = new CopyOnWriteArrayList<>();

    /** A call, or nothing to end the turn. */
    Optional<Call> next(String task, List<Tool> tools, int results) {
      requests.add(tools.stream().map(Tool::definition).toList());
      boolean isRefund = task.contains("refund");
      String tool = isRefund ? "billing__refund" : "weather__forecast";
      Map<String, Object> arguments = isRefund ? Map.of("invoice", "A-17") : Map.of();
      if (tools.stream().anyMatch(offered -> offered.name().equals(tool))) {
        return results == 0 ? Optional.of(new Call(tool, arguments)) : Optional.empty();
      }
      String code = "await %s(%s)".formatted(tool.replace("__", "."), RawJson.ofValue(arguments));
      return switch (results) {
        case 0 -> Optional.of(call("search_tools", "task_description", task));
        case 1 -> Optional.of(call("call_tool_chain", "code", code));
        default -> Optional.empty();
      };
    }

    private static Call call(String tool, String parameter, String value) {
      return new Call(tool, Map.of(parameter, value));
    }
  }

  private record Call(String tool, Map<String, Object> arguments) {
    String json() {
      return RawJson.ofValue(arguments).toString();
    }
  }

  private record Tool(String name, String definition) {}

  /** A conversation that is had with each framework; it returns the last results of tools. */
  private enum Host {
    PLAIN {
      @Override
      List<String> talk(Model model, boolean offered) {
        ToolOffers offers = ToolOffers.of(GATEWAY);
        Session session = Session.of(id());
        List<GatewayTool> surface = GATEWAY.agentTools(session, Set.of());
        List<String> answers = new ArrayList<>();
        for (String task : TASKS) {
          List<String> results = new ArrayList<>();
          while (true) {
            List<Tool> tools = new ArrayList<>();
            if (offered) {
              offers
                  .offer(OfferRequest.of(task).session(session))
                  .anthropic()
                  .forEach(tool -> tools.add(tool(tool.path("name").asText(), tool)));
            } else {
              surface.forEach(tool -> tools.add(tool(tool.name(), tool.inputSchema())));
            }
            Optional<Call> call = model.next(task, tools, results.size());
            if (call.isEmpty()) {
              break;
            }
            String name = call.get().tool();
            RawJson arguments = RawJson.ofValue(call.get().arguments());
            results.add(
                offered
                    ? offers.call(name, arguments, session).join().text()
                    : surface.stream()
                        .filter(tool -> tool.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .callAsync(arguments.toString())
                        .join()
                        .text());
          }
          answers.add(results.get(results.size() - 1));
        }
        return answers;
      }
    },
    LANGCHAIN4J {
      @Override
      List<String> talk(Model model, boolean offered) {
        List<String> answers = new ArrayList<>();
        ChatModel scripted =
            new ChatModel() {
              @Override
              public dev.langchain4j.model.chat.response.ChatResponse doChat(ChatRequest request) {
                List<ChatMessage> messages = request.messages();
                UserMessage task = null;
                List<String> results = new ArrayList<>();
                for (ChatMessage message : messages) {
                  if (message instanceof UserMessage said) {
                    task = said;
                    results.clear();
                  } else if (message instanceof ToolExecutionResultMessage result) {
                    results.add(result.text());
                  }
                }
                AiMessage said =
                    model
                        .next(
                            task.singleText(),
                            request.toolSpecifications().stream().map(Host::tool).toList(),
                            results.size())
                        .map(
                            call ->
                                AiMessage.from(
                                    ToolExecutionRequest.builder()
                                        .id("c")
                                        .name(call.tool())
                                        .arguments(call.json())
                                        .build()))
                        .orElseGet(() -> AiMessage.from(results.get(results.size() - 1)));
                return dev.langchain4j.model.chat.response.ChatResponse.builder()
                    .aiMessage(said)
                    .build();
              }
            };
        Assistant assistant =
            AiServices.builder(Assistant.class)
                .chatModel(scripted)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(30))
                .toolProvider(
                    offered
                        ? GatewayToolProvider.fitting(GATEWAY, 8)
                        : GatewayToolProvider.of(GATEWAY))
                .build();
        String id = id();
        TASKS.forEach(task -> answers.add(assistant.chat(id, task)));
        return answers;
      }
    },
    SPRING_AI {
      @Override
      List<String> talk(Model model, boolean offered) {
        CatalogToolCallbacks catalog =
            CatalogToolCallbacks.of(GATEWAY).withSession(Session.of(id()));
        List<String> answers = new ArrayList<>();
        ChatClient client =
            ChatClient.builder(new SpringModel(model))
                .defaultAdvisors(ToolCallAdvisor.builder().build())
                .build();
        for (String task : TASKS) {
          ToolCallbackProvider tools =
              offered ? catalog.matching(task) : GatewayToolCallbackProvider.of(GATEWAY);
          answers.add(client.prompt(task).toolCallbacks(tools).call().content());
        }
        return answers;
      }
    },
    ADK {
      @Override
      List<String> talk(Model model, boolean offered) {
        GatewayToolset tools =
            offered ? GatewayToolset.foundTools(GATEWAY) : GatewayToolset.metaTools(GATEWAY);
        LlmAgent agent =
            LlmAgent.builder().name("a").model(new AdkModel(model)).tools(tools).build();
        InMemoryRunner runner = new InMemoryRunner(agent);
        var session = runner.sessionService().createSession(runner.appName(), "u").blockingGet();
        List<String> answers = new ArrayList<>();
        for (String task : TASKS) {
          answers.add(
              runner
                  .runAsync("u", session.id(), Content.fromParts(Part.fromText(task)))
                  .blockingLast()
                  .stringifyContent());
        }
        return answers;
      }
    };

    abstract List<String> talk(Model model, boolean offered);

    private static String id() {
      return UUID.randomUUID().toString();
    }

    private static Tool tool(String name, JsonNode definition) {
      return new Tool(name, definition.toString());
    }

    private static Tool tool(ToolSpecification tool) {
      return new Tool(tool.name(), tool.toString());
    }
  }

  /** The loop of LangChain4j. */
  interface Assistant {
    String chat(@MemoryId String id, @dev.langchain4j.service.UserMessage String message);
  }

  private record SpringModel(Model model) implements org.springframework.ai.chat.model.ChatModel {
    @Override
    public ChatResponse call(Prompt prompt) {
      List<Tool> tools =
          ((ToolCallingChatOptions) prompt.getOptions())
              .getToolCallbacks().stream()
                  .map(tool -> tool.getToolDefinition())
                  .map(tool -> new Tool(tool.name(), tool.toString()))
                  .toList();
      List<String> results =
          prompt.getInstructions().stream()
              .filter(ToolResponseMessage.class::isInstance)
              .flatMap(message -> ((ToolResponseMessage) message).getResponses().stream())
              .map(ToolResponseMessage.ToolResponse::responseData)
              .toList();
      AssistantMessage said =
          model
              .next(prompt.getUserMessage().getText(), tools, results.size())
              .map(
                  call ->
                      AssistantMessage.builder()
                          .content("")
                          .toolCalls(
                              List.of(
                                  new AssistantMessage.ToolCall(
                                      "c", "function", call.tool(), call.json())))
                          .build())
              .orElseGet(() -> new AssistantMessage(results.get(results.size() - 1)));
      return new ChatResponse(List.of(new Generation(said)));
    }

    @Override
    public ChatOptions getDefaultOptions() {
      return ToolCallingChatOptions.builder().build();
    }
  }

  private static final class AdkModel extends BaseLlm {
    private final Model model;

    AdkModel(Model model) {
      super("model");
      this.model = model;
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      List<Tool> tools =
          request.config().flatMap(config -> config.tools()).orElse(List.of()).stream()
              .flatMap(tool -> tool.functionDeclarations().orElse(List.of()).stream())
              .map(function -> new Tool(function.name().orElseThrow(), function.toJson()))
              .toList();
      String task = "";
      List<Map<String, Object>> results = new ArrayList<>();
      for (Content content : request.contents()) {
        for (Part part : content.parts().orElse(List.of())) {
          if (content.role().orElse("").equals("user") && part.text().isPresent()) {
            task = part.text().get();
            results.clear();
          }
          part.functionResponse().flatMap(FunctionResponse::response).ifPresent(results::add);
        }
      }
      Part said =
          model
              .next(task, tools, results.size())
              .map(
                  call ->
                      Part.builder()
                          .functionCall(
                              FunctionCall.builder()
                                  .name(call.tool())
                                  .args(call.arguments())
                                  .build())
                          .build())
              .orElseGet(() -> Part.fromText(results.get(results.size() - 1).toString()));
      return Flowable.just(
          LlmResponse.builder()
              .content(Content.builder().role("model").parts(said).build())
              .build());
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
      throw new UnsupportedOperationException();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTaskNeedsTwoRequestsAndNotThree(Host host) {
    Model searching = new Model();
    Model offered = new Model();

    List<String> found = host.talk(searching, false);
    List<String> given = host.talk(offered, true);

    assertThat(found.get(0)).contains("refunded");
    assertThat(given).hasSameSizeAs(TASKS);
    assertThat(given.get(0)).contains("refunded");
    assertThat(given.get(1)).contains("dry");
    assertThat(given.get(2)).contains("refunded");
    assertThat(searching.requests).hasSize(3 * TASKS.size());
    assertThat(offered.requests).hasSize(2 * TASKS.size());
  }

  @ParameterizedTest
  @EnumSource
  void nothingOfTheBeginningChanges(Host host) {
    Model model = new Model();

    host.talk(model, true);

    assertThat(changed(model.requests)).isZero();
    assertThat(model.requests.get(0)).noneMatch(tool -> tool.contains("forecast"));
    assertThat(model.requests.get(5)).hasSizeGreaterThan(model.requests.get(0).size());
  }

  /** The bytes of each request's tools that the next one does not begin with. */
  private static int changed(List<List<String>> requests) {
    Function<List<String>, String> written = tools -> String.join("\n", tools) + "\n";
    int changed = 0;
    for (int i = 1; i < requests.size(); i++) {
      String before = written.apply(requests.get(i - 1));
      String after = written.apply(requests.get(i));
      int same = 0;
      while (same < Math.min(before.length(), after.length())
          && before.charAt(same) == after.charAt(same)) {
        same++;
      }
      changed += before.length() - same;
    }
    return changed;
  }
}
