package io.gatemini.sandbox.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import java.lang.System.Logger;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Parts of the answers to a program's calls: the message of a failure, and pictures. */
public final class CallAnswers {
  private static final Logger LOG = System.getLogger(CallAnswers.class.getName());

  private CallAnswers() {}

  /** The message of a failure; what the gateway itself does wrong goes to the log. */
  public static String failure(@Nullable Throwable failure) {
    Throwable cause = failure == null ? null : Causes.of(failure);
    if (cause instanceof GatewayException) {
      return String.valueOf(cause.getMessage());
    }
    if (cause instanceof Error) {
      Guarded.log(LOG, "the gateway failed under a program", cause);
    }
    return cause instanceof CancellationException
        ? "the call was cancelled"
        : "the call failed inside the gateway";
  }

  /**
   * The pictures beside the structured value of an answer; empty where there are none, which costs
   * nothing with the usual single text.
   */
  public static Optional<RawJson> images(ToolResult result) {
    if (!result.hasStructuredContent() || result.onlyText().isPresent()) {
      return Optional.empty();
    }
    ArrayNode images = JsonNodeFactory.instance.arrayNode();
    for (JsonNode block : result.content()) {
      if (block.path("type").asText().equals("image")) {
        images.add(block);
      }
    }
    return images.isEmpty() ? Optional.empty() : Optional.of(RawJson.of(images));
  }
}
