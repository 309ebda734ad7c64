package io.gatemini.internal.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.gatemini.spi.Json;
import java.io.IOException;

/** Reads values that others follow. */
public final class JsonValues {
  private static final ObjectReader ONE_OF_SEVERAL =
      Json.mapper().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private JsonValues() {}

  /** The value the parser is at, as a tree; the parser stays at its end. */
  public static JsonNode read(JsonParser parser) throws IOException {
    return ONE_OF_SEVERAL.readTree(parser);
  }
}
