package io.gatemini.internal.argument;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** The JSON types of JSON Schema, draft 2020-12, section 6.1.1 of its validation part. */
enum JsonKind {
  STRING("a string", 1),
  INTEGER("an integer", 2),
  NUMBER("a number", 4),
  BOOLEAN("a boolean", 8),
  OBJECT("an object", 16),
  ARRAY("an array", 32),
  NULL("null", 64);

  final String description;
  final int bit;

  JsonKind(String description, int bit) {
    this.description = description;
    this.bit = bit;
  }

  /**
   * @param types bits of kinds; 0 allows every one
   */
  boolean isAllowedBy(int types) {
    int accepted = this == INTEGER ? INTEGER.bit | NUMBER.bit : bit;
    return types == 0 || (types & accepted) != 0;
  }

  /** The bit of a type as schemas write it; 0 for another word. */
  static int named(String type) {
    for (JsonKind kind : values()) {
      if (kind.name().equalsIgnoreCase(type)) {
        return kind.bit;
      }
    }
    return 0;
  }

  /** The kind of the value that a parser is at. */
  static JsonKind of(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      return NULL;
    }
    return switch (token) {
      case VALUE_STRING -> STRING;
      case VALUE_NUMBER_INT -> INTEGER;
      case VALUE_NUMBER_FLOAT -> ofNumber(parser.getDecimalValue());
      case VALUE_TRUE, VALUE_FALSE -> BOOLEAN;
      case START_OBJECT -> OBJECT;
      case START_ARRAY -> ARRAY;
      default -> NULL;
    };
  }

  static JsonKind of(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> STRING;
      case NUMBER -> value.isIntegralNumber() ? INTEGER : ofNumber(value.decimalValue());
      case BOOLEAN -> BOOLEAN;
      case OBJECT -> OBJECT;
      case ARRAY -> ARRAY;
      default -> NULL;
    };
  }

  private static JsonKind ofNumber(BigDecimal value) {
    return value.stripTrailingZeros().scale() <= 0 ? INTEGER : NUMBER;
  }

  static String describe(int types) {
    List<String> names = new ArrayList<>();
    for (JsonKind kind : values()) {
      if ((types & kind.bit) != 0) {
        names.add(kind.description);
      }
    }
    return String.join(" or ", names);
  }
}
