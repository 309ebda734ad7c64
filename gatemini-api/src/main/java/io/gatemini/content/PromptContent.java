package io.gatemini.content;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The messages of a prompt whose arguments are given; a client begins a conversation with them.
 * Contains the complete answer of an MCP server, too; the text of a message without text, such as a
 * picture, is empty here. Immutable.
 *
 * @param description what it is about; may be empty
 * @param result what a server answered to {@code prompts/get}, a JSON object; clients get that
 */
public record PromptContent(
    String description, List<PromptMessage> messages, Optional<RawJson> result) {
  public PromptContent {
    Objects.requireNonNull(description, "description");
    messages = List.copyOf(messages);
    result
        .filter(json -> !json.tree().isObject())
        .ifPresent(
            json -> {
              throw new IllegalArgumentException("result must be a JSON object");
            });
  }

  /** Messages of the gateway's own making. */
  public PromptContent(String description, List<PromptMessage> messages) {
    this(description, messages, Optional.empty());
  }

  /**
   * The content of a server's answer to {@code prompts/get}.
   *
   * @throws IllegalArgumentException when it is no such answer
   */
  public static PromptContent of(RawJson result) {
    JsonNode answer = result.tree();
    if (!answer.path("messages").isArray()) {
      throw new IllegalArgumentException("the answer has no messages");
    }
    List<PromptMessage> messages = new ArrayList<>();
    for (JsonNode message : answer.get("messages")) {
      Role role = message.path("role").asText().equals("assistant") ? Role.ASSISTANT : Role.USER;
      messages.add(new PromptMessage(role, message.path("content").path("text").asText("")));
    }
    return new PromptContent(answer.path("description").asText(""), messages, Optional.of(result));
  }

  /** One message of the user. */
  public static PromptContent of(String description, String text) {
    return new PromptContent(description, List.of(new PromptMessage(Role.USER, text)));
  }
}
