package com.example.spring;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A model that repeats given answers; the same source for both generations of Spring AI. */
final class ScriptedModel implements ChatModel {
  private final List<AssistantMessage> turns;
  private final AtomicInteger next = new AtomicInteger();
  private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

  ScriptedModel(AssistantMessage... turns) {
    this.turns = List.of(turns);
  }

  static AssistantMessage calls(String tool, String arguments) {
    return AssistantMessage.builder()
        .content("")
        .toolCalls(List.of(new AssistantMessage.ToolCall("1", "function", tool, arguments)))
        .build();
  }

  static AssistantMessage says(String text) {
    return new AssistantMessage(text);
  }

  List<String> answers() {
    return prompts.get(prompts.size() - 1).getInstructions().stream()
        .filter(ToolResponseMessage.class::isInstance)
        .flatMap(message -> ((ToolResponseMessage) message).getResponses().stream())
        .map(ToolResponseMessage.ToolResponse::responseData)
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

  /** Spring AI 1 asks here. */
  public ChatOptions getDefaultOptions() {
    return getOptions();
  }

  /** Spring AI 2 asks here. */
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }
}
