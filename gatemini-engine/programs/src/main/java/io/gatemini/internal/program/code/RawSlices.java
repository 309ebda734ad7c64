package io.gatemini.internal.program.code;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.json.JsonLimits;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Parts of JSON texts as values of their own, without a tree between. */
public final class RawSlices {
  /** A value is put into an answer's structured content, which must stay readable itself. */
  private static final int MAX_DEPTH = Json.MAX_DEPTH - 4;

  private static final JsonFactory VALUES =
      JsonFactory.builder().streamReadConstraints(JsonLimits.ofDepth(MAX_DEPTH)).build();

  private RawSlices() {}

  /** Whether a well-formed value nests too deep to be put into an answer as a value. */
  public static boolean isDeep(RawJson value) {
    if (value.length() < 2 * MAX_DEPTH) {
      return false;
    }
    byte[] utf8 = value.toByteArray();
    boolean inString = false;
    int depth = 0;
    int deepest = 0;
    for (int i = 0; i < utf8.length; i++) {
      switch (utf8[i]) {
        case '"' -> inString = !inString;
        case '\\' -> i++;
        case '{', '[' -> {
          depth += inString ? 0 : 1;
          deepest = Math.max(deepest, depth);
        }
        case '}', ']' -> depth -= inString ? 0 : 1;
        default -> {}
      }
    }
    return deepest > MAX_DEPTH;
  }

  /**
   * A part of a well-formed text, without line breaks: a message over a pipe is one line, and a
   * program may have been written over many. Inside strings there are none.
   */
  static RawJson onOneLine(byte[] utf8, int from, int to) {
    byte[] part = Arrays.copyOfRange(utf8, from, to);
    joinLines(part);
    return RawJson.wrap(part);
  }

  /** The text as a value when it is well-formed JSON; empty when it is prose. */
  public static Optional<RawJson> ifJson(String text) {
    if (!JsonText.canBegin(text)) {
      return Optional.empty();
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (!isOneValue(utf8)) {
      return Optional.empty();
    }
    joinLines(utf8);
    return Optional.of(RawJson.wrap(utf8));
  }

  private static boolean isOneValue(byte[] utf8) {
    try (JsonParser parser = VALUES.createParser(utf8)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
  }

  /** The text as a value when it is a well-formed JSON object or array, to the byte as it is. */
  public static Optional<RawJson> container(String text) {
    if (!JsonText.canBeginContainer(text)) {
      return Optional.empty();
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return isOneValue(utf8) ? Optional.of(RawJson.wrap(utf8)) : Optional.empty();
  }

  /** Whether two values are written alike, white space between their tokens aside. */
  public static boolean isSame(RawJson one, RawJson other) {
    byte[] left = one.toByteArray();
    byte[] right = other.toByteArray();
    int i = 0;
    int j = 0;
    boolean inString = false;
    while (true) {
      if (!inString) {
        i = behindSpace(left, i);
        j = behindSpace(right, j);
      }
      if (i == left.length || j == right.length) {
        return i == left.length && j == right.length;
      }
      if (left[i] != right[j]) {
        return false;
      }
      if (left[i] == '"') {
        inString = !inString;
      } else if (left[i] == '\\' && i + 1 < left.length && j + 1 < right.length) {
        i++;
        j++;
        if (left[i] != right[j]) {
          return false;
        }
      }
      i++;
      j++;
    }
  }

  /** The text that is all there is in an object of one member. */
  public static Optional<String> onlyText(RawJson object) {
    try (JsonParser parser = object.parser()) {
      boolean isText =
          parser.nextToken() == JsonToken.START_OBJECT
              && parser.nextToken() == JsonToken.FIELD_NAME
              && parser.nextToken() == JsonToken.VALUE_STRING;
      String text = isText ? parser.getText() : "";
      return isText && parser.nextToken() == JsonToken.END_OBJECT
          ? Optional.of(text)
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("a value that was read before cannot be read", e);
    }
  }

  private static int behindSpace(byte[] utf8, int from) {
    int i = from;
    while (i < utf8.length && utf8[i] <= ' ' && utf8[i] > 0) {
      i++;
    }
    return i;
  }

  /** The structured value of a result that has one, as it is written. */
  public static RawJson structuredContent(ToolResult result) {
    byte[] utf8 = result.json().toByteArray();
    try (JsonParser parser = JsonValues.factory().createParser(utf8)) {
      RawJson found = RawJson.emptyObject();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals("structuredContent");
        parser.nextToken();
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        if (wanted) {
          found = onOneLine(utf8, from, (int) parser.currentLocation().getByteOffset());
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("a result that was read before cannot be read", e);
    }
  }

  /** The members of a result beside its blocks; without its value, which may be large. */
  public static ObjectNode members(ToolResult result, boolean withValue) {
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    try (JsonParser parser = result.json().parser()) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (name.equals("content") || (name.equals("structuredContent") && !withValue)) {
          members.putArray(name);
          parser.skipChildren();
        } else {
          members.set(name, JsonValues.read(parser));
        }
      }
      return members;
    } catch (IOException e) {
      throw new UncheckedIOException("a result that was read before cannot be read", e);
    }
  }

  private static void joinLines(byte[] utf8) {
    for (int i = 0; i < utf8.length; i++) {
      if (utf8[i] == '\n' || utf8[i] == '\r') {
        utf8[i] = ' ';
      }
    }
  }
}
