package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.argument.ArgumentRules;
import io.gatemini.internal.argument.CheckedArguments;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ToolSet.Tool;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Arguments of a meta-tool that were refused, after repair: as those of any tool, and numbers out
 * of their bounds. One that is too large becomes the largest there is; one that is too small, as 0
 * or -1 for "no limit", is left out, so that the default counts; so is a text that no tool asked
 * for.
 *
 * @param repairs what was done; empty where nothing could be
 */
record RepairedArguments(RawJson json, List<String> repairs) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MAX_NAME = 40;
  private static final List<String> CODE = List.of("code", "script", "program", "source");

  /**
   * The names that other gateways have for a parameter, and models after them; the first counts.
   */
  private static final Map<String, List<String>> OTHER_NAMES =
      new TreeMap<>(
          Map.of(
              "task_description", List.of("query", "task", "search", "q", "description"),
              "query", List.of("task_description", "task", "search", "q"),
              "limit", List.of("max_results", "top_k", "count"),
              "tool_name", List.of("tool", "name", "toolName", "key"),
              "luaServerName", List.of("server", "server_name", "serverName", "backend"),
              "luaToolName", List.of("tool", "tool_name", "toolName", "name"),
              "sampleArgs", List.of("arguments", "args", "parameters", "params", "input"),
              "manual_name", List.of("name", "server", "server_name", "backend"),
              "code", CODE,
              "script", CODE));

  static RepairedArguments of(Tool tool, RawJson given) {
    JsonNode schema = tool.definition().inputSchema();
    List<String> repairs = new ArrayList<>();
    RawJson named = named(given, schema.path("properties"), repairs);
    CheckedArguments checked = ArgumentRules.of(schema).checked(named, true);
    if (!checked.isRight()) {
      return new RepairedArguments(given, List.of());
    }
    repairs.addAll(checked.repairs());
    ObjectNode bounded = NODES.objectNode();
    for (Map.Entry<String, JsonNode> argument : checked.arguments().tree().properties()) {
      String name = argument.getKey();
      JsonNode value = argument.getValue();
      JsonNode property = schema.path("properties").path(name);
      if (property.isMissingNode() && value.isValueNode()) {
        // Clients add ids, and words of a chat, to each call.
        repairs.add('"' + VisibleText.line(name, MAX_NAME) + "\" is no parameter; passed over");
      } else if (isBeyond(value, property.path("minimum"), -1)) {
        repairs.add("\"" + name + "\" is at least " + property.get("minimum") + "; left out");
      } else if (isBeyond(value, property.path("maximum"), 1)) {
        repairs.add("\"" + name + "\" is at most " + property.get("maximum") + "; taken as that");
        bounded.set(name, property.get("maximum"));
      } else {
        bounded.set(name, value);
      }
    }
    return new RepairedArguments(RawJson.of(bounded), repairs);
  }

  /** The arguments under the names of the schema where another server has another name. */
  private static RawJson named(RawJson given, JsonNode properties, List<String> repairs) {
    ObjectNode named;
    try {
      named = given.tree().isObject() ? given.tree().deepCopy() : NODES.objectNode();
    } catch (UncheckedIOException e) {
      return given;
    }
    for (Map.Entry<String, List<String>> parameter : OTHER_NAMES.entrySet()) {
      if (properties.has(parameter.getKey()) && !named.has(parameter.getKey())) {
        parameter.getValue().stream()
            .filter(name -> named.has(name) && !properties.has(name))
            .findFirst()
            .ifPresent(
                name -> {
                  named.set(parameter.getKey(), named.remove(name));
                  repairs.add("\"" + name + "\" was taken as \"" + parameter.getKey() + '"');
                });
      }
    }
    return repairs.isEmpty() ? given : RawJson.of(named);
  }

  private static boolean isBeyond(JsonNode value, JsonNode bound, int sign) {
    return value.isNumber()
        && bound.isNumber()
        && compare(value.decimalValue(), bound.decimalValue()) == sign;
  }

  private static int compare(BigDecimal value, BigDecimal bound) {
    return Integer.signum(value.compareTo(bound));
  }

  /** An answer with a line about the repairs behind it. */
  ToolResult on(ToolResult result) {
    ObjectNode tree = NODES.objectNode();
    tree.setAll((ObjectNode) result.json().tree());
    tree.putArray("content")
        .addAll(result.content())
        .addObject()
        .put("type", "text")
        .put("text", "[arguments repaired: " + String.join("; ", repairs) + "]");
    return ToolResult.of(RawJson.of(tree));
  }
}
