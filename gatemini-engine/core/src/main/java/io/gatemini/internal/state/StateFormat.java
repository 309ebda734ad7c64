package io.gatemini.internal.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A {@code cache.json}: {@code {"version": 4, "backends": {..}, "usage_stats": {..}, "pins": {..},
 * "embeddings": {..}, "plugins": {area: {..}}}}. A member holds the values of an area by their
 * keys, and {@code plugins} the areas that are not the gateway's own.
 *
 * <p>A value that is JSON stands there byte by byte as it was written; any other is {@code
 * {"$base64": ".."}}. Versions 1 to 3, and the version 4 of PrismGate, are read as well, see {@link
 * PrismGateState}.
 */
final class StateFormat {
  private static final int VERSION = 4;

  private static final Map<String, String> AREA_BY_MEMBER =
      Map.of(
          "backends", "tools",
          "usage_stats", "usage",
          "pins", "pins",
          "embeddings", "embeddings");

  private static final SortedMap<String, String> MEMBER_BY_AREA = new TreeMap<>();

  static {
    AREA_BY_MEMBER.forEach((member, area) -> MEMBER_BY_AREA.put(area, member));
  }

  private static final String PLUGINS = "plugins";
  private static final byte[] BASE64 = "{\"$base64\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BASE64_END = "\"}".getBytes(StandardCharsets.US_ASCII);

  /** Values nested deeper are kept as bytes: the file adds levels, and parsers have a bound. */
  private static final int MAX_DEPTH = 500;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private StateFormat() {}

  /** Says why something is no such file. */
  static final class UnreadableStateException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableStateException(String message) {
      super(message);
    }
  }

  /**
   * The values in a file.
   *
   * @throws UnreadableStateException where it is torn, foreign, or of a later version
   */
  static SortedMap<StatePlace, byte[]> read(byte[] file) throws UnreadableStateException {
    try (JsonParser parser = JSON.createParser(file)) {
      return new Reader(parser, file).read();
    } catch (UnreadableStateException e) {
      throw e;
    } catch (IOException e) {
      throw new UnreadableStateException("it is no whole JSON");
    }
  }

  private static final class Reader {
    private final JsonParser parser;
    private final byte[] file;
    private final SortedMap<StatePlace, byte[]> values = new TreeMap<>();

    /** The counts of PrismGate, one member of the file each. */
    private final ObjectNode usage = JsonNodeFactory.instance.objectNode();

    private int version;

    Reader(JsonParser parser, byte[] file) {
      this.parser = parser;
      this.file = file;
    }

    SortedMap<StatePlace, byte[]> read() throws IOException {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new UnreadableStateException("it is no JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String member = parser.currentName();
        String area = AREA_BY_MEMBER.get(member);
        parser.nextToken();
        if (area != null) {
          readArea(area);
        } else if (member.equals(PLUGINS)) {
          readPlugins();
        } else if (member.equals("version")) {
          version = parser.getValueAsInt();
        } else {
          parser.skipChildren();
        }
      }
      if (parser.nextToken() != null) {
        throw new UnreadableStateException("there is more than one value in it");
      }
      if (version < 1 || version > VERSION) {
        throw new UnreadableStateException(
            version == 0 ? "it says no version" : "it is of version " + version);
      }
      if (!usage.isEmpty()) {
        values.put(new StatePlace("usage", PrismGateState.USAGE_KEY), JsonValues.write(usage));
      }
      return values;
    }

    private void readPlugins() throws IOException {
      if (isObject("plugins")) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String area = parser.currentName();
          parser.nextToken();
          readArea(area);
        }
      }
    }

    private void readArea(String area) throws IOException {
      if (isObject(area)) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String key = parser.currentName();
          parser.nextToken();
          readValue(area, key);
        }
      }
    }

    /** PrismGate writes null where it has nothing. */
    private boolean isObject(String what) throws IOException {
      if (parser.currentToken() == JsonToken.VALUE_NULL) {
        return false;
      }
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw new UnreadableStateException("what it has of " + what + " is no JSON object");
      }
      return true;
    }

    private void readValue(String area, String key) throws IOException {
      JsonToken first = parser.currentToken();
      byte[] value = slice();
      switch (area) {
        case "tools" -> {
          boolean foreign = first == JsonToken.START_ARRAY;
          put(
              area,
              key,
              foreign
                  ? JsonValues.write(PrismGateState.tools(key, JsonValues.parse(value)))
                  : value);
        }
        case "usage" -> {
          if (first == JsonToken.VALUE_NUMBER_INT) {
            usage.set(key, JsonValues.parse(value));
          } else {
            put(area, key, value);
          }
        }
        case "embeddings" -> {
          // A list of numbers says neither of which text nor of which model it is.
          if (first != JsonToken.START_ARRAY) {
            put(area, key, value);
          }
        }
        default -> put(area, key, value);
      }
    }

    private void put(String area, String key, byte[] value) throws UnreadableStateException {
      values.put(new StatePlace(area, key), decoded(value));
    }

    /** The bytes of the value the parser is at; it is at their end afterwards. */
    private byte[] slice() throws IOException {
      int from = (int) parser.currentTokenLocation().getByteOffset();
      parser.skipChildren();
      parser.finishToken();
      return Arrays.copyOfRange(file, from, (int) parser.currentLocation().getByteOffset());
    }
  }

  private static byte[] decoded(byte[] value) throws UnreadableStateException {
    if (!startsWith(value, BASE64) || value.length < BASE64.length + BASE64_END.length) {
      return value;
    }
    try {
      return Base64.getDecoder()
          .decode(Arrays.copyOfRange(value, BASE64.length, value.length - BASE64_END.length));
    } catch (IllegalArgumentException e) {
      throw new UnreadableStateException("some of its base64 is none");
    }
  }

  /** The file with these values. */
  static byte[] write(SortedMap<StatePlace, byte[]> values) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(("{\n\"version\": " + VERSION).getBytes(StandardCharsets.US_ASCII));
    SortedMap<String, SortedMap<String, byte[]>> areas = new TreeMap<>();
    values.forEach(
        (place, value) ->
            areas.computeIfAbsent(place.area(), area -> new TreeMap<>()).put(place.key(), value));
    for (Map.Entry<String, String> own : MEMBER_BY_AREA.entrySet()) {
      SortedMap<String, byte[]> area = areas.remove(own.getKey());
      file.writeBytes(",\n".getBytes(StandardCharsets.US_ASCII));
      writeArea(file, own.getValue(), area == null ? new TreeMap<>() : area);
    }
    file.writeBytes(",\n\"plugins\": {".getBytes(StandardCharsets.US_ASCII));
    String before = "\n";
    for (Map.Entry<String, SortedMap<String, byte[]>> area : areas.entrySet()) {
      file.writeBytes(before.getBytes(StandardCharsets.US_ASCII));
      writeArea(file, area.getKey(), area.getValue());
      before = ",\n";
    }
    file.writeBytes("}\n}\n".getBytes(StandardCharsets.US_ASCII));
    return file.toByteArray();
  }

  private static void writeArea(
      ByteArrayOutputStream file, String name, SortedMap<String, byte[]> area) throws IOException {
    file.writeBytes(JsonText.quoted(name).getBytes(StandardCharsets.UTF_8));
    file.writeBytes(": {".getBytes(StandardCharsets.US_ASCII));
    String before = "\n";
    for (Map.Entry<String, byte[]> value : area.entrySet()) {
      file.writeBytes(before.getBytes(StandardCharsets.US_ASCII));
      file.writeBytes(JsonText.quoted(value.getKey()).getBytes(StandardCharsets.UTF_8));
      file.writeBytes(": ".getBytes(StandardCharsets.US_ASCII));
      writeValue(file, value.getValue());
      before = ",\n";
    }
    file.write('}');
  }

  private static void writeValue(ByteArrayOutputStream file, byte[] value) {
    if (isJson(value)) {
      file.writeBytes(value);
    } else {
      file.writeBytes(BASE64);
      file.writeBytes(Base64.getEncoder().encode(value));
      file.writeBytes(BASE64_END);
    }
  }

  /** Whether these bytes are one JSON value in UTF-8 from the first to the last. */
  private static boolean isJson(byte[] value) {
    if (startsWith(value, BASE64)) {
      return false;
    }
    try (JsonParser parser = JSON.createParser(value)) {
      JsonToken token = parser.nextToken();
      if (token == null || parser.currentTokenLocation().getByteOffset() != 0) {
        return false;
      }
      int depth = 0;
      while (token != null) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (depth == 0) {
          parser.finishToken();
          return parser.currentLocation().getByteOffset() == value.length
              && parser.nextToken() == null;
        }
        token = depth > MAX_DEPTH ? null : parser.nextToken();
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean startsWith(byte[] value, byte[] beginning) {
    return value.length >= beginning.length
        && Arrays.equals(value, 0, beginning.length, beginning, 0, beginning.length);
  }
}
