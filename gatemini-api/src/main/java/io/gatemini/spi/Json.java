package io.gatemini.spi;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.deser.std.JsonNodeDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.gatemini.internal.json.JsonLimits;
import io.gatemini.internal.json.JsonValues;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The one JSON mapper of the gateway, with its bounds.
 *
 * <p>Jackson stops at 1,000 levels and at strings of 20 million characters by default; backends
 * answer with more than that. Thread-safe.
 */
public final class Json {
  /** Deepest nesting read or written; a tree of this depth is walked safely on a 1 MB stack. */
  public static final int MAX_DEPTH = 2_500;

  /** Longest string value in characters. */
  public static final int MAX_STRING_LENGTH = JsonLimits.MAX_STRING_LENGTH;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(JsonValues.factory().copy())
          .addModule(new SimpleModule().addDeserializer(JsonNode.class, new TreeReader()))
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          // A schema leaves the gateway as it came in: 0.10 stays 0.10.
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /** The shared mapper. Callers must not reconfigure it. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  /**
   * Reads trees as Jackson does, and reports a number that no {@code BigDecimal} holds, {@code
   * 1e9999999999} for example, as malformed JSON. Jackson throws a {@code NumberFormatException},
   * which readers of foreign text do not expect.
   */
  private static final class TreeReader extends JsonDeserializer<JsonNode> {
    private final JsonDeserializer<? extends JsonNode> jackson =
        JsonNodeDeserializer.getDeserializer(JsonNode.class);

    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      try {
        return jackson.deserialize(parser, context);
      } catch (NumberFormatException e) {
        throw JsonValues.outOfRange(parser, e);
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
}
