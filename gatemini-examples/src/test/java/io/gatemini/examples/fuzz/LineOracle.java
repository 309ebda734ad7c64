package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gatemini.Json;
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
      // Nobody can tell an id in it.
    }
  }

  /** An id in one spelling. */
  static String key(JsonNode id) {
    return id.isTextual() ? '"' + id.textValue() : id.bigIntegerValue().toString();
  }
}
