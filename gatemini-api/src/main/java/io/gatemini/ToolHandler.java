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

  /**
   * Answers a call whose circumstances matter: who calls, until when, how far it has come. As it is
   * here it answers by the arguments alone.
   *
   * @param context the session, the way to report progress to the client and to ask it, the
   *     deadline; for this call alone
   */
  default @Nullable Object handle(JsonNode arguments, CallContext context) throws Exception {
    return handle(arguments);
  }

  /** A tool that wants to know of the circumstances of a call, as one expression. */
  static ToolHandler of(InContext handler) {
    return new ToolHandler() {
      @Override
      public @Nullable Object handle(JsonNode arguments) throws Exception {
        return handle(arguments, CallContext.local());
      }

      @Override
      public @Nullable Object handle(JsonNode arguments, CallContext context) throws Exception {
        return handler.handle(arguments, context);
      }
    };
  }

  /** A {@link ToolHandler} by its second method. */
  @FunctionalInterface
  interface InContext {
    /** As {@link ToolHandler#handle(JsonNode, CallContext)}. */
    @Nullable Object handle(JsonNode arguments, CallContext context) throws Exception;
  }
}
