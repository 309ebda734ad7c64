package io.gatemini.mcp.sdk;

import io.gatemini.RawJson;
import io.modelcontextprotocol.json.McpJsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Values of the SDK from JSON and back. Their constructors change from version to version, what
 * they look like on the wire does not.
 */
record SdkJson(McpJsonMapper mapper) {
  <T> T value(RawJson json, Class<T> type) {
    try {
      return mapper.readValue(json.toByteArray(), type);
    } catch (IOException e) {
      throw new UncheckedIOException("the MCP SDK does not take a " + type.getSimpleName(), e);
    }
  }

  RawJson json(Object value) {
    try {
      return RawJson.wrap(mapper.writeValueAsBytes(value));
    } catch (IOException e) {
      throw new UncheckedIOException("the MCP SDK could not write an answer", e);
    }
  }
}
