package io.gatemini.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import io.gatemini.RawJson;
import io.gatemini.internal.json.RootSchema;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tools in the framework's form. The schema of a parameter is read by the framework, which keeps
 * the JSON of what its types cannot say; what it does not read becomes a schema that takes
 * anything. The schema of all arguments must be an object: alternatives at its top are put
 * together, with parameters that may be left out.
 */
final class Specifications {
  private static final JsonNode ANY = JsonNodeFactory.instance.objectNode();

  private Specifications() {}

  static ToolSpecification.Builder builder(String name, String description, JsonNode schema) {
    ToolSpecification.Builder builder =
        ToolSpecification.builder().name(name).parameters(parameters(schema));
    return description.isBlank() ? builder : builder.description(description);
  }

  static JsonObjectSchema parameters(JsonNode schema) {
    JsonNode root = RootSchema.of(withDefinitions(schema));
    Map<String, JsonNode> properties = members(root.path("properties"));
    Set<String> required = new LinkedHashSet<>();
    root.path("required").forEach(name -> required.add(name.asText()));
    required.forEach(name -> properties.putIfAbsent(name, ANY));
    JsonObjectSchema.Builder object =
        JsonObjectSchema.builder()
            .addProperties(elements(properties))
            .required(List.copyOf(required))
            .definitions(elements(members(root.path("$defs"))));
    JsonNode additional = root.path("additionalProperties");
    return additional.isBoolean()
        ? object.additionalProperties(additional.booleanValue()).build()
        : object.build();
  }

  /** The schema with the definitions of older drafts where those of newer ones are. */
  private static JsonNode withDefinitions(JsonNode schema) {
    if (!schema.path("definitions").isObject()) {
      return schema;
    }
    // Inside of a string the quotes would be escaped.
    String moved = schema.toString().replace("\"$ref\":\"#/definitions/", "\"$ref\":\"#/$defs/");
    ObjectNode changed = (ObjectNode) RawJson.parse(moved).tree().deepCopy();
    JsonNode older = changed.remove("definitions");
    ObjectNode definitions =
        changed.get("$defs") instanceof ObjectNode newer ? newer : changed.putObject("$defs");
    members(older).forEach(definitions::putIfAbsent);
    return changed;
  }

  private static Map<String, JsonNode> members(JsonNode object) {
    Map<String, JsonNode> members = new LinkedHashMap<>();
    object.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    return members;
  }

  private static Map<String, JsonSchemaElement> elements(Map<String, JsonNode> schemas) {
    Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
    schemas.forEach((name, schema) -> elements.put(name, element(schema)));
    return elements;
  }

  private static JsonSchemaElement element(JsonNode schema) {
    if (!schema.isObject()) {
      return anything();
    }
    ObjectNode tool = JsonNodeFactory.instance.objectNode().put("name", "tool");
    tool.putObject("parameters").put("type", "object").putObject("properties").set("it", schema);
    try {
      JsonSchemaElement element =
          ToolSpecification.fromJson(tool.toString()).parameters().properties().get("it");
      return element == null ? anything() : element;
    } catch (RuntimeException e) { // the framework says in many ways that it cannot read a schema
      return anything();
    }
  }

  private static JsonSchemaElement anything() {
    return JsonRawSchema.from("{}");
  }
}
