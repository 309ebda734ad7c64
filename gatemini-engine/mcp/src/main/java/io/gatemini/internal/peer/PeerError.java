package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.mcp.message.JsonRpcMessage;
import java.io.IOException;

/**
 * The error object of an answer. The message is one line: no second one can pass for ours. With
 * what its {@code data} says beyond it: many servers write the reason there alone.
 */
record PeerError(int code, String message) {
  private static final int LONGEST_MESSAGE = 2_000;
  private static final int LONGEST_DATA = 500;

  static PeerError read(JsonRpcMessage.Slice slice, byte[] buffer) {
    try {
      JsonNode error = JsonValues.parse(buffer, slice.offset(), slice.length());
      String message = line(error.isTextual() ? error : error.path("message"), LONGEST_MESSAGE, "");
      String data = line(error.path("data"), LONGEST_DATA, message);
      String all = message.isBlank() || data.isBlank() ? message + data : message + ": " + data;
      return new PeerError(
          error.path("code").asInt(JsonRpcMessage.INTERNAL_ERROR),
          all.isBlank() ? "no message was given" : all);
    } catch (IOException e) {
      return new PeerError(JsonRpcMessage.INTERNAL_ERROR, "no message was given");
    }
  }

  /** A value in a line; nothing where it is empty or said before. */
  private static String line(JsonNode value, int longest, String before) {
    boolean isEmpty = value.isContainerNode() && value.isEmpty();
    String text = value.isContainerNode() ? value.toString() : value.asText("");
    String line = VisibleText.line(TextCut.shortened(text, longest));
    return isEmpty || before.contains(line) ? "" : line;
  }
}
