package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The return values of Java tools as results. */
final class JavaValues {
  private JavaValues() {}

  /** A return value as a result: an object is structured, the rest is text. */
  static ToolResult toResult(@Nullable Object answer, Supplier<? extends ObjectMapper> mapper) {
    Object value = answer instanceof Optional<?> optional ? optional.orElse(null) : answer;
    if (value instanceof ToolResult result) {
      return result;
    }
    if (value == null) {
      return ToolResult.text("null");
    }
    if (value instanceof CharSequence text) {
      return ToolResult.string(text.toString());
    }
    JsonNode json =
        value instanceof RawJson raw
            ? raw.tree()
            : value instanceof JsonNode tree ? tree : mapper.get().valueToTree(value);
    if (json instanceof ObjectNode object) {
      return ToolResult.structured(object);
    }
    return json.isTextual()
        ? ToolResult.string(json.textValue())
        : ToolResult.text(json.toString());
  }
}
