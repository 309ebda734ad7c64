package io.gatemini.internal.catalog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The demands of the top level of an input schema: required members, JSON types, enums. Compiled
 * once a tool; a check is one pass over the text of the arguments, without a tree.
 *
 * <p>Anything a schema says beyond that ({@code anyOf}, {@code $ref}, patterns, nested objects) is
 * left to the backend.
 */
public final class ArgumentRules {
  private final Set<String> required;
  private final Map<String, Member> members;

  private ArgumentRules(Set<String> required, Map<String, Member> members) {
    this.required = required;
    this.members = members;
  }

  /** The rules of a schema. */
  public static ArgumentRules of(JsonNode schema) {
    Set<String> required = new LinkedHashSet<>();
    for (JsonNode name : schema.path("required")) {
      if (name.isTextual()) {
        required.add(name.textValue());
      }
    }
    Map<String, Member> members = new HashMap<>();
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              Member member = Member.of(property.getValue());
              if (!member.isTrivial()) {
                members.put(property.getKey(), member);
              }
            });
    return new ArgumentRules(required, members);
  }

  /** The fault of the arguments, in the middle of a sentence; empty when there is none. */
  public Optional<String> violation(RawJson arguments) {
    try (JsonParser parser = arguments.parser()) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.of("arguments must be a JSON object, not " + Kind.of(parser).description);
      }
      int found = 0;
      Set<String> seen = null;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        Member member = members.get(name);
        if (member != null) {
          Optional<String> violation = member.violation(parser);
          if (violation.isPresent()) {
            return Optional.of("argument \"" + name + "\" must be " + violation.get());
          }
        }
        if (required.contains(name)) {
          found++;
          if (found < required.size()) {
            seen = seen == null ? new LinkedHashSet<>() : seen;
            seen.add(name);
          }
        }
        parser.skipChildren();
      }
      return found >= required.size() ? Optional.empty() : Optional.of(missing(seen));
    } catch (IOException e) {
      return Optional.of("arguments must be a JSON object; this is not valid JSON");
    }
  }

  private String missing(@Nullable Set<String> seen) {
    List<String> absent = new ArrayList<>();
    for (String name : required) {
      if (seen == null || !seen.contains(name)) {
        absent.add("\"" + name + "\"");
      }
    }
    return absent.size() == 1
        ? "argument " + absent.get(0) + " is missing"
        : "arguments " + String.join(", ", absent) + " are missing";
  }

  /** The demands on one member; a type set of 0 allows every type. */
  private record Member(int types, List<JsonNode> allowed) {
    static Member of(JsonNode schema) {
      int types = 0;
      JsonNode type = schema.path("type");
      if (type.isTextual()) {
        types = Kind.named(type.textValue());
      } else {
        for (JsonNode one : type) {
          types |= Kind.named(one.asText());
        }
      }
      if (schema.path("nullable").asBoolean() && types != 0) {
        types |= Kind.NULL.bit;
      }
      List<JsonNode> allowed = new ArrayList<>();
      schema.path("enum").forEach(allowed::add);
      return new Member(types, List.copyOf(allowed));
    }

    boolean isTrivial() {
      return types == 0 && allowed.isEmpty();
    }

    Optional<String> violation(JsonParser parser) throws IOException {
      Kind kind = Kind.of(parser);
      if (!kind.isAllowedBy(types)) {
        return Optional.of(Kind.describe(types) + ", not " + kind.description);
      }
      if (!allowed.isEmpty()) {
        JsonNode value = JsonValues.read(parser);
        if (!allowed.contains(value)) {
          return Optional.of("one of " + listed() + ", not " + shortened(value));
        }
      }
      return Optional.empty();
    }

    private String listed() {
      String all = String.join(", ", allowed.stream().limit(12).map(JsonNode::toString).toList());
      return allowed.size() > 12 ? all + ", ..." : all;
    }

    private static String shortened(JsonNode value) {
      String text = value.toString();
      return text.length() <= 40
          ? text
          : text.substring(
                  0,
                  text.offsetByCodePoints(0, Math.min(36, text.codePointCount(0, text.length()))))
              + "...";
    }
  }

  /** The JSON types of JSON Schema, draft 2020-12, section 6.1.1 of its validation part. */
  private enum Kind {
    STRING("a string", 1),
    INTEGER("an integer", 2),
    NUMBER("a number", 4),
    BOOLEAN("a boolean", 8),
    OBJECT("an object", 16),
    ARRAY("an array", 32),
    NULL("null", 64);

    final String description;
    final int bit;

    Kind(String description, int bit) {
      this.description = description;
      this.bit = bit;
    }

    boolean isAllowedBy(int types) {
      int accepted = this == INTEGER ? INTEGER.bit | NUMBER.bit : bit;
      return types == 0 || (types & accepted) != 0;
    }

    static int named(String type) {
      for (Kind kind : values()) {
        if (kind.name().equalsIgnoreCase(type)) {
          return kind.bit;
        }
      }
      return 0;
    }

    static Kind of(JsonParser parser) throws IOException {
      JsonToken token = parser.currentToken();
      if (token == null) {
        return NULL;
      }
      return switch (token) {
        case VALUE_STRING -> STRING;
        case VALUE_NUMBER_INT -> INTEGER;
        case VALUE_NUMBER_FLOAT ->
            parser.getDecimalValue().stripTrailingZeros().scale() <= 0 ? INTEGER : NUMBER;
        case VALUE_TRUE, VALUE_FALSE -> BOOLEAN;
        case START_OBJECT -> OBJECT;
        case START_ARRAY -> ARRAY;
        default -> NULL;
      };
    }

    static String describe(int types) {
      List<String> names = new ArrayList<>();
      for (Kind kind : values()) {
        if ((types & kind.bit) != 0) {
          names.add(kind.description);
        }
      }
      return String.join(" or ", names);
    }
  }
}
