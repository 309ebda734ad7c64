package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Hints of a tool about its own behaviour (MCP specification 2025-11-25, ToolAnnotations). Hints of
 * the backend, not facts: an absent hint is empty.
 */
public record ToolAnnotations(
    Optional<Boolean> readOnlyHint,
    Optional<Boolean> destructiveHint,
    Optional<Boolean> idempotentHint,
    Optional<Boolean> openWorldHint) {

  private static final ToolAnnotations NONE =
      new ToolAnnotations(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** No hints at all. */
  public static ToolAnnotations none() {
    return NONE;
  }

  /** All four hints stated. */
  public static ToolAnnotations of(
      boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
    return new ToolAnnotations(
        Optional.of(readOnly),
        Optional.of(destructive),
        Optional.of(idempotent),
        Optional.of(openWorld));
  }

  /** Reads the four hints of an MCP {@code annotations} object; other members are ignored. */
  public static ToolAnnotations fromJson(JsonNode annotations) {
    return new ToolAnnotations(
        hint(annotations, "readOnlyHint"),
        hint(annotations, "destructiveHint"),
        hint(annotations, "idempotentHint"),
        hint(annotations, "openWorldHint"));
  }

  /** The hints that are present, under their names in the protocol. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    readOnlyHint.ifPresent(hint -> json.put("readOnlyHint", hint));
    destructiveHint.ifPresent(hint -> json.put("destructiveHint", hint));
    idempotentHint.ifPresent(hint -> json.put("idempotentHint", hint));
    openWorldHint.ifPresent(hint -> json.put("openWorldHint", hint));
    return json;
  }

  private static Optional<Boolean> hint(JsonNode annotations, String name) {
    JsonNode value = annotations.get(name);
    return value != null && value.isBoolean()
        ? Optional.of(value.booleanValue())
        : Optional.empty();
  }
}
