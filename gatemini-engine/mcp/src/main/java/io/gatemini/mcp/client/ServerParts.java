package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.text.VisibleText;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The entries of a server's lists. Their texts are stripped of invisible characters. Each throws an
 * {@link IllegalArgumentException} where an entry has no address, or no name.
 */
final class ServerParts {
  private ServerParts() {}

  static Resource resource(JsonNode json) {
    String uri = required(json, "uri", "a resource without an address");
    return new Resource(
        uri,
        text(json, "name").isEmpty() ? uri : text(json, "name"),
        text(json, "title"),
        text(json, "description"),
        text(json, "mimeType"),
        annotations(json.path("annotations")));
  }

  static ResourceTemplate template(JsonNode json) {
    String template = required(json, "uriTemplate", "a resource template without an address");
    return new ResourceTemplate(
        template,
        text(json, "name").isEmpty() ? template : text(json, "name"),
        text(json, "title"),
        text(json, "description"),
        text(json, "mimeType"),
        annotations(json.path("annotations")));
  }

  static Prompt prompt(JsonNode json) {
    List<PromptArgument> arguments = new ArrayList<>();
    for (JsonNode argument : json.path("arguments")) {
      arguments.add(
          new PromptArgument(
              required(argument, "name", "a prompt whose argument has no name"),
              text(argument, "title"),
              text(argument, "description"),
              argument.path("required").asBoolean(false)));
    }
    return new Prompt(
        required(json, "name", "a prompt without a name"),
        text(json, "title"),
        text(json, "description"),
        arguments);
  }

  private static String required(JsonNode json, String member, String problem) {
    String value = json.path(member).asText("");
    if (value.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
    return value;
  }

  private static String text(JsonNode json, String member) {
    return VisibleText.of(json.path(member).asText(""));
  }

  private static ContentAnnotations annotations(JsonNode json) {
    if (!json.isObject()) {
      return ContentAnnotations.none();
    }
    Set<Role> audience = EnumSet.noneOf(Role.class);
    for (JsonNode role : json.path("audience")) {
      Optional.of(role.asText())
          .filter(label -> label.equals("user") || label.equals("assistant"))
          .ifPresent(label -> audience.add(label.equals("user") ? Role.USER : Role.ASSISTANT));
    }
    double priority = json.path("priority").asDouble(-1);
    return new ContentAnnotations(
        audience,
        priority >= 0 && priority <= 1 ? OptionalDouble.of(priority) : OptionalDouble.empty(),
        instant(json.path("lastModified").asText("")));
  }

  private static Optional<Instant> instant(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
