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
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Says of a line, by the specification and without a look at how it was made, which answers it must
 * have and which it may have, and keeps the book: each id is answered once for each time that it
 * was asked. Thread-safe.
 */
final class RequestBook {
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
   * A longer request may be refused with an id of null: the server's bound is a share of its heap.
   */
  private static final int LONGEST_LINE = 15_000_000;

  /** The server's bound is 1,024 bytes as they are written; a longer id is refused as null. */
  private static final int LONGEST_ID = 1_024;

  /** A character may be an escape of six. */
  private static final int SURELY_SHORT_ID = LONGEST_ID / 6 - 1;

  /** The lines of each id that lack their answers. */
  private final Map<String, Deque<String>> open = new HashMap<>();

  /** Cancelled requests and messages that are no requests, whose answers may come. */
  private final Set<String> tolerated = new HashSet<>();

  private boolean closed;

  /**
   * A line is about to leave.
   *
   * @param batches whether the version of the protocol has them
   */
  synchronized void sending(byte[] line, String name, boolean batches) {
    try {
      JsonNode message = STRICT.readTree(line);
      if (line.length > LONGEST_LINE) {
        lenient(line);
      } else if (!message.isArray()) {
        message(message, name);
      } else if (batches && message.size() <= 1_000) {
        message.forEach(one -> message(one, name));
      }
    } catch (IOException e) {
      lenient(line);
    }
  }

  private void message(JsonNode message, String name) {
    JsonNode id = message.path("id");
    boolean right =
        message.path("jsonrpc").isTextual()
            && message.path("jsonrpc").textValue().equals("2.0")
            && message.path("method").isTextual();
    if (id.isTextual() && id.textValue().length() > LONGEST_ID) {
      return;
    }
    boolean maybeLong = id.isTextual() && id.textValue().length() > SURELY_SHORT_ID;
    if (right && isId(id) && !maybeLong) {
      open.computeIfAbsent(key(id), key -> new ArrayDeque<>()).add(name);
    } else {
      tolerate(id);
    }
    if (right
        && !message.has("id")
        && message.get("method").textValue().equals("notifications/cancelled")) {
      tolerate(message.path("params").path("requestId"));
    }
  }

  /** One reader may refuse a text, for a repeated member for example, that another one reads. */
  private void lenient(byte[] line) {
    try {
      JsonNode message = JSON.readTree(line);
      for (JsonNode one : message.isArray() ? message : List.of(message)) {
        tolerate(one.path("id"));
        tolerate(one.path("params").path("requestId"));
      }
    } catch (IOException e) {
      tolerateFirstId(line);
    }
  }

  /** A line that breaks off, or nests too deep, may have an id before that. */
  private void tolerateFirstId(byte[] line) {
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          if (name.equals("id") && parser.currentToken().isScalarValue()) {
            tolerate(JSON.readTree(parser));
          }
          parser.skipChildren();
        }
      }
    } catch (IOException e) {
      // The rest cannot be read.
    }
  }

  /** An answer to this id is right, and so is none. */
  private void tolerate(JsonNode id) {
    if (isId(id)) {
      tolerated.add(key(id));
      open.remove(key(id));
      notifyAll();
    }
  }

  private static boolean isId(JsonNode id) {
    return id.isTextual() || id.isIntegralNumber();
  }

  /** Reads an answer; takes numbers that no type of Java holds for infinite. */
  static JsonNode read(byte[] line) throws IOException {
    return JSON.readTree(line);
  }

  /** An id in one spelling. */
  static String key(JsonNode id) {
    return id.isTextual() ? '"' + id.textValue() : id.bigIntegerValue().toString();
  }

  /** Takes an answer; whether its id was open. */
  synchronized boolean answer(String id) {
    Deque<String> lines = open.get(id);
    if (lines == null) {
      return tolerated.contains(id);
    }
    lines.remove();
    if (lines.isEmpty()) {
      open.remove(id);
      notifyAll();
    }
    return true;
  }

  /** Waits until at most so many ids are open, or no answer can come; whether it came to that. */
  synchronized boolean awaitAtMost(int count, long seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (open.size() > count && !closed && System.nanoTime() < end) {
      wait(1_000);
    }
    return open.size() <= count;
  }

  /** No answer can come any more. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized Collection<Deque<String>> lines() {
    return List.copyOf(open.values());
  }
}
