package io.gatemini.content;

import java.util.List;
import java.util.Objects;

/**
 * A prompt as clients see it in a list: something a person starts by name. Immutable.
 *
 * @param name the name it is asked for by
 * @param title for people; empty where the name says it
 * @param description what it is for; may be empty
 * @param arguments what it can be given, in their order
 */
public record Prompt(
    String name, String title, String description, List<PromptArgument> arguments) {

  public Prompt {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(description, "description");
    arguments = List.copyOf(arguments);
  }
}
