package io.gatemini.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import java.util.Objects;
import java.util.Optional;

/**
 * A tool that is a program over other tools. Agents and programs call it as {@code
 * __composite.name}, and find it like any other tool. Immutable.
 *
 * <pre>{@code
 * Gateway.builder()
 *     .compositeTool(
 *         "count_files",
 *         CompositeTool.of(
 *                 "How many files a directory has.",
 *                 "return (await files.list({path: params.path})).length;")
 *             .withInputSchema(
 *                 "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}}}")
 *             .withReadOnly())
 * }</pre>
 *
 * <p>The program's result is the structured result if it is an object, and text otherwise. The
 * program runs on the same engine and within the same bounds as that of an agent; of the time it
 * gets what its caller has left. Every program has its own number of tool calls, so that a tree of
 * composite tools is bounded by its depth of 8 and by its time.
 *
 * @param description what the tool does; agents read and search it
 * @param code the program
 * @param language the name of its language; that of the gateway, usually TypeScript, where absent
 * @param inputSchema JSON schema of the arguments, which the program sees as {@code params}. Where
 *     there is none the tool takes one argument {@code params}, any object, and that is what the
 *     program sees.
 * @param readOnly whether the tool says that it only reads; its program then can call no tool that
 *     does not say so
 */
public record CompositeTool(
    String description,
    String code,
    Optional<String> language,
    Optional<JsonNode> inputSchema,
    boolean readOnly) {
  public CompositeTool {
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(inputSchema, "inputSchema");
    if (code.isBlank()) {
      throw new ConfigException("code is blank; write the program of the tool");
    }
    if (inputSchema.isPresent() && !inputSchema.get().isObject()) {
      throw new ConfigException("input_schema must be an object, a JSON schema of the arguments");
    }
  }

  /** A tool that takes one argument {@code params} and may call every tool. */
  public static CompositeTool of(String description, String code) {
    return new CompositeTool(description, code, Optional.empty(), Optional.empty(), false);
  }

  /** This tool, its program in a language. */
  public CompositeTool withLanguage(String language) {
    return new CompositeTool(description, code, Optional.of(language), inputSchema, readOnly);
  }

  /** The JSON schema of a composite tool in a configuration file. */
  public static ObjectNode schema() {
    return CompositeFormat.KEYS.schema();
  }

  /** This tool, with arguments of its own. */
  public CompositeTool withInputSchema(JsonNode inputSchema) {
    return new CompositeTool(description, code, language, Optional.of(inputSchema), readOnly);
  }

  /** This tool, with arguments of its own; their schema as JSON text. */
  public CompositeTool withInputSchema(String inputSchema) {
    return withInputSchema(RawJson.parse(inputSchema).tree());
  }

  /** This tool, which only reads. */
  public CompositeTool withReadOnly() {
    return new CompositeTool(description, code, language, inputSchema, true);
  }
}
