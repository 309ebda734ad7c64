package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gatemini.spi.Json;
import java.io.IOException;

/**
 * Says of a line, by the specification and without a look at how it was made, which answers it must
 * have and which it may have.
 */
final class LineOracle {
  /** Not the project's, which has an opinion on numbers; as deep as it reads, though. */
  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Json.MAX_DEPTH)
                          .maxStringLength(Json.MAX_STRING_LENGTH)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final ObjectReader STRICT =
      JSON.reader().with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  /**
   * What is longer may be refused, with an id of null: the server's bound is a share of its heap.
   */
  private static final int LONGEST_LINE = 15_000_000;

  /** The server's bound is 1,024 bytes as they are written; a longer id is refused as null. */
  private static final int LONGEST_ID = 1_024;

  /** A character may be an escape of six. */
  private static final int SURELY_SHORT_ID = LONGEST_ID / 6 - 1;

  private final RequestBook book;
  private final boolean batches;

  /**
   * @param batches whether the version of the protocol has them
   */
  LineOracle(RequestBook book, boolean batches) {
    this.book = book;
    this.batches = batches;
  }

  /** A line is about to leave. */
  void sending(byte[] line, String name) {
    JsonNode message;
    try {
      message = STRICT.readTree(line);
      if (line.length > LONGEST_LINE) {
        lenient(line);
        return;
      }
    } catch (IOException e) {
      lenient(line);
      return;
    }
    if (message == null) {
      return;
    }
    if (message.isArray()) {
      if (batches && message.size() >= 1 && message.size() <= 1_000) {
        message.forEach(one -> message(one, name));
      }
    } else {
      message(message, name);
    }
  }

  private void message(JsonNode message, String name) {
    JsonNode id = message.path("id");
    if (id.isTextual() && id.textValue().length() > LONGEST_ID) {
      return;
    }
    if (id.isTextual() && id.textValue().length() > SURELY_SHORT_ID) {
      book.tolerate(key(id));
      return;
    }
    boolean right =
        message.path("jsonrpc").isTextual()
            && message.path("jsonrpc").textValue().equals("2.0")
            && message.path("method").isTextual();
    if (id.isTextual() || id.isIntegralNumber()) {
      if (right) {
        book.ask(key(id), name);
      } else {
        book.tolerate(key(id));
      }
    } else if (right
        && !message.has("id")
        && message.get("method").textValue().equals("notifications/cancelled")) {
      JsonNode cancelled = message.path("params").path("requestId");
      if (cancelled.isTextual() || cancelled.isIntegralNumber()) {
        book.tolerate(key(cancelled));
      }
    }
  }

  /** What one reader refuses, for a repeated member for example, another may read. */
  private void lenient(byte[] line) {
    try {
      JsonNode message = JSON.readTree(line);
      (message.isArray() ? message : JSON.createArrayNode().add(message))
          .forEach(
              one -> {
                JsonNode id = one.path("id");
                if (id.isTextual() || id.isIntegralNumber()) {
                  book.tolerate(key(id));
                }
                JsonNode cancelled = one.path("params").path("requestId");
                if (cancelled.isTextual() || cancelled.isIntegralNumber()) {
                  book.tolerate(key(cancelled));
                }
              });
    } catch (IOException e) {
      tolerateFirstId(line);
    }
  }

  /** What breaks off, or nests too deep, may have told its id before. */
  private void tolerateFirstId(byte[] line) {
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          if (name.equals("id") && parser.currentToken().isScalarValue()) {
            JsonNode id = JSON.readTree(parser);
            if (id.isTextual() || id.isIntegralNumber()) {
              book.tolerate(key(id));
            }
          }
          parser.skipChildren();
        }
      }
    } catch (IOException e) {
      // Nobody can tell more of it.
    }
  }

  /** Reads an answer; takes numbers that no type of Java holds for infinite. */
  static JsonNode read(byte[] line) throws IOException {
    return JSON.readTree(line);
  }

  /** An id in one spelling. */
  static String key(JsonNode id) {
    return id.isTextual() ? '"' + id.textValue() : id.bigIntegerValue().toString();
  }
}
