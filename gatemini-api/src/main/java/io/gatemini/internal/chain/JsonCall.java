package io.gatemini.internal.chain;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonText;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A chain that is one JSON object: {@code {"tool": "files.read", "arguments": {...}}}. Other
 * members are ignored. The arguments are taken over as they are written; no tree is built.
 *
 * @param tool the tool as it was named
 * @param arguments its arguments
 * @param fault what is wrong with the shape, for the agent; {@code null} when nothing is
 */
record JsonCall(String tool, RawJson arguments, @Nullable String fault) {
  private static final String EXAMPLE =
      "for example {\"tool\": \"files.read\", \"arguments\": {\"path\": \"a.txt\"}}";

  /** Reads a chain; {@code null} when it is something else. Never throws. */
  static @Nullable JsonCall read(String code) {
    if (!JsonText.canBeginObject(code)) {
      return null;
    }
    byte[] utf8 = code.getBytes(StandardCharsets.UTF_8);
    // A parser over bytes would take a zero here for UTF-16; JSON has none outside of escapes.
    if (code.lastIndexOf('\0', 4) >= 0) {
      return null;
    }
    try (JsonParser parser = Json.mapper().getFactory().createParser(utf8)) {
      return read(parser, utf8);
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
  }

  private static @Nullable JsonCall read(JsonParser parser, byte[] utf8) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return null;
    }
    boolean named = false;
    String tool = null;
    RawJson arguments = RawJson.emptyObject();
    boolean argumentsFit = true;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      JsonToken value = parser.nextToken();
      if (member.equals("tool")) {
        named = true;
        tool = value == JsonToken.VALUE_STRING ? parser.getText() : null;
        parser.skipChildren();
      } else if (member.equals("arguments") && value == JsonToken.START_OBJECT) {
        arguments = slice(parser, utf8);
        argumentsFit = true;
      } else if (member.equals("arguments")) {
        arguments = RawJson.emptyObject();
        argumentsFit = value == JsonToken.VALUE_NULL;
        parser.skipChildren();
      } else {
        parser.skipChildren();
      }
    }
    if (parser.nextToken() != null || !named) {
      return null;
    }
    if (tool == null) {
      return new JsonCall("", arguments, "\"tool\" must be the name of a tool, " + EXAMPLE);
    }
    if (!argumentsFit) {
      return new JsonCall(tool, arguments, "\"arguments\" must be a JSON object, " + EXAMPLE);
    }
    return new JsonCall(tool, arguments, null);
  }

  /** The object the parser stands at the beginning of, as it is written. */
  private static RawJson slice(JsonParser parser, byte[] utf8) throws IOException {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    int to = (int) parser.currentLocation().getByteOffset();
    return RawSlices.onOneLine(utf8, from, to);
  }
}
