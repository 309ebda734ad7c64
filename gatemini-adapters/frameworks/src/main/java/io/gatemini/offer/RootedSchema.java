package io.gatemini.offer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An input schema as models' interfaces take it: an object, with its properties at the root and
 * none of {@link #REFUSED} beside them, which Anthropic and OpenAI refuse there. The properties of
 * all alternatives are there, optional unless all require them; what they say together is a remark
 * for the description. Immutable.
 *
 * @param remark the alternatives in words; empty if the schema has none
 */
record RootedSchema(ObjectNode schema, String remark) {
  private static final List<String> ALTERNATIVES = List.of("oneOf", "anyOf");
  private static final List<String> REFUSED =
      List.of("oneOf", "anyOf", "allOf", "not", "enum", "const", "if", "then", "else");

  /** How many references and nested unions are followed. */
  private static final int MAX_DEPTH = 8;

  private static final int MAX_REMARK = 1_000;

  static RootedSchema of(JsonNode given) {
    ObjectNode rooted = JsonNodeFactory.instance.objectNode();
    JsonNode properties = given.path("properties");
    if (REFUSED.stream().noneMatch(given::has) && !given.has("$ref")) {
      given.properties().forEach(member -> rooted.set(member.getKey(), member.getValue()));
      return new RootedSchema(typed(rooted, properties), "");
    }
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    List<String> remarks = new ArrayList<>();
    Set<String> required = merge(given, given, merged, remarks, MAX_DEPTH);
    given.properties().stream()
        .filter(member -> !REFUSED.contains(member.getKey()) && !member.getKey().equals("$ref"))
        .forEach(member -> rooted.set(member.getKey(), member.getValue()));
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    required.forEach(names::add);
    rooted.set("required", names);
    // Closed alternatives would close the union of all.
    rooted.remove(List.of("additionalProperties", "unevaluatedProperties"));
    String remark = String.join(" ", remarks);
    return new RootedSchema(
        typed(rooted, merged),
        remark.length() <= MAX_REMARK ? remark : remark.substring(0, MAX_REMARK) + "...");
  }

  private static ObjectNode typed(ObjectNode rooted, JsonNode properties) {
    rooted.put("type", "object");
    rooted.set(
        "properties", properties.isObject() ? properties : JsonNodeFactory.instance.objectNode());
    if (rooted.has("required")) {
      rooted.set("required", required(rooted));
    }
    return rooted;
  }

  /** The names that a schema requires. Schemas of early drafts have a boolean there. */
  private static ArrayNode required(JsonNode schema) {
    ArrayNode names = JsonNodeFactory.instance.arrayNode();
    schema.path("required").valueStream().filter(JsonNode::isTextual).forEach(names::add);
    return names;
  }

  /** Adds the properties of a schema and its parts; returns what it requires in every case. */
  private static Set<String> merge(
      JsonNode root, JsonNode schema, ObjectNode properties, List<String> remarks, int depth) {
    Set<String> required = new TreeSet<>();
    required(schema).forEach(name -> required.add(name.asText()));
    schema.path("properties").properties().forEach(member -> add(properties, member));
    if (depth == 0) {
      return required;
    }
    target(root, schema)
        .ifPresent(target -> required.addAll(merge(root, target, properties, remarks, depth - 1)));
    schema
        .path("allOf")
        .forEach(part -> required.addAll(merge(root, part, properties, remarks, depth - 1)));
    for (String key : ALTERNATIVES) {
      Set<String> common = null;
      List<String> alternatives = new ArrayList<>();
      for (JsonNode part : schema.path(key)) {
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        Set<String> needs = merge(root, part, own, remarks, depth - 1);
        own.properties().forEach(member -> add(properties, member));
        alternatives.add(words(needs, own));
        if (common == null) {
          common = new TreeSet<>(needs);
        } else {
          common.retainAll(needs);
        }
      }
      if (common != null) {
        required.addAll(common);
        remarks.add(
            (key.equals("oneOf") ? " Give exactly one of: " : " Give at least one of: ")
                + String.join("; ", alternatives)
                + ".");
      }
    }
    for (String key : List.of("if", "then", "else", "not")) {
      if (schema.has(key)) {
        if (!key.equals("not")) {
          merge(root, schema.get(key), properties, remarks, depth - 1);
        }
        remarks.add(" " + key + " " + schema.get(key) + ".");
      }
    }
    return required;
  }

  private static void add(ObjectNode properties, Map.Entry<String, JsonNode> property) {
    JsonNode known = properties.get(property.getKey());
    if (known == null) {
      properties.set(property.getKey(), property.getValue());
    } else if (!known.equals(property.getValue())) {
      ArrayNode either = JsonNodeFactory.instance.arrayNode();
      if (known.size() == 1 && known.path("anyOf").isArray()) {
        either.addAll((ArrayNode) known.get("anyOf"));
      } else {
        either.add(known);
      }
      either.add(property.getValue());
      properties.set(property.getKey(), JsonNodeFactory.instance.objectNode().set("anyOf", either));
    }
  }

  private static String words(Set<String> required, ObjectNode properties) {
    List<String> words = new ArrayList<>();
    for (String name : required) {
      JsonNode constant = properties.path(name).path("const");
      words.add(constant.isMissingNode() ? name : name + " = " + constant);
    }
    if (words.isEmpty()) {
      properties.fieldNames().forEachRemaining(name -> words.add(name + " (optional)"));
    }
    return words.isEmpty() ? "nothing else" : String.join(" and ", words);
  }

  /** The schema that a reference within the document leads to. */
  private static Optional<JsonNode> target(JsonNode root, JsonNode schema) {
    String reference = schema.path("$ref").asText();
    return reference.startsWith("#/")
        ? Optional.of(root.at(reference.substring(1))).filter(JsonNode::isObject)
        : Optional.empty();
  }
}
