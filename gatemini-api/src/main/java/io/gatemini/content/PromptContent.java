package io.gatemini.content;

import java.util.List;
import java.util.Objects;

/**
 * The messages of a prompt whose arguments are given; a client begins a conversation with them.
 * Immutable.
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
