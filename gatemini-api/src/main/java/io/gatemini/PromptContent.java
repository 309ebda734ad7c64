package io.gatemini;

import java.util.List;
import java.util.Objects;

/**
 * What a prompt says once its arguments are given: the messages that a client begins a conversation
 * with. Immutable.
 *
 * @param description what it is about; may be empty
 */
public record PromptContent(String description, List<PromptMessage> messages) {
  public PromptContent {
    Objects.requireNonNull(description, "description");
    messages = List.copyOf(messages);
  }

  /** One message of the user. */
  public static PromptContent of(String description, String text) {
    return new PromptContent(description, List.of(new PromptMessage(Role.USER, text)));
  }
}
