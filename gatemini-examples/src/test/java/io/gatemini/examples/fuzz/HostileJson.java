package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.gatemini.spi.Json;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Values of every type that JSON has, where nobody expects them. */
final class HostileJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private HostileJson() {}

  static JsonNode value(Chance chance) {
    return value(chance, 3);
  }

  /** As deep as the project reads; {@code toString} would stop before. */
  static String text(JsonNode value) {
    return text(Json.mapper().writer(), value);
  }

  /** The same, half characters and all, in ASCII. */
  static String ascii(JsonNode value) {
    return text(Json.mapper().writer().with(JsonWriteFeature.ESCAPE_NON_ASCII), value);
  }

  private static String text(ObjectWriter writer, JsonNode value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode value(Chance chance, int depth) {
    return switch (chance.below(depth > 0 ? 10 : 7)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(chance.oneIn(2));
      case 2 -> number(chance);
      case 3, 4, 5, 6 -> NODES.textNode(HostileText.of(chance));
      case 7 -> {
        ArrayNode array = NODES.arrayNode();
        int size = chance.oneIn(200) ? chance.between(100, 5_000) : chance.below(5);
        for (int i = 0; i < size; i++) {
          array.add(value(chance, size > 100 ? 0 : depth - 1));
        }
        yield array;
      }
      case 8 -> {
        ObjectNode object = NODES.objectNode();
        for (int i = chance.below(5); i > 0; i--) {
          object.set(HostileText.small(chance), value(chance, depth - 1));
        }
        yield object;
      }
      default -> chance.oneIn(40) ? deep(chance, chance.of(10, 100, 999, 2_300)) : object(chance);
    };
  }

  /** An object with members of every type. */
  static ObjectNode object(Chance chance) {
    ObjectNode object = NODES.objectNode();
    for (int i = chance.below(4); i > 0; i--) {
      object.set(chance.of("a", "text", "name", "id", "value", "__proto__", ""), value(chance, 1));
    }
    return object;
  }

  static ValueNode number(Chance chance) {
    return switch (chance.below(9)) {
      case 0 -> NODES.numberNode(0);
      // Beyond what a decimal number of Java holds, and just within.
      case 8 ->
          NODES.rawValueNode(new RawValue(chance.of("1e9999999999", "1e999999999", "-1e-99999")));
      case 1 -> NODES.numberNode(chance.between(-5, 200));
      case 2 -> NODES.numberNode(chance.bits());
      case 3 -> NODES.numberNode(chance.of(Integer.MAX_VALUE, Integer.MIN_VALUE, 600_000, 600_001));
      case 4 -> NODES.numberNode(chance.real());
      case 5 -> NODES.numberNode(BigInteger.TEN.pow(chance.between(18, 900)));
      case 6 ->
          NODES.numberNode(new BigDecimal(chance.of("1e308", "1e-320", "1.0", "-0.0", "1e9")));
      default -> NODES.numberNode((1L << 53) + chance.between(-2, 2));
    };
  }

  private static JsonNode deep(Chance chance, int levels) {
    JsonNode inner = NODES.numberNode(1);
    boolean arrays = chance.oneIn(2);
    for (int i = 0; i < levels; i++) {
      inner = arrays ? NODES.arrayNode().add(inner) : NODES.objectNode().set("a", inner);
    }
    return inner;
  }
}
