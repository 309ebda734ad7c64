package io.gatemini.transport.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a JSON-RPC message that the transport needs: what kind it is and which request it
 * belongs to. The rest is read by others.
 *
 * @param id the id as it stands, a string with its quotes; empty for none and for {@code null}
 * @param length how many of the bytes are the message; servers have been seen to append some
 */
record Envelope(Kind kind, String method, String id, int length) {
  enum Kind {
    REQUEST,
    NOTIFICATION,
    RESPONSE
  }

  /** Reads a message; empty when the bytes do not begin with a JSON object of JSON-RPC. */
  static Optional<Envelope> read(byte[] bytes, int offset, int length) {
    try (JsonParser parser = Json.mapper().createParser(bytes, offset, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      String method = "";
      String id = "";
      boolean outcome = false;
      @Nullable String field;
      while ((field = parser.nextFieldName()) != null) {
        JsonToken value = parser.nextToken();
        switch (field) {
          case "method" -> method = value == JsonToken.VALUE_STRING ? parser.getText() : "";
          case "id" -> id = id(value, parser);
          case "result", "error" -> outcome = true;
          default -> {
            // Not needed here.
          }
        }
        parser.skipChildren();
      }
      long end = parser.currentLocation().getByteOffset();
      // Below 0 where the bytes are not UTF-8.
      return end <= 0 ? Optional.empty() : of(method, id, outcome, (int) end);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  boolean answers(Envelope request) {
    return kind == Kind.RESPONSE && request.kind == Kind.REQUEST && id.equals(request.id);
  }

  private static Optional<Envelope> of(String method, String id, boolean outcome, int length) {
    if (!method.isEmpty()) {
      Kind kind = id.isEmpty() ? Kind.NOTIFICATION : Kind.REQUEST;
      return Optional.of(new Envelope(kind, method, id, length));
    }
    return outcome ? Optional.of(new Envelope(Kind.RESPONSE, "", id, length)) : Optional.empty();
  }

  private static String id(JsonToken value, JsonParser parser) throws IOException {
    return switch (value) {
      case VALUE_STRING -> '"' + parser.getText() + '"';
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getText();
      default -> "";
    };
  }
}
