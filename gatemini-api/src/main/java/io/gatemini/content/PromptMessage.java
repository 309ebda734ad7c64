package io.gatemini.content;

import java.util.Objects;

/** A message of a prompt: who says it, and what. */
public record PromptMessage(Role role, String text) {
  public PromptMessage {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(text, "text");
  }
}
