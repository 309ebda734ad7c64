package io.gatemini.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BaseJsonNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Reads and writes trees without Jackson's mapper, as the mapper of {@link Json} does. To make a
 * mapper loads 700 classes, those of dates and their locales among them: 8 MB, and a tenth of a
 * second of a young process. Stateless.
 */
public final class JsonValues {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // An emoji as four bytes, not as twelve of escapes that a model pays for.
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .streamReadConstraints(JsonLimits.ofDepth(Json.MAX_DEPTH))
          .streamWriteConstraints(
              StreamWriteConstraints.builder().maxNestingDepth(Json.MAX_DEPTH).build())
          .build();

  private JsonValues() {}

  /** Makes parsers and generators with the bounds of {@link Json}. */
  public static JsonFactory factory() {
    return FACTORY;
  }

  /**
   * The one value of a text; a missing node where there is none.
   *
   * @throws JsonProcessingException where it is no JSON, or more than one value
   */
  public static JsonNode parse(String text) throws JsonProcessingException {
    try {
      return whole(FACTORY.createParser(text));
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same of bytes. */
  public static JsonNode parse(byte[] bytes) throws IOException {
    return parse(bytes, 0, bytes.length);
  }

  /** The same of some bytes of a buffer. */
  public static JsonNode parse(byte[] buffer, int offset, int length) throws IOException {
    return whole(FACTORY.createParser(buffer, offset, length));
  }

  /** The one value that the parser is before, which it closes. */
  public static JsonNode whole(JsonParser parser) throws IOException {
    try (parser) {
      JsonNode value = parser.nextToken() == null ? NODES.missingNode() : read(parser);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "there is more than one value");
      }
      return value;
    }
  }

  /** The value the parser is at, as a tree; the parser stays at its end. */
  public static JsonNode read(JsonParser parser) throws IOException {
    Deque<ContainerNode<?>> open = new ArrayDeque<>();
    JsonNode first = NODES.missingNode();
    do {
      JsonToken token = parser.currentToken();
      if (token.isStructEnd()) {
        open.pop();
      } else if (token != JsonToken.FIELD_NAME) {
        JsonNode value = next(parser, token);
        if (open.peek() instanceof ObjectNode object) {
          object.set(parser.currentName(), value);
        } else if (open.peek() instanceof ArrayNode array) {
          array.add(value);
        } else {
          first = value;
        }
        if (value instanceof ContainerNode<?> container) {
          open.push(container);
        }
      }
    } while (!open.isEmpty() && parser.nextToken() != null);
    return first;
  }

  private static JsonNode next(JsonParser parser, JsonToken token) throws IOException {
    try {
      return switch (token) {
        case START_OBJECT -> NODES.objectNode();
        case START_ARRAY -> NODES.arrayNode();
        case VALUE_STRING -> NODES.textNode(parser.getText());
        case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
        case VALUE_NUMBER_INT ->
            switch (parser.getNumberType()) {
              case INT -> NODES.numberNode(parser.getIntValue());
              case LONG -> NODES.numberNode(parser.getLongValue());
              default -> NODES.numberNode(parser.getBigIntegerValue());
            };
        // A schema leaves the gateway as it came in: 0.10 stays 0.10.
        case VALUE_NUMBER_FLOAT -> DecimalNode.valueOf(parser.getDecimalValue());
        default -> NODES.nullNode();
      };
    } catch (NumberFormatException e) {
      throw outOfRange(parser, e);
    }
  }

  /** Of a number that no {@code BigDecimal} holds, {@code 1e9999999999} for example. */
  public static JsonParseException outOfRange(JsonParser parser, NumberFormatException problem) {
    return new JsonParseException(parser, "a number is out of range", problem);
  }

  /** The text of a tree in UTF-8. */
  public static byte[] write(JsonNode tree) throws IOException {
    try (ByteArrayBuilder out = new ByteArrayBuilder();
        JsonGenerator generator = FACTORY.createGenerator(out)) {
      write(tree, generator);
      generator.flush();
      return out.toByteArray();
    }
  }

  /** The text of a tree, as its {@code toString} says it; half a surrogate pair stays one. */
  public static String text(JsonNode tree) {
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(out)) {
      write(tree, generator);
    } catch (IOException e) {
      throw new UncheckedIOException("a JSON tree that cannot be written", e);
    }
    return tree.isMissingNode() ? "" : out.toString();
  }

  private static void write(JsonNode value, JsonGenerator out) throws IOException {
    if (value.isObject()) {
      out.writeStartObject(value);
      for (Map.Entry<String, JsonNode> member : value.properties()) {
        out.writeFieldName(member.getKey());
        write(member.getValue(), out);
      }
      out.writeEndObject();
    } else if (value.isArray()) {
      out.writeStartArray(value, value.size());
      for (JsonNode element : value) {
        write(element, out);
      }
      out.writeEndArray();
    } else if (value.isNull() || value.isMissingNode()) {
      out.writeNull();
    } else if (value.isPojo() || value.isBinary()) {
      Json.mapper().writeTree(out, value);
    } else {
      ((BaseJsonNode) value).serialize(out, null);
    }
  }
}
