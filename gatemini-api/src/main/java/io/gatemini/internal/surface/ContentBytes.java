package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolResult;
import io.gatemini.internal.text.Utf8Size;

/** How large the content blocks of an answer are, counted as {@link io.gatemini.Savings} says. */
final class ContentBytes {
  private ContentBytes() {}

  static long of(ToolResult result) {
    long bytes = 0;
    for (JsonNode block : result.json().tree().path("content")) {
      JsonNode resource = block.path("resource");
      bytes +=
          size(block.path("text"))
              + size(block.path("data"))
              + size(resource.path("text"))
              + size(resource.path("blob"));
    }
    return bytes;
  }

  private static long size(JsonNode text) {
    return text.isTextual() ? Utf8Size.of(text.textValue()) : 0;
  }
}
