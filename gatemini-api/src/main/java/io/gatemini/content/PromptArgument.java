package io.gatemini.content;

import java.util.Objects;

/**
 * An argument of a prompt; its value is a text.
 *
 * @param name the name it is given under
 * @param title for people; empty where the name says it
 * @param description what to write; may be empty
 * @param required whether the prompt cannot do without it
 */
public record PromptArgument(String name, String title, String description, boolean required) {
  public PromptArgument {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(description, "description");
  }
}
