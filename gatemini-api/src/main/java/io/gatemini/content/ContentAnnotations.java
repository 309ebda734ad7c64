package io.gatemini.content;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Hints of a resource about its use (MCP specification 2025-11-25, Annotations). Immutable.
 *
 * @param audience for whom it is; empty where nothing is said
 * @param priority from 0, entirely optional, to 1, effectively required; empty where nothing is
 *     said
 * @param lastModified when it was changed last, where that is known
 */
public record ContentAnnotations(
    Set<Role> audience, OptionalDouble priority, Optional<Instant> lastModified) {

  private static final ContentAnnotations NONE =
      new ContentAnnotations(Set.of(), OptionalDouble.empty(), Optional.empty());

  public ContentAnnotations {
    audience = Set.copyOf(audience);
    if (priority.isPresent() && !(priority.getAsDouble() >= 0 && priority.getAsDouble() <= 1)) {
      throw new IllegalArgumentException(
          "a priority is a number from 0 to 1, not " + priority.getAsDouble());
    }
  }

  /** Nothing said. */
  public static ContentAnnotations none() {
    return NONE;
  }

  /** For these readers, with a priority from 0 to 1. */
  public static ContentAnnotations of(double priority, Role... audience) {
    return new ContentAnnotations(Set.of(audience), OptionalDouble.of(priority), Optional.empty());
  }

  /** As the protocol writes them; what is not said is left out. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (!audience.isEmpty()) {
      ArrayNode names = json.putArray("audience");
      audience.stream().sorted().forEach(role -> names.add(role.label()));
    }
    priority.ifPresent(value -> json.put("priority", value));
    lastModified.ifPresent(time -> json.put("lastModified", time.toString()));
    return json;
  }
}
