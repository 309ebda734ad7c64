package io.gatemini.examples.repair;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * A right call of a tool, and the same with a mistake that models make.
 *
 * @param unique whether the mistake has one meaning only, so that it can be repaired
 */
record WrongCall(ObjectNode right, ObjectNode wrong, boolean unique) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The kinds of mistakes. */
  enum Mistake {
    TYPE,
    NAME,
    ENUM,
    MISSING,
    EXTRA,
    NESTED
  }

  /** A wrong call; empty where the schema has no place for such a mistake. */
  static Optional<WrongCall> of(JsonNode schema, Mistake mistake, Random random) {
    ObjectNode right = object(schema, random);
    return switch (mistake) {
      case TYPE -> wrongType(right, random);
      case NAME -> wrongName(right, random);
      case ENUM -> wrongEnum(schema, right, random);
      case MISSING -> missing(schema, right, random);
      case EXTRA ->
          Optional.of(
              new WrongCall(
                  right,
                  right.deepCopy().put(random.nextBoolean() ? "explanation" : "dry_run", true),
                  false));
      case NESTED -> nested(right, random);
    };
  }

  private static ObjectNode object(JsonNode schema, Random random) {
    ObjectNode object = NODES.objectNode();
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              boolean isRequired = isRequired(schema, property.getKey());
              if (isRequired || random.nextInt(3) == 0) {
                object.set(property.getKey(), value(property.getValue(), random));
              }
            });
    return object;
  }

  private static boolean isRequired(JsonNode schema, String name) {
    for (JsonNode required : schema.path("required")) {
      if (required.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode value(JsonNode schema, Random random) {
    if (schema.path("enum").size() > 0) {
      return schema.get("enum").get(random.nextInt(schema.get("enum").size()));
    }
    return switch (schema.path("type").asText()) {
      case "integer", "number" -> NODES.numberNode(1 + random.nextInt(50));
      case "boolean" -> NODES.booleanNode(random.nextBoolean());
      case "array" -> {
        ArrayNode array = NODES.arrayNode();
        yield schema.path("items").isObject()
            ? array.add(value(schema.get("items"), random))
            : array.add("a");
      }
      case "object" -> object(schema, random);
      default -> NODES.textNode(String.valueOf(100 + random.nextInt(900)));
    };
  }

  private static Optional<String> any(ObjectNode object, Random random) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(names.get(random.nextInt(names.size())));
  }

  private static Optional<WrongCall> wrongType(ObjectNode right, Random random) {
    return any(right, random)
        .map(
            name -> {
              JsonNode value = right.get(name);
              // One of four has no meaning at all.
              boolean unique = random.nextInt(4) > 0;
              ObjectNode wrong = right.deepCopy();
              wrong.set(
                  name, unique ? otherwise(value, random) : NODES.arrayNode().add("x").add(1));
              return new WrongCall(right, wrong, unique);
            });
  }

  /** The same value as models write it by mistake. */
  private static JsonNode otherwise(JsonNode value, Random random) {
    if (value.isArray()) {
      return random.nextBoolean() && value.get(0).isValueNode()
          ? value.get(0)
          : NODES.textNode(value.toString());
    }
    if (value.isTextual()) {
      return value.asText().matches("[0-9]+")
          ? NODES.numberNode(Integer.parseInt(value.asText()))
          : NODES.textNode(value.asText().toUpperCase(Locale.ROOT));
    }
    return NODES.textNode(
        value.isBoolean() ? (value.asBoolean() ? "True" : "False") : value.toString());
  }

  private static Optional<WrongCall> wrongName(ObjectNode right, Random random) {
    return any(right, random)
        .filter(name -> name.length() > 3)
        .map(
            name -> {
              ObjectNode wrong = right.deepCopy();
              wrong.set(misspelt(name, random), wrong.remove(name));
              return new WrongCall(right, wrong, true);
            })
        .filter(call -> call.wrong().size() == call.right().size());
  }

  private static String misspelt(String name, Random random) {
    int at = 1 + random.nextInt(name.length() - 2);
    return switch (random.nextInt(4)) {
      case 0 -> name.substring(0, at) + name.substring(at + 1);
      case 1 ->
          name.substring(0, at) + name.charAt(at + 1) + name.charAt(at) + name.substring(at + 2);
      case 2 -> name.contains("_") ? name.replace("_", "") : name + "s";
      default -> name.substring(0, at) + "x" + name.substring(at);
    };
  }

  private static Optional<WrongCall> wrongEnum(JsonNode schema, ObjectNode right, Random random) {
    for (String name : (Iterable<String>) () -> right.fieldNames()) {
      if (schema.path("properties").path(name).path("enum").size() > 0
          && right.get(name).isTextual()) {
        String value = right.get(name).asText();
        String upper = value.toUpperCase(Locale.ROOT);
        boolean unique = random.nextInt(3) > 0;
        String other =
            !unique
                ? value + " please"
                : upper.equals(value) ? value.toLowerCase(Locale.ROOT) : upper;
        return Optional.of(new WrongCall(right, right.deepCopy().put(name, other), unique));
      }
    }
    return Optional.empty();
  }

  private static Optional<WrongCall> missing(JsonNode schema, ObjectNode right, Random random) {
    JsonNode required = schema.path("required");
    if (required.isEmpty()) {
      return Optional.empty();
    }
    ObjectNode wrong = right.deepCopy();
    wrong.remove(required.get(random.nextInt(required.size())).asText());
    return Optional.of(new WrongCall(right, wrong, false));
  }

  private static Optional<WrongCall> nested(ObjectNode right, Random random) {
    for (String name : (Iterable<String>) () -> right.fieldNames()) {
      JsonNode value = right.get(name);
      boolean inList = value.isArray();
      if (inList) {
        value = value.path(0);
      }
      if (value.isObject()) {
        Optional<WrongCall> wrong =
            random.nextBoolean()
                ? wrongType((ObjectNode) value, random)
                : wrongName((ObjectNode) value, random);
        if (wrong.isPresent()) {
          ObjectNode whole = right.deepCopy();
          if (inList) {
            ((ArrayNode) whole.get(name)).set(0, wrong.get().wrong());
          } else {
            whole.set(name, wrong.get().wrong());
          }
          return Optional.of(new WrongCall(right, whole, wrong.get().unique()));
        }
      }
    }
    return Optional.empty();
  }
}
