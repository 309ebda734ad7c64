package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One tool of the catalog: what a backend published, under the key the gateway gives it.
 *
 * <p>Immutable; the schemas are passed through verbatim and must not be modified.
 *
 * @param name the namespaced key, {@code <namespace>.<originalName>}; unique in a catalog. What the
 *     original name hides, and what it has beyond 128 characters, is not in it
 * @param backend the backend that owns the tool
 * @param originalName the name the backend published
 * @param title a name for people, if the backend gave one
 * @param description the whole description, possibly empty
 * @param inputSchema JSON schema of the arguments
 * @param outputSchema JSON schema of the structured result, if the backend gave one; of {@link
 *     ToolResult#value} where it is of no object
 * @param annotations behaviour hints
 * @param tags tags of the backend and of the tool, in their order
 * @param further what else the backend published of it, verbatim: {@code annotations} as they were
 *     written, {@code icons}, {@code execution}, {@code _meta}; an empty object where there is
 *     nothing
 */
public record ToolDefinition(
    String name,
    String backend,
    String originalName,
    Optional<String> title,
    String description,
    JsonNode inputSchema,
    Optional<JsonNode> outputSchema,
    ToolAnnotations annotations,
    List<String> tags,
    JsonNode further) {

  public ToolDefinition {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(originalName, "originalName");
    Objects.requireNonNull(inputSchema, "inputSchema");
    tags = List.copyOf(tags);
    Objects.requireNonNull(further, "further");
  }

  /** A tool of which nothing else was published. */
  public ToolDefinition(
      String name,
      String backend,
      String originalName,
      Optional<String> title,
      String description,
      JsonNode inputSchema,
      Optional<JsonNode> outputSchema,
      ToolAnnotations annotations,
      List<String> tags) {
    this(
        name,
        backend,
        originalName,
        title,
        description,
        inputSchema,
        outputSchema,
        annotations,
        tags,
        JsonNodeFactory.instance.objectNode());
  }

  /** The part of the key before the original name. */
  public String namespace() {
    // The key of a tool whose name hides something is not made of that name.
    int dot = name.length() - originalName.length() - 1;
    boolean isMadeOfIt = dot >= 0 && name.charAt(dot) == '.' && name.endsWith(originalName);
    return name.substring(0, isMadeOfIt ? dot : Math.max(0, name.indexOf('.')));
  }
}
