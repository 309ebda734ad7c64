package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** The {@code notifications/message} of a backend as a line for the log of a client. */
final class BackendLogLine {
  /** A line longer than that is data; its beginning is shown as text. */
  private static final int MAX_BYTES = 8 * 1024;

  private static final int MAX_NAME = 128;

  private BackendLogLine() {}

  /** The prefix of backends' loggers, so that none is taken for the gateway's own. */
  private static final String LOGGERS = "backend/";

  /** The line, its logger that of the server behind the name of the backend. */
  static LogMessage read(String backend, JsonRpcMessage message) {
    Slice slice = message.params();
    try {
      JsonNode params =
          slice == null
              ? MissingNode.getInstance()
              : JsonValues.parse(message.buffer(), slice.offset(), slice.length());
      String logger = params.path("logger").asText();
      JsonNode data = params.path("data");
      return new LogMessage(
          level(params.path("level").asText()),
          LOGGERS + backend + (logger.isEmpty() ? "" : "/" + VisibleText.line(logger, MAX_NAME)),
          slice != null && slice.length() > MAX_BYTES
              ? TextNode.valueOf(VisibleText.line(data.toString(), MAX_BYTES / 4))
              : data.isMissingNode() ? TextNode.valueOf("") : data);
    } catch (IOException e) {
      throw new UncheckedIOException("the message could be read a moment ago", e);
    }
  }

  private static LogLevel level(String name) {
    for (LogLevel level : LogLevel.values()) {
      if (level.name().equals(name.toUpperCase(Locale.ROOT))) {
        return level;
      }
    }
    return LogLevel.INFO;
  }
}
