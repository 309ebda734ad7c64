package io.gatemini.internal.surface;

import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import java.util.List;

/**
 * Lists as texts that differ where the lists differ, to compare them by. Written out by hand: a
 * client waits for the first of them with its handshake, and what a record writes of itself is
 * linked on first use, which takes twenty milliseconds. Stateless.
 */
final class ListText {
  /** Stands in no text that a list may hold, and ends each. */
  private static final char END = '\0';

  private ListText() {}

  static String ofResources(List<Resource> list) {
    StringBuilder text = new StringBuilder();
    for (Resource it : list) {
      add(text, it.uri(), it.name(), it.title(), it.description(), it.mimeType());
      add(text, it.annotations());
    }
    return text.toString();
  }

  static String ofTemplates(List<ResourceTemplate> list) {
    StringBuilder text = new StringBuilder();
    for (ResourceTemplate it : list) {
      add(text, it.uriTemplate(), it.name(), it.title(), it.description(), it.mimeType());
      add(text, it.annotations());
    }
    return text.toString();
  }

  static String ofPrompts(List<Prompt> list) {
    StringBuilder text = new StringBuilder();
    for (Prompt it : list) {
      add(text, it.name(), it.title(), it.description());
      for (PromptArgument argument : it.arguments()) {
        add(text, argument.name(), argument.title(), argument.description());
        text.append(argument.required()).append(END);
      }
      text.append(END);
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String... parts) {
    for (String part : parts) {
      text.append(part).append(END);
    }
  }

  private static void add(StringBuilder text, ContentAnnotations annotations) {
    for (Role role : Role.values()) {
      text.append(annotations.audience().contains(role));
    }
    text.append(annotations.priority().orElse(-1));
    // Most have none, and its class has much to load.
    if (annotations.lastModified().isPresent()) {
      text.append(annotations.lastModified().get());
    }
    text.append(END);
  }
}
