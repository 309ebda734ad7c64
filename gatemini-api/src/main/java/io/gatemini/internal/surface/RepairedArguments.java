package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.argument.ArgumentRules;
import io.gatemini.internal.argument.CheckedArguments;
import io.gatemini.spi.ToolSet.Tool;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Arguments of a meta-tool that were refused, after repair: as those of any tool, and numbers out
 * of their bounds. One that is too large becomes the largest there is; one that is too small, as 0
 * or -1 for "no limit", is left out, so that the default counts.
 *
 * @param repairs what was done; empty where nothing could be
 */
record RepairedArguments(RawJson json, List<String> repairs) {
  static RepairedArguments of(Tool tool, RawJson given) {
    JsonNode schema = tool.definition().inputSchema();
    CheckedArguments checked = ArgumentRules.of(schema).checked(given, true);
    if (!checked.isRight()) {
      return new RepairedArguments(given, List.of());
    }
    List<String> repairs = new ArrayList<>(checked.repairs());
    ObjectNode bounded = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> argument : checked.arguments().tree().properties()) {
      String name = argument.getKey();
      JsonNode value = argument.getValue();
      JsonNode property = schema.path("properties").path(name);
      if (isBeyond(value, property.path("minimum"), -1)) {
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
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.setAll((ObjectNode) result.json().tree());
    tree.putArray("content")
        .addAll(result.content())
        .addObject()
        .put("type", "text")
        .put("text", "[arguments repaired: " + String.join("; ", repairs) + "]");
    return ToolResult.of(RawJson.of(tree));
  }
}
