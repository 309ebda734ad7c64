package io.gatemini;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.json.JavaMapper;
import org.jspecify.annotations.Nullable;

/** Results as Java values. */
final class ResultValues {
  private ResultValues() {}

  static <T> T read(JsonNode value, Class<T> type, @Nullable String failure) {
    if (failure != null) {
      throw new GatewayException("there is no " + type.getSimpleName() + ": " + failure);
    }
    T read;
    try {
      read =
          type == String.class && !value.isTextual()
              ? type.cast(value.toString())
              : JavaMapper.get().treeToValue(value, type);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new GatewayException(
          "the result is no " + type.getSimpleName() + ": " + firstLine(e), e);
    }
    if (read == null) {
      throw new GatewayException("the result is no " + type.getSimpleName() + ", but null");
    }
    return read;
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
