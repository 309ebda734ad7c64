package com.example.matrix;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;

/** In the place of a model: calls the tool, then repeats its answer. */
final class ScriptedModel implements ChatModel {
  @Override
  public ChatResponse doChat(ChatRequest request) {
    AiMessage message =
        request.messages().get(request.messages().size() - 1)
                instanceof ToolExecutionResultMessage result
            ? AiMessage.from(result.text())
            : AiMessage.from(
                ToolExecutionRequest.builder()
                    .id("1")
                    .name("billing__refund")
                    .arguments("{\"invoice\": \"A-17\"}")
                    .build());
    return ChatResponse.builder().aiMessage(message).build();
  }
}
