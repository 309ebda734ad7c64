package io.gatemini.internal.peer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonLimits;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;

/**
 * A result of a server without a handshake, as those with one write it: what concerns the
 * connection alone is left out, and the rest copied as it is. Builds no tree.
 *
 * @param type its {@code resultType}; one that is absent is complete
 */
record StatelessResult(String type, RawJson plain) {
  static final String COMPLETE = "complete";
  static final String INPUT_REQUIRED = "input_required";

  private static final String TYPE = "resultType";
  private static final Set<String> OF_RESULT = Set.of(TYPE);
  private static final Set<String> OF_LIST = Set.of(TYPE, "ttlMs", "cacheScope");
  private static final Set<String> OF_META = Set.of("io.modelcontextprotocol/serverInfo");

  /** The reader of a listing judges each part by its depth. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .streamReadConstraints(JsonLimits.ofDepth(JsonRpcMessage.MAX_PART_DEPTH))
          .build();

  /**
   * Reads a result.
   *
   * @param result an object that was read before
   */
  static StatelessResult read(String method, byte[] buffer, Slice result) throws IOException {
    if (method.equals(StatelessForm.DISCOVER)) {
      return new StatelessResult(
          COMPLETE, RawJson.copyOf(buffer, result.offset(), result.length()));
    }
    Set<String> dropped = method.equals("tools/call") ? OF_RESULT : OF_LIST;
    try (JsonParser parser = FACTORY.createParser(buffer, result.offset(), result.length())) {
      parser.nextToken();
      ByteArrayOutputStream out = new ByteArrayOutputStream(result.length());
      String type = object(parser, buffer, result.offset(), dropped, out);
      return new StatelessResult(type, RawJson.wrap(out.toByteArray()));
    }
  }

  /** Copies an object that the parser has entered, and returns its result type. */
  private static String object(
      JsonParser parser, byte[] buffer, int base, Set<String> dropped, ByteArrayOutputStream out)
      throws IOException {
    String type = COMPLETE;
    char before = '{';
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String member = parser.currentName();
      int start = base + (int) parser.currentTokenLocation().getByteOffset();
      JsonToken value = parser.nextToken();
      int valueStart = base + (int) parser.currentTokenLocation().getByteOffset();
      if (dropped.contains(member)) {
        if (member.equals(TYPE)) {
          type = value == JsonToken.VALUE_STRING ? parser.getText() : "";
        }
        parser.skipChildren();
        continue;
      }
      out.write(before);
      before = ',';
      if (member.equals("_meta") && value == JsonToken.START_OBJECT && dropped != OF_META) {
        out.write(buffer, start, valueStart - start);
        object(parser, buffer, base, OF_META, out);
      } else {
        parser.skipChildren();
        parser.finishToken();
        int end = base + (int) parser.currentLocation().getByteOffset();
        out.write(buffer, start, end - start);
      }
    }
    if (before == '{') {
      out.write('{');
    }
    out.write('}');
    return type;
  }
}
