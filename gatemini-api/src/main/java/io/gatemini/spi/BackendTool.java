package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolAnnotations;
import io.gatemini.stability.Stable;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A tool as its backend publishes it.
 *
 * @param name the backend's own name for it
 * @param description what it does; may be empty
 * @param inputSchema JSON schema of the arguments, verbatim
 * @param outputSchema JSON schema of the structured result, verbatim; that of a Java method, which
 *     need not return an object, is of its {@link io.gatemini.ToolResult#value}
 * @param details what else is known of it
 */
@Stable
public record BackendTool(
    String name,
    String description,
    JsonNode inputSchema,
    Optional<JsonNode> outputSchema,
    Details details) {

  private static final List<String> FURTHER = List.of("annotations", "icons", "execution", "_meta");

  public BackendTool {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(inputSchema, "inputSchema");
    Objects.requireNonNull(outputSchema, "outputSchema");
    Objects.requireNonNull(details, "details");
  }

  /**
   * The further facts of a tool.
   *
   * @param title a name for people
   * @param annotations behaviour hints
   * @param tags tags that the adapter adds to those of the configuration
   * @param further what else the backend published of it, verbatim: {@code annotations} as they
   *     were written, {@code icons}, {@code execution}, {@code _meta}; an empty object where there
   *     is nothing
   */
  public record Details(
      Optional<String> title, ToolAnnotations annotations, List<String> tags, JsonNode further) {
    private static final Details NONE =
        new Details(
            Optional.empty(),
            ToolAnnotations.none(),
            List.of(),
            JsonNodeFactory.instance.objectNode());

    public Details {
      Objects.requireNonNull(title, "title");
      Objects.requireNonNull(annotations, "annotations");
      tags = List.copyOf(tags);
      Objects.requireNonNull(further, "further");
    }

    /** Nothing. */
    public static Details none() {
      return NONE;
    }

    /** The same with other hints. */
    public Details withAnnotations(ToolAnnotations annotations) {
      return new Details(title, annotations, tags, further);
    }
  }

  /** A tool with nothing but a name, a description and a schema. */
  public static BackendTool of(String name, String description, JsonNode inputSchema) {
    return new BackendTool(name, description, inputSchema, Optional.empty(), Details.none());
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
        tool.path("description").asText(""),
        schema != null && schema.isObject()
            ? schema
            : JsonNodeFactory.instance.objectNode().put("type", "object"),
        output != null && output.isObject() ? Optional.of(output) : Optional.empty(),
        new Details(
            Optional.ofNullable(title.textValue()),
            ToolAnnotations.fromJson(annotations),
            List.of(),
            further(tool)));
  }

  /** The same with a name for people. */
  public BackendTool withTitle(String title) {
    return with(new Details(Optional.of(title), annotations(), tags(), further()));
  }

  /** The same with a schema of its structured result. */
  public BackendTool withOutputSchema(JsonNode schema) {
    return new BackendTool(name, description, inputSchema, Optional.of(schema), details);
  }

  /** The same with other hints. */
  public BackendTool withAnnotations(ToolAnnotations annotations) {
    return with(details.withAnnotations(annotations));
  }

  /** The same with other tags. */
  public BackendTool withTags(List<String> tags) {
    return with(new Details(title(), annotations(), tags, further()));
  }

  /** The same with what else was published of it, see {@link Details#further}. */
  public BackendTool withFurther(JsonNode further) {
    return with(new Details(title(), annotations(), tags(), further));
  }

  private BackendTool with(Details details) {
    return new BackendTool(name, description, inputSchema, outputSchema, details);
  }

  /** A name for people, if the backend gave one. */
  public Optional<String> title() {
    return details.title();
  }

  /** Behaviour hints. */
  public ToolAnnotations annotations() {
    return details.annotations();
  }

  /** Tags that the adapter adds to those of the configuration. */
  public List<String> tags() {
    return details.tags();
  }

  /** Everything else that was published of it, see {@link Details#further}. */
  public JsonNode further() {
    return details.further();
  }

  /** The tool as {@link #fromJson} reads it; its tags are not in it. */
  public JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", name);
    title().ifPresent(text -> json.put("title", text));
    json.put("description", description).set("inputSchema", inputSchema);
    outputSchema.ifPresent(schema -> json.set("outputSchema", schema));
    json.set("annotations", annotations().toJson());
    further().properties().forEach(member -> json.set(member.getKey(), member.getValue()));
    return json;
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
