package io.gatemini.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Json;
import java.io.IOException;

/** The error object of an answer. The message is one line: no second one can pass for ours. */
public record PeerError(int code, String message) {
  private static final int LONGEST_MESSAGE = 2_000;

  public static PeerError read(JsonRpcMessage.Slice slice, byte[] buffer) {
    try {
      JsonNode error = Json.mapper().readTree(buffer, slice.offset(), slice.length());
      String message =
          VisibleText.line(TextCut.shortened(error.path("message").asText(""), LONGEST_MESSAGE));
      return new PeerError(
          error.path("code").asInt(JsonRpcMessage.INTERNAL_ERROR),
          message.isBlank() ? "no message was given" : message);
    } catch (IOException e) {
      return new PeerError(JsonRpcMessage.INTERNAL_ERROR, "no message was given");
    }
  }
}
