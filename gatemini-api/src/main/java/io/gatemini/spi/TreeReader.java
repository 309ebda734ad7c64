package io.gatemini.spi;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.JsonNodeDeserializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads trees as Jackson does, and reports a number that no {@code BigDecimal} holds, {@code
 * 1e9999999999} for example, as malformed JSON. Jackson throws a {@code NumberFormatException},
 * which readers of foreign text do not expect.
 */
final class TreeReader extends JsonDeserializer<JsonNode> {
  private final JsonDeserializer<? extends JsonNode> jackson =
      JsonNodeDeserializer.getDeserializer(JsonNode.class);

  @Override
  public JsonNode deserialize(JsonParser parser, DeserializationContext context)
      throws IOException {
    try {
      return jackson.deserialize(parser, context);
    } catch (NumberFormatException e) {
      throw new JsonParseException(parser, "a number is out of range", e);
    }
  }

  @Override
  public @Nullable JsonNode getNullValue(DeserializationContext context) {
    return context.getNodeFactory().nullNode();
  }

  @Override
  public boolean isCachable() {
    return true;
  }

  @Override
  public LogicalType logicalType() {
    return LogicalType.Untyped;
  }
}
