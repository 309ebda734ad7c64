package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolAnnotations;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A tool as its backend publishes it.
 *
 * @param name the backend's own name for it
 * @param title a name for people
 * @param description what it does; may be empty
 * @param inputSchema JSON schema of the arguments, verbatim
 * @param outputSchema JSON schema of the structured result, verbatim; that of a Java method, which
 *     need not return an object, is of its {@link io.gatemini.ToolResult#value}
 * @param annotations behaviour hints
 * @param tags tags that the adapter adds to those of the configuration
 * @param further what else the backend published of it, verbatim: {@code annotations} as they were
 *     written, {@code icons}, {@code execution}, {@code _meta}; an empty object where there is
 *     nothing
 */
public record BackendTool(
    String name,
    Optional<String> title,
    String description,
    JsonNode inputSchema,
    Optional<JsonNode> outputSchema,
    ToolAnnotations annotations,
    List<String> tags,
    JsonNode further) {

  private static final List<String> FURTHER = List.of("annotations", "icons", "execution", "_meta");

  public BackendTool {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(inputSchema, "inputSchema");
    tags = List.copyOf(tags);
    Objects.requireNonNull(further, "further");
  }

  /** A tool of which nothing else was published. */
  public BackendTool(
      String name,
      Optional<String> title,
      String description,
      JsonNode inputSchema,
      Optional<JsonNode> outputSchema,
      ToolAnnotations annotations,
      List<String> tags) {
    this(
        name,
        title,
        description,
        inputSchema,
        outputSchema,
        annotations,
        tags,
        JsonNodeFactory.instance.objectNode());
  }

  /** A tool with nothing but a name, a description and a schema. */
  public static BackendTool of(String name, String description, JsonNode inputSchema) {
    return new BackendTool(
        name,
        Optional.empty(),
        description,
        inputSchema,
        Optional.empty(),
        ToolAnnotations.none(),
        List.of());
  }

  /**
   * Reads an element of an MCP {@code tools/list} answer (specification 2025-11-25). Lenient in
   * what is optional: a missing description is empty, a missing schema accepts any object.
   *
   * @throws IllegalArgumentException when there is no name
   */
  public static BackendTool fromJson(JsonNode tool) {
    JsonNode name = tool.get("name");
    if (name == null || !name.isTextual()) {
      throw new IllegalArgumentException("a tool without a name");
    }
    JsonNode schema = tool.get("inputSchema");
    JsonNode output = tool.get("outputSchema");
    JsonNode annotations = tool.path("annotations");
    JsonNode title = tool.has("title") ? tool.get("title") : annotations.path("title");
    return new BackendTool(
        name.textValue(),
        Optional.ofNullable(title.textValue()),
        tool.path("description").asText(""),
        schema != null && schema.isObject()
            ? schema
            : JsonNodeFactory.instance.objectNode().put("type", "object"),
        output != null && output.isObject() ? Optional.of(output) : Optional.empty(),
        ToolAnnotations.fromJson(annotations),
        List.of(),
        further(tool));
  }

  private static JsonNode further(JsonNode tool) {
    ObjectNode further = JsonNodeFactory.instance.objectNode();
    for (String name : FURTHER) {
      if (tool.has(name)) {
        further.set(name, tool.get(name));
      }
    }
    return further;
  }
}
