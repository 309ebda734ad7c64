package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ToolAnnotations;
import io.gatemini.internal.config.NearestKey;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads definitions of tools; of two with the same name the first one counts. */
final class ToolDefinitions {
  /** Tells these tools from others where the configuration names no tags. */
  static final String TAG = "cli-adapter";

  private static final List<String> KEYS =
      List.of(
          "description",
          "title",
          "input_schema",
          "command",
          "shell",
          "stdin",
          "output",
          "timeout",
          "annotations");

  private static final List<String> HINTS =
      List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");

  /** With one of these, {@code properties} does not tell all that a schema allows. */
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

  /** Adds the tools of a map. */
  void add(Definition map) {
    if (!map.value().isObject()) {
      throw map.wrong(
          "a map of tool definitions by name was expected, such as {greet: {command: 'echo"
              + " {{name}}'}}");
    }
    map.value()
        .fieldNames()
        .forEachRemaining(name -> tools.putIfAbsent(name, tool(name, map.at(name))));
  }

  private CommandTool tool(String name, Definition at) {
    if (name.isBlank()) {
      throw at.wrong("the name of a tool is blank; give it one");
    }
    at.allow(KEYS);
    String written =
        at.text("command").orElseThrow(() -> at.wrong("a tool needs a \"command\"; add it"));
    CommandTemplate command =
        at.at("command")
            .template(
                () ->
                    at.flag("shell")
                        ? ShellTemplate.parse(written, windows)
                        : ArgumentTemplate.parse(written));
    Optional<TextTemplate> stdin = at.text("stdin").map(TextTemplate::parse);
    return new CommandTool(
        new BackendTool(
            name,
            at.text("title"),
            at.text("description").orElse(""),
            schema(at, command, stdin),
            Optional.empty(),
            annotations(at),
            List.of(TAG)),
        at.member("input_schema").isPresent(),
        command,
        stdin,
        output(at),
        timeout(at));
  }

  private static OutputFormat output(Definition at) {
    Optional<String> key = at.text("output");
    if (key.isEmpty()) {
      return OutputFormat.TEXT;
    }
    return OutputFormat.of(key.get())
        .orElseThrow(
            () ->
                at.at("output")
                    .wrong(
                        "\""
                            + key.get()
                            + "\" is not a format; there are "
                            + String.join(", ", OutputFormat.keys())));
  }

  private Optional<Duration> timeout(Definition at) {
    Optional<Duration> timeout = at.duration("timeout");
    if (timeout.isPresent() && timeout.get().compareTo(longest) > 0) {
      throw at.at("timeout")
          .wrong(
              "the tool's timeout is longer than that of its backend, "
                  + longest.toMillis()
                  + " ms, which ends every call; raise the \"timeout\" of the backend");
    }
    return timeout;
  }

  private static ToolAnnotations annotations(Definition at) {
    Optional<Definition> annotations = at.member("annotations");
    if (annotations.isEmpty()) {
      return ToolAnnotations.none();
    }
    annotations.get().allow(HINTS);
    // Only booleans are hints; anything else would silently be none.
    HINTS.forEach(annotations.get()::flag);
    return ToolAnnotations.fromJson(annotations.get().value());
  }

  private static JsonNode schema(
      Definition at, CommandTemplate command, Optional<TextTemplate> stdin) {
    Set<String> parameters = new LinkedHashSet<>(command.parameters());
    Set<String> fromStdin = stdin.map(TextTemplate::parameters).orElseGet(Set::of);
    parameters.addAll(fromStdin);
    Optional<Definition> schema = at.member("input_schema");
    if (schema.isPresent()) {
      checkParameters(schema.get(), parameters);
      return schema.get().value();
    }
    Set<String> required = new LinkedHashSet<>(parameters);
    command.optionalParameters().stream()
        .filter(name -> !fromStdin.contains(name))
        .forEach(required::remove);
    return texts(parameters, required);
  }

  /** A schema of texts: all that a template alone tells of its parameters. */
  private static ObjectNode texts(Set<String> parameters, Set<String> required) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    parameters.forEach(name -> properties.putObject(name).put("type", "string"));
    if (!required.isEmpty()) {
      ArrayNode names = schema.putArray("required");
      required.forEach(names::add);
    }
    return schema.put("additionalProperties", false);
  }

  /** A parameter that no caller can give is a misspelled one. */
  private static void checkParameters(Definition schema, Set<String> parameters) {
    JsonNode value = schema.value();
    if (!value.isObject()) {
      throw schema.wrong("a JSON schema of type object was expected here");
    }
    JsonNode more = value.path("additionalProperties");
    if (OPEN.stream().anyMatch(value::has) || more.isObject() || more.asBoolean(false)) {
      return;
    }
    List<String> known = new ArrayList<>();
    value.path("properties").fieldNames().forEachRemaining(known::add);
    for (String name : parameters) {
      if (!known.contains(name)) {
        throw schema.wrong(
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
