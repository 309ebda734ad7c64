package io.gatemini.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A model that has learnt its lines, one for each request that it is sent. */
final class Script {
  private final List<Function<ChatRequest, AiMessage>> lines = new ArrayList<>();
  private final List<ChatRequest> requests = new CopyOnWriteArrayList<>();

  /** Next, it calls a tool. */
  Script calls(String tool, String arguments) {
    return answers(request -> calling(tool, arguments));
  }

  /** Next, it says a text and is done. */
  Script says(String text) {
    return answers(request -> AiMessage.from(text));
  }

  /** Next, it says what the last tool has answered. */
  Script repeats() {
    return answers(request -> AiMessage.from(lastResult(request).text()));
  }

  /** Next, it answers as it sees fit. */
  Script answers(Function<ChatRequest, AiMessage> line) {
    lines.add(line);
    return this;
  }

  static AiMessage calling(String tool, String arguments) {
    return AiMessage.from(request(tool, tool, arguments));
  }

  static ToolExecutionRequest request(String id, String tool, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(tool).arguments(arguments).build();
  }

  ChatModel model() {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        return ChatResponse.builder().aiMessage(next(request)).build();
      }
    };
  }

  StreamingChatModel streamingModel() {
    return new StreamingChatModel() {
      @Override
      public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        AiMessage message = next(request);
        for (ToolExecutionRequest call : message.toolExecutionRequests()) {
          handler.onCompleteToolCall(new CompleteToolCall(0, call));
        }
        if (message.text() != null) {
          message.text().lines().forEach(handler::onPartialResponse);
        }
        handler.onCompleteResponse(ChatResponse.builder().aiMessage(message).build());
      }
    };
  }

  private AiMessage next(ChatRequest request) {
    requests.add(request);
    return lines.get(requests.size() - 1).apply(request);
  }

  /** The names of the tools that it was shown with one of its requests, the first being 0. */
  List<String> shown(int request) {
    return requests.get(request).toolSpecifications().stream()
        .map(ToolSpecification::name)
        .toList();
  }

  /** The description of a tool as it received it. */
  ToolSpecification specification(int request, String tool) {
    return requests.get(request).toolSpecifications().stream()
        .filter(known -> known.name().equals(tool))
        .findFirst()
        .orElseThrow();
  }

  /** The answer of a tool that came with one of its requests. */
  ToolExecutionResultMessage result(int request) {
    return lastResult(requests.get(request));
  }

  private static ToolExecutionResultMessage lastResult(ChatRequest request) {
    return (ToolExecutionResultMessage) request.messages().get(request.messages().size() - 1);
  }
}
