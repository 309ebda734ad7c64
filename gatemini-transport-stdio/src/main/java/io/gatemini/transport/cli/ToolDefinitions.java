package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolAnnotations;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.BackendTool.Details;
import io.gatemini.spi.option.NearestKey;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads definitions of tools; of two with the same name the first one counts. */
final class ToolDefinitions {
  /** Marks these tools where the configuration names no tags. */
  static final String TAG = "cli-adapter";

  /** The keys of one tool. */
  static final OptionTable KEYS = new OptionTable("");

  private static final OptionKey<String> DESCRIPTION =
      KEYS.add("description", verbatim(), "", "The purpose of the tool, which agents search.");
  private static final OptionKey<String> TITLE =
      KEYS.add("title", verbatim(), "A name for people.");
  private static final OptionKey<JsonNode> INPUT_SCHEMA =
      KEYS.add(
          "input_schema",
          OptionType.verbatim(JsonNodeFactory.instance.objectNode().put("type", "object")),
          "JSON schema of the arguments; texts after the parameters of the template where it is"
              + " left out.");
  private static final OptionKey<String> COMMAND =
      KEYS.addRequired(
          "command",
          verbatim(),
          "The program and its arguments, with {{name}} for parameters and [--option {{name}}] for"
              + " a part that is omitted without its value.");
  private static final OptionKey<Boolean> SHELL =
      KEYS.add(
          "shell",
          OptionType.bool(),
          false,
          "Whether the command is a script for sh -c; each value is an environment variable of it.");
  private static final OptionKey<String> STDIN =
      KEYS.add("stdin", verbatim(), "The program's input, with {{name}} for parameters.");
  private static final OptionKey<OutputFormat> OUTPUT =
      KEYS.add(
          "output",
          OptionType.choice(OutputFormat.class),
          OutputFormat.TEXT,
          "How stdout becomes a result.");
  private static final OptionKey<Duration> TIMEOUT =
      KEYS.add(
          "timeout", OptionType.duration(), "The timeout of a call, at most that of the backend.");

  /** The hints of a tool. */
  private static final OptionTable HINTS = new OptionTable("annotations");

  private static final List<OptionKey<Boolean>> HINT_KEYS =
      Stream.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
          .map(hint -> HINTS.add(hint, OptionType.bool(), "As in the protocol."))
          .toList();

  private static final OptionKey<ToolAnnotations> ANNOTATIONS =
      KEYS.add(
          "annotations",
          OptionType.section(HINTS, ToolDefinitions::annotations),
          ToolAnnotations.none(),
          "The annotations of the tool.");

  /** With one of these, {@code properties} is not all that a schema allows. */
  private static final List<String> OPEN =
      List.of("$ref", "allOf", "anyOf", "oneOf", "patternProperties");

  private final Duration longest;
  private final boolean windows;
  private final Map<String, CommandTool> tools = new LinkedHashMap<>();

  /**
   * @param longest how long a call to the backend may take, whatever a tool says
   */
  ToolDefinitions(Duration longest, boolean windows) {
    this.longest = longest;
    this.windows = windows;
  }

  List<CommandTool> all() {
    return List.copyOf(tools.values());
  }

  private static OptionType<String> verbatim() {
    return OptionType.text().reader(Option::verbatimText);
  }

  /** Adds the tools of a map. */
  void add(Option map) {
    if (!map.isMap()) {
      throw map.invalid(
          "a map of tool definitions by name was expected, such as {greet: {command: 'echo"
              + " {{name}}'}}");
    }
    map.section().all().forEach((name, at) -> tools.putIfAbsent(name, tool(name, at)));
  }

  private CommandTool tool(String name, Option tool) {
    if (name.isBlank()) {
      throw tool.invalid("the name of a tool is blank; give it one");
    }
    Options at = tool.section();
    OptionValues values = KEYS.read(at);
    CommandTemplate command =
        template(
            at.require(COMMAND.name(), "a tool needs a command"),
            written ->
                values.get(SHELL)
                    ? ShellTemplate.parse(written, windows)
                    : ArgumentTemplate.parse(written));
    Optional<TextTemplate> stdin = values.find(STDIN).map(TextTemplate::new);
    return new CommandTool(
        new BackendTool(
            name,
            values.get(DESCRIPTION),
            schema(at, command, stdin),
            Optional.empty(),
            new Details(
                values.find(TITLE),
                values.get(ANNOTATIONS),
                List.of(TAG),
                JsonNodeFactory.instance.objectNode())),
        values.isSet(INPUT_SCHEMA),
        command,
        stdin,
        values.get(OUTPUT),
        timeout(at, values));
  }

  /** Reads a template that stands at a place. */
  static <T> T template(Option at, Function<String, T> parse) {
    String written = at.verbatimText();
    if (written.indexOf('\0') >= 0) {
      throw at.invalid("there is a NUL character in the text; remove it");
    }
    try {
      return parse.apply(written);
    } catch (TemplateException e) {
      throw at.invalid(String.valueOf(e.getMessage()));
    }
  }

  private Optional<Duration> timeout(Options at, OptionValues values) {
    Optional<Duration> timeout = values.find(TIMEOUT);
    if (timeout.isPresent() && timeout.get().compareTo(longest) > 0) {
      throw at.require(TIMEOUT.name(), "")
          .invalid(
              "the tool's timeout is longer than that of its backend, "
                  + longest.toMillis()
                  + " ms, which ends every call; raise the \"timeout\" of the backend");
    }
    return timeout;
  }

  private static ToolAnnotations annotations(Options at) {
    OptionValues values = HINTS.read(at);
    ObjectNode hints = JsonNodeFactory.instance.objectNode();
    HINT_KEYS.forEach(key -> values.find(key).ifPresent(hint -> hints.put(key.name(), hint)));
    return ToolAnnotations.fromJson(hints);
  }

  private static JsonNode schema(
      Options at, CommandTemplate command, Optional<TextTemplate> stdin) {
    Set<String> parameters = new LinkedHashSet<>(command.parameters());
    Set<String> fromStdin = stdin.map(TextTemplate::parameters).orElseGet(Set::of);
    parameters.addAll(fromStdin);
    Optional<Option> schema = at.get(INPUT_SCHEMA.name());
    if (schema.isPresent()) {
      checkParameters(schema.get(), parameters);
      return schema.get().verbatim();
    }
    Set<String> required = new LinkedHashSet<>(parameters);
    command.optionalParameters().stream()
        .filter(name -> !fromStdin.contains(name))
        .forEach(required::remove);
    return scalars(parameters, required);
  }

  /** Texts, numbers and truth values: a template alone says no more about its parameters. */
  private static ObjectNode scalars(Set<String> parameters, Set<String> required) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    parameters.forEach(
        name ->
            properties.putObject(name).putArray("type").add("string").add("number").add("boolean"));
    if (!required.isEmpty()) {
      ArrayNode names = schema.putArray("required");
      required.forEach(names::add);
    }
    return schema.put("additionalProperties", false);
  }

  /** A parameter that no caller can give is a misspelled one. */
  private static void checkParameters(Option schema, Set<String> parameters) {
    JsonNode value = schema.verbatim();
    if (!value.isObject()) {
      throw schema.invalid("a JSON schema of type object was expected here");
    }
    JsonNode more = value.path("additionalProperties");
    if (OPEN.stream().anyMatch(value::has) || more.isObject() || more.asBoolean(false)) {
      return;
    }
    List<String> known = new ArrayList<>();
    value.path("properties").fieldNames().forEachRemaining(known::add);
    for (String name : parameters) {
      if (!known.contains(name)) {
        throw schema.invalid(
            "the template uses {{"
                + name
                + "}}, which is not in the schema; "
                + NearestKey.of(name, known)
                    .map(near -> "did you mean {{" + near + "}}?")
                    .orElse("add it to its \"properties\""));
      }
    }
  }
}
