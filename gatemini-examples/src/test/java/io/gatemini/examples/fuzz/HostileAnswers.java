package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Results that a client would not expect: of lists, of calls, of any other method. */
final class HostileAnswers {
  private static final int LONG_LIST = 20_000;

  /** A message, as a line. */
  String line(JsonNode id, JsonNode result) {
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    message.set("id", id);
    message.set("result", result);
    return HostileJson.text(message) + "\n";
  }

  JsonNode result(String method, Chance chance) {
    if (chance.oneIn(10)) {
      return HostileJson.value(chance);
    }
    return switch (method) {
      case "tools/list" -> list(chance);
      case "tools/call" -> call(chance);
      default -> {
        ObjectNode result = HostileJson.object(chance);
        result.set("protocolVersion", HostileJson.value(chance));
        result.set("capabilities", HostileJson.value(chance));
        yield result.set("serverInfo", HostileJson.value(chance));
      }
    };
  }

  JsonNode error(Chance chance) {
    ObjectNode error = JsonNodeFactory.instance.objectNode();
    error.set("code", HostileJson.number(chance));
    error.put("message", HostileText.of(chance));
    error.set("data", HostileJson.value(chance));
    return error;
  }

  private static ObjectNode list(Chance chance) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode tools = result.putArray("tools");
    if (chance.oneIn(8)) {
      for (int i = 0; i < LONG_LIST; i++) {
        tools
            .addObject()
            .put("name", "tool_" + i)
            .put("description", "Number " + i)
            .putObject("inputSchema")
            .put("type", "object");
      }
    } else {
      for (int i = chance.below(30); i > 0; i--) {
        tools.add(tool(chance));
      }
    }
    if (chance.oneIn(3)) {
      // Each page says that there is another, some the same.
      result.set(
          "nextCursor",
          chance.oneIn(3) ? HostileJson.value(chance) : result.textNode(chance.of("a", "b", "")));
    }
    if (chance.oneIn(10)) {
      result.set("tools", HostileJson.value(chance));
    }
    return result;
  }

  private static JsonNode tool(Chance chance) {
    if (chance.oneIn(20)) {
      return HostileJson.value(chance);
    }
    ObjectNode tool = JsonNodeFactory.instance.objectNode();
    tool.put("name", chance.oneIn(3) ? "echo" + chance.below(4) : HostileText.of(chance));
    tool.put("description", HostileText.of(chance));
    tool.set("inputSchema", chance.oneIn(8) ? HostileJson.value(chance) : schema(chance, 4));
    if (chance.oneIn(3)) {
      tool.set("outputSchema", schema(chance, 3));
    }
    for (String member :
        new String[] {"annotations", "title", "_meta", "name", "description", "icons"}) {
      if (chance.oneIn(15)) {
        tool.set(member, HostileJson.value(chance));
      }
    }
    return tool;
  }

  private static ObjectNode schema(Chance chance, int depth) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", chance.of("object", "array", "string", "null", "nothing"));
    for (int i = chance.below(4); i > 0 && depth > 0; i--) {
      switch (chance.below(8)) {
        case 0 ->
            schema.put(
                "$ref", chance.of("#", "#/$defs/a", "#/properties/a", "http://x/y", "#/%zz"));
        case 1 -> schema.putObject("$defs").set("a", schema(chance, depth - 1));
        case 2 -> schema.set("items", schema(chance, depth - 1));
        case 3 ->
            schema
                .putArray(chance.of("anyOf", "oneOf", "allOf"))
                .add(schema(chance, depth - 1))
                .add(schema(chance, depth - 1));
        case 4 ->
            schema.set(
                chance.of("enum", "const", "default", "required", "examples"),
                HostileJson.value(chance));
        case 5 ->
            schema.set(
                chance.of("minimum", "maxLength", "pattern", "format", "description"),
                HostileJson.value(chance));
        default -> {
          ObjectNode properties = schema.withObjectProperty("properties");
          properties.set(HostileText.small(chance), schema(chance, depth - 1));
          properties.set(chance.of("a", "text", "__proto__"), schema(chance, depth - 1));
        }
      }
    }
    return schema;
  }

  private static ObjectNode call(Chance chance) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ArrayNode content = result.putArray("content");
    for (int i = chance.oneIn(50) ? 5_000 : chance.below(4); i > 0; i--) {
      if (chance.oneIn(6)) {
        content.add(i > 100 ? content.nullNode() : HostileJson.value(chance));
        continue;
      }
      ObjectNode block = content.addObject();
      block.put(
          "type", chance.of("text", "text", "image", "audio", "resource", "resource_link", "x"));
      block.put("text", i > 10 ? "x" : HostileText.of(chance));
      if (chance.oneIn(4)) {
        block.set(
            chance.of("data", "uri", "resource", "mimeType", "annotations", "text"),
            HostileJson.value(chance));
      }
    }
    if (chance.oneIn(3)) {
      result.set("structuredContent", HostileJson.value(chance));
    }
    if (chance.oneIn(4)) {
      result.set("isError", chance.oneIn(2) ? result.booleanNode(true) : HostileJson.value(chance));
    }
    if (chance.oneIn(10)) {
      result.set(chance.of("content", "_meta", "resultType"), HostileJson.value(chance));
    }
    return result;
  }
}
