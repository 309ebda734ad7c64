package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.json;
import static io.gatemini.spi.option.OptionType.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
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
  private static final OptionTable KEYS = new OptionTable("");
  private static final OptionKey<String> DESCRIPTION =
      KEYS.addRequired(
          "description",
          text().nonBlank(),
          "The purpose of the tool, which agents read and search.");
  private static final OptionKey<String> CODE =
      KEYS.addRequired(
          "code",
          // As it is written: in a program, a variable in braces is the program's own.
          text().reader(Option::verbatimText).nonBlank(),
          "The program, with its arguments as params. It is taken literally: ${name} "
              + "belongs to the program.");
  private static final OptionKey<String> LANGUAGE =
      KEYS.add(
          "language",
          text().nonBlank(),
          "The language of the program; TypeScript by default, if an engine runs it.");
  private static final OptionKey<JsonNode> INPUT_SCHEMA =
      KEYS.add(
          "input_schema",
          json(JsonNodeFactory.instance.objectNode().put("type", "object"))
              .reader(CompositeTool::schema),
          "JSON schema of the arguments; without one the tool takes one argument params, any"
              + " object.");
  private static final OptionKey<Boolean> READ_ONLY =
      KEYS.add(
          "read_only",
          bool(),
          false,
          "Whether the tool is read-only; its program can then call read-only tools " + "alone.");

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
    return KEYS.schema();
  }

  static CompositeTool read(Options section) {
    OptionValues values = KEYS.read(section);
    return new CompositeTool(
        values.get(DESCRIPTION),
        values.get(CODE),
        values.find(LANGUAGE),
        values.find(INPUT_SCHEMA),
        values.get(READ_ONLY));
  }

  private static JsonNode schema(Option at) {
    if (!at.isMap()) {
      throw at.invalid("a JSON schema was expected: a map of keys, for example {type: object}");
    }
    return at.json();
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
