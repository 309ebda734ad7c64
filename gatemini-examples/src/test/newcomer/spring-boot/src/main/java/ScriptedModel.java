import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** In the place of a model: calls the tool, then repeats its answer. */
final class ScriptedModel implements ChatModel {
  private static final String CODE =
      "{\"code\": \"await billing.refund({invoice: 'A-17'})\"}";

  @Override
  public ChatResponse call(Prompt prompt) {
    List<Message> said = prompt.getInstructions();
    AssistantMessage message =
        said.get(said.size() - 1) instanceof ToolResponseMessage answer
            ? new AssistantMessage(answer.getResponses().get(0).responseData())
            : AssistantMessage.builder()
                .content("")
                .toolCalls(
                    List.of(
                        new AssistantMessage.ToolCall(
                            "1", "function", "call_tool_chain", CODE)))
                .build();
    return new ChatResponse(List.of(new Generation(message)));
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }
}
