package io.gatemini.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A model that says given sentences, a turn after the other, and remembers what it was shown. */
final class ScriptedModel implements ChatModel {
  private final List<AssistantMessage> turns = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

  /** A turn with one call. */
  ScriptedModel calls(String tool, String arguments) {
    return calls(List.of(call(tool, arguments)));
  }

  /** A turn with several calls. */
  ScriptedModel calls(List<ToolCall> calls) {
    turns.add(AssistantMessage.builder().content("").toolCalls(calls).build());
    return this;
  }

  /** The last turn. */
  ScriptedModel says(String text) {
    turns.add(new AssistantMessage(text));
    return this;
  }

  static ToolCall call(String tool, String arguments) {
    return new ToolCall("call", "function", tool, arguments);
  }

  /** The names of the tools that it was shown at a turn. */
  List<String> tools(int turn) {
    return prompts.get(turn).getOptions() instanceof ToolCallingChatOptions options
        ? options.getToolCallbacks().stream()
            .map(ToolCallback::getToolDefinition)
            .map(definition -> definition.name())
            .toList()
        : List.of();
  }

  /** The answers to the calls that it was shown last, in order. */
  List<String> answers() {
    return prompts.get(prompts.size() - 1).getInstructions().stream()
        .filter(ToolResponseMessage.class::isInstance)
        .map(ToolResponseMessage.class::cast)
        .flatMap(message -> message.getResponses().stream())
        .map(ToolResponse::responseData)
        .toList();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    prompts.add(prompt);
    return new ChatResponse(List.of(new Generation(turns.get(next.getAndIncrement()))));
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    return Mono.fromCallable(() -> call(prompt)).flux();
  }

  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().build();
  }
}
