package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A tool written in Java. May block; it is interrupted when the call is cancelled or its deadline
 * passes.
 */
@FunctionalInterface
public interface ToolHandler {
  /**
   * Answers a call.
   *
   * @param arguments the arguments, a JSON object
   * @return a {@link ToolResult} as it is; a string as text; a {@link
   *     java.util.concurrent.CompletionStage} of any of these; anything else as Jackson writes it,
   *     dates and times as ISO-8601 text
   * @throws Exception to fail the call; the agent reads the message
   */
  @Nullable Object handle(JsonNode arguments) throws Exception;
}
