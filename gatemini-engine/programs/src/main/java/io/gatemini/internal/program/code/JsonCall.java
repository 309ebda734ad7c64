package io.gatemini.internal.program.code;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A chain that is one JSON object of this form and no other: {@code {"tool": "files.read",
 * "arguments": {...}}}. The arguments are taken over as they are written; no tree is built.
 *
 * @param tool the tool as it was named
 * @param arguments its arguments
 */
public record JsonCall(String tool, RawJson arguments) {
  /** Reads a chain; {@code null} when it is something else. Never throws. */
  public static @Nullable JsonCall read(String code) {
    if (!JsonText.canBeginObject(code)) {
      return null;
    }
    byte[] utf8 = code.getBytes(StandardCharsets.UTF_8);
    // A parser over bytes would take a zero here for UTF-16; JSON has none outside of escapes.
    if (code.lastIndexOf('\0', 4) >= 0) {
      return null;
    }
    try (JsonParser parser = JsonValues.factory().createParser(utf8)) {
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
    String tool = null;
    RawJson arguments = RawJson.emptyObject();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      JsonToken value = parser.nextToken();
      if (member.equals("tool") && value == JsonToken.VALUE_STRING) {
        tool = parser.getText();
      } else if (member.equals("arguments") && value == JsonToken.START_OBJECT) {
        arguments = slice(parser, utf8);
      } else if (member.equals("arguments") && value == JsonToken.VALUE_NULL) {
        arguments = RawJson.emptyObject();
      } else {
        return null;
      }
    }
    return parser.nextToken() != null || tool == null ? null : new JsonCall(tool, arguments);
  }

  /** The object the parser stands at the beginning of, as it is written. */
  private static RawJson slice(JsonParser parser, byte[] utf8) throws IOException {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    int to = (int) parser.currentLocation().getByteOffset();
    return RawSlices.onOneLine(utf8, from, to);
  }
}
