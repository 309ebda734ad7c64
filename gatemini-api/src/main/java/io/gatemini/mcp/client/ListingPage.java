package io.gatemini.mcp.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonLimits;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.function.Consumer;

/** A page of a list, without parts that are nested too deep: one bad schema costs one tool. */
final class ListingPage {
  private static final ObjectMapper DEEP =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(JsonLimits.ofDepth(JsonRpcMessage.MAX_PART_DEPTH))
              .build());

  private ListingPage() {}

  /**
   * @param member which has the list
   * @param leftOut hears which parts are missing
   */
  static JsonNode of(RawJson result, String member, Consumer<String> leftOut) {
    try {
      return result.tree();
    } catch (UncheckedIOException e) {
      return withoutDeepParts(result, member, leftOut);
    }
  }

  private static JsonNode withoutDeepParts(
      RawJson result, String member, Consumer<String> leftOut) {
    try {
      JsonNode page = DEEP.readTree(result.toByteArray());
      Iterator<JsonNode> parts = page.path(member).elements();
      while (parts.hasNext()) {
        JsonNode part = parts.next();
        if (isDeeper(part, Json.MAX_DEPTH)) {
          String name = ForeignText.name(part.path("name").asText());
          leftOut.accept("\"" + name + "\", nested more than " + Json.MAX_DEPTH + " levels deep");
          parts.remove();
        }
      }
      return page;
    } catch (IOException e) {
      throw new UncheckedIOException("malformed JSON value", e);
    }
  }

  private static boolean isDeeper(JsonNode value, int levels) {
    if (value.isContainerNode() && levels == 0) {
      return true;
    }
    for (JsonNode child : value) {
      if (isDeeper(child, levels - 1)) {
        return true;
      }
    }
    return false;
  }
}
