package io.gatemini.transport.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a body or an event: one, or those of an array, in which servers of protocol
 * version 2025-03-26 may answer.
 */
final class Messages {
  /** As many as a client may send at once. */
  static final int MAX = 1_000;

  private Messages() {}

  /** A message and where it begins. */
  record Message(Envelope envelope, int offset) {
    int length() {
      return envelope.length();
    }
  }

  /**
   * Reads them. Elements of an array that are no messages are left out; an array that is not whole,
   * or has too many elements, has none.
   */
  static List<Message> in(byte[] bytes, int length) {
    return isArray(bytes, length)
        ? elements(bytes, length)
        : Envelope.read(bytes, 0, length)
            .map(one -> List.of(new Message(one, 0)))
            .orElse(List.of());
  }

  private static boolean isArray(byte[] bytes, int length) {
    int i = 0;
    while (i < length && bytes[i] >= 0 && bytes[i] <= ' ') {
      i++;
    }
    return i < length && bytes[i] == '[';
  }

  private static List<Message> elements(byte[] bytes, int length) {
    List<Message> messages = new ArrayList<>();
    try (JsonParser parser = Json.mapper().createParser(bytes, 0, length)) {
      parser.nextToken();
      int elements = 0;
      for (JsonToken next = parser.nextToken();
          next != JsonToken.END_ARRAY;
          next = parser.nextToken()) {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        // Without a byte offset the bytes are not UTF-8, without a token they are cut.
        if (next == null || start < 0 || ++elements > MAX) {
          return List.of();
        }
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        if (next == JsonToken.START_OBJECT) {
          Envelope.read(bytes, start, end - start)
              .ifPresent(envelope -> messages.add(new Message(envelope, start)));
        }
      }
      return messages;
    } catch (IOException e) {
      return List.of();
    }
  }
}
