package io.gatemini.internal.argument;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.json.JsonValues;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The demands of a schema on one value: types, allowed values, members, items, alternatives.
 * Further keywords of a schema are left to the backend. Filled by {@link SchemaCompiler}, then
 * immutable; the rule of a recursive schema contains itself.
 */
final class ValueRule {
  private static final int MAX_LISTED = 12;

  final JsonNode schema;
  int types;
  List<JsonNode> allowed = List.of();
  final Map<String, ValueRule> members = new LinkedHashMap<>();
  final Set<String> required = new LinkedHashSet<>();

  /** Whether other members are forbidden; where they are neither that nor expected, both false. */
  boolean closed;

  boolean open;
  @Nullable ValueRule items;
  List<ValueRule> alternatives = List.of();

  ValueRule(JsonNode schema) {
    this.schema = schema;
  }

  boolean knowsMembers() {
    return closed || !members.isEmpty();
  }

  /**
   * Whether the value that a parser is at is right for sure; the parser is at its end then. A
   * member that is not declared is looked at again, as a tree: its name may be misspelt.
   */
  boolean fits(JsonParser parser) throws IOException {
    if (!alternatives.isEmpty() || !allowed.isEmpty()) {
      return fits(JsonValues.read(parser));
    }
    if (types != 0 && !JsonKind.of(parser).isAllowedBy(types)) {
      return false;
    }
    if (parser.currentToken() == JsonToken.START_OBJECT && knowsMembers()) {
      return membersFit(parser);
    }
    ValueRule each = items;
    if (parser.currentToken() == JsonToken.START_ARRAY && each != null) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (!each.fits(parser)) {
          return false;
        }
      }
      return true;
    }
    parser.skipChildren();
    return true;
  }

  private boolean membersFit(JsonParser parser) throws IOException {
    int found = 0;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      ValueRule member = members.get(name);
      if (member == null ? !open : !member.fits(parser)) {
        return false;
      }
      if (member == null) {
        parser.skipChildren();
      } else if (required.contains(name)) {
        found++;
      }
    }
    return found >= required.size();
  }

  /** Whether a value is right. */
  boolean fits(JsonNode value) {
    if (!JsonKind.of(value).isAllowedBy(types)
        || (!allowed.isEmpty() && !isAllowed(value))
        || (!alternatives.isEmpty() && alternatives.stream().noneMatch(one -> one.fits(value)))) {
      return false;
    }
    if (value.isObject()) {
      for (String name : required) {
        if (!value.has(name)) {
          return false;
        }
      }
      for (Map.Entry<String, JsonNode> given : value.properties()) {
        ValueRule member = members.get(given.getKey());
        if (member == null ? closed : !member.fits(given.getValue())) {
          return false;
        }
      }
    }
    ValueRule each = items;
    if (value.isArray() && each != null) {
      for (JsonNode item : value) {
        if (!each.fits(item)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isAllowed(JsonNode value) {
    return allowed.stream().anyMatch(one -> isSame(one, value));
  }

  /** 1 and 1.0 are the same. */
  private static boolean isSame(JsonNode one, JsonNode other) {
    return (one.isNumber() && other.isNumber())
        ? one.decimalValue().compareTo(other.decimalValue()) == 0
        : one.equals(other);
  }

  /** The allowed values, as a part of a sentence. */
  String description() {
    if (!allowed.isEmpty()) {
      String all =
          allowed.stream()
              .limit(MAX_LISTED)
              .map(JsonNode::toString)
              .collect(Collectors.joining(", "));
      return (allowed.size() == 1 ? "" : "one of ")
          + all
          + (allowed.size() > MAX_LISTED ? ", ..." : "");
    }
    if (!alternatives.isEmpty()) {
      return alternatives.stream()
          .map(ValueRule::description)
          .distinct()
          .limit(MAX_LISTED)
          .collect(Collectors.joining(" or "));
    }
    return types == 0 ? "as its schema says" : JsonKind.describe(types);
  }
}
