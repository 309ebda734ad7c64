package io.gatemini.internal.argument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.internal.json.RootSchema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Makes the rules of a schema, once a tool. Follows references within the schema. */
final class SchemaCompiler {
  private static final int MAX_REFERENCES = 8;

  private final JsonNode root;
  private final IdentityHashMap<JsonNode, ValueRule> known = new IdentityHashMap<>();

  private SchemaCompiler(JsonNode root) {
    this.root = root;
  }

  static ValueRule compile(JsonNode schema) {
    // Alternatives alone are tried one by one: that says more of what is wrong.
    boolean isWhole = !schema.has("allOf") && !schema.has("type") && !schema.has("properties");
    return new SchemaCompiler(schema).rule(isWhole ? schema : RootSchema.of(schema));
  }

  private ValueRule rule(JsonNode declared) {
    JsonNode schema = dereferenced(declared);
    ValueRule rule = known.get(schema);
    if (rule == null) {
      rule = new ValueRule(schema);
      known.put(schema, rule);
      fill(rule, schema);
    }
    return rule;
  }

  /** The schema behind local references; one that cannot be found demands nothing. */
  private JsonNode dereferenced(JsonNode declared) {
    JsonNode schema = declared;
    for (int i = 0; i < MAX_REFERENCES; i++) {
      JsonNode reference = schema.path("$ref");
      if (reference.isTextual()) {
        schema = at(reference.textValue());
      } else if (schema.path("allOf").size() == 1 && !schema.has("type")) {
        schema = schema.get("allOf").get(0);
      } else {
        return schema;
      }
    }
    return schema;
  }

  private JsonNode at(String reference) {
    boolean isLocal = reference.equals("#") || reference.startsWith("#/");
    return isLocal ? root.at(reference.substring(1)) : MissingNode.getInstance();
  }

  private void fill(ValueRule rule, JsonNode schema) {
    rule.types = types(schema);
    List<JsonNode> allowed = new ArrayList<>();
    schema.path("enum").forEach(allowed::add);
    if (schema.has("const")) {
      allowed.add(schema.get("const"));
    }
    if (!allowed.isEmpty() && schema.path("nullable").asBoolean()) {
      allowed.add(NullNode.getInstance());
    }
    rule.allowed = List.copyOf(allowed);
    members(rule, schema);
    if (schema.path("items").isObject() && !schema.has("prefixItems")) {
      rule.items = rule(schema.get("items"));
    }
    JsonNode alternatives = schema.has("anyOf") ? schema.get("anyOf") : schema.path("oneOf");
    if (rule.types == 0 && allowed.isEmpty() && rule.members.isEmpty()) {
      alternatives(rule, alternatives);
    }
  }

  private static int types(JsonNode schema) {
    JsonNode type = schema.path("type");
    int types = 0;
    if (type.isTextual()) {
      types = JsonKind.named(type.textValue());
    } else {
      for (JsonNode one : type) {
        types |= JsonKind.named(one.asText());
      }
    }
    return schema.path("nullable").asBoolean() && types != 0 ? types | JsonKind.NULL.bit : types;
  }

  private void members(ValueRule rule, JsonNode schema) {
    schema
        .path("properties")
        .properties()
        .forEach(property -> rule.members.put(property.getKey(), rule(property.getValue())));
    for (JsonNode name : schema.path("required")) {
      if (name.isTextual()) {
        rule.required.add(name.textValue());
        rule.members.computeIfAbsent(name.textValue(), unknown -> rule(MissingNode.getInstance()));
      }
    }
    JsonNode others = schema.path("additionalProperties");
    boolean hasPatterns = schema.has("patternProperties");
    rule.closed = others.isBoolean() && !others.booleanValue() && !hasPatterns;
    rule.open = others.isObject() || others.asBoolean() || hasPatterns;
  }

  /** Alternatives that are types alone are one rule; all others are tried one after the other. */
  private void alternatives(ValueRule rule, JsonNode schemas) {
    List<ValueRule> alternatives = new ArrayList<>();
    schemas.forEach(schema -> alternatives.add(rule(schema)));
    if (!alternatives.isEmpty() && alternatives.stream().allMatch(SchemaCompiler::isTypeAlone)) {
      rule.types = alternatives.stream().mapToInt(one -> one.types).reduce(0, (a, b) -> a | b);
    } else if (alternatives.stream().noneMatch(SchemaCompiler::isAnything)) {
      rule.alternatives = List.copyOf(alternatives);
    }
  }

  private static boolean isTypeAlone(ValueRule rule) {
    return rule.types != 0 && rule.allowed.isEmpty() && rule.items == null && !rule.knowsMembers();
  }

  private static boolean isAnything(ValueRule rule) {
    return rule.types == 0
        && rule.allowed.isEmpty()
        && rule.alternatives.isEmpty()
        && !rule.knowsMembers();
  }
}
