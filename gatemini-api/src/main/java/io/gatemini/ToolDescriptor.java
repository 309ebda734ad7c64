package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One tool of the catalog: what a backend published, under the key the gateway gives it.
 *
 * <p>Immutable; the schemas are passed through verbatim and must not be modified.
 *
 * @param key the namespaced key, {@code <namespace>.<originalName>}; unique in a catalog. excludes
 *     invisible characters of the original name and everything beyond 128 characters
 * @param backend the backend that owns the tool
 * @param tool what the backend published, with the tags of the backend and of the tool
 */
public record ToolDescriptor(String key, String backend, BackendTool tool) {

  public ToolDescriptor {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(tool, "tool");
  }

  /** The name the backend published. */
  public String originalName() {
    return tool.name();
  }

  /** A name for people, if the backend gave one. */
  public Optional<String> title() {
    return tool.title();
  }

  /** The whole description, possibly empty. */
  public String description() {
    return tool.description();
  }

  /** JSON schema of the arguments. */
  public JsonNode inputSchema() {
    return tool.inputSchema();
  }

  /**
   * JSON schema of the structured result, if the backend gave one; of {@link ToolResult#value}
   * where it is of no object.
   */
  public Optional<JsonNode> outputSchema() {
    return tool.outputSchema();
  }

  /** Behaviour hints. */
  public ToolAnnotations annotations() {
    return tool.annotations();
  }

  /** Tags of the backend and of the tool, in their order. */
  public List<String> tags() {
    return tool.tags();
  }

  /** The part of the key before the original name. */
  public String namespace() {
    // The key of a tool whose name hides something is not made of that name.
    int dot = key.length() - originalName().length() - 1;
    boolean isMadeOfIt = dot >= 0 && key.charAt(dot) == '.' && key.endsWith(originalName());
    return key.substring(0, isMadeOfIt ? dot : Math.max(0, key.indexOf('.')));
  }
}
