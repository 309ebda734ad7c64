package io.gatemini.internal.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.UnknownPromptException;
import io.gatemini.UnknownResourceException;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.text.TextCut;
import io.gatemini.mcp.message.JsonRpcMessage;
import org.jspecify.annotations.Nullable;

/** The error that a peer gets for a request that failed: the one place that knows the codes. */
public final class ErrorAnswer {
  /** The specification's code for a resource that does not exist. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  private static final System.Logger LOG = System.getLogger(ErrorAnswer.class.getName());

  /** Names and addresses that a peer sent stand in messages, whatever their length. */
  private static final int LONGEST_MESSAGE = 4_000;

  private ErrorAnswer() {}

  /**
   * The answer for a failure. Any exception other than {@link GatewayException} is a mistake of
   * this side: it is logged, and the peer learns no internals.
   *
   * @param uri the address that was asked for, where there was one
   */
  public static byte[] of(byte[] id, @Nullable Throwable failure, @Nullable String uri) {
    Throwable cause = failure == null ? null : Causes.of(failure);
    if (cause instanceof UnknownResourceException && uri != null) {
      return unknownResource(id, RESOURCE_NOT_FOUND, cause, uri);
    }
    if (cause instanceof InvalidArgumentsException || cause instanceof UnknownPromptException) {
      return JsonRpcMessages.error(id, JsonRpcMessage.INVALID_PARAMS, message(cause));
    }
    if (cause instanceof GatewayException && cause.getCause() instanceof PeerRefusal server) {
      return answer(id, server.code(), cause, server.error().tree().path("data"));
    }
    if (cause instanceof GatewayException) {
      return JsonRpcMessages.error(id, JsonRpcMessage.INTERNAL_ERROR, message(cause));
    }
    Guarded.log(
        LOG,
        "a request failed without an answer",
        cause == null ? new IllegalStateException("neither a result nor a failure") : cause);
    return JsonRpcMessages.error(id, JsonRpcMessage.INTERNAL_ERROR, "the request failed");
  }

  /** The answer for a resource that does not exist, under the code of a version. */
  public static byte[] unknownResource(byte[] id, int code, Throwable cause, @Nullable String uri) {
    boolean isShown = uri != null && uri.length() <= LONGEST_MESSAGE;
    ObjectNode data = JsonNodeFactory.instance.objectNode().put("uri", uri);
    return answer(id, code, cause, isShown ? data : data.path("none"));
  }

  private static byte[] answer(byte[] id, int code, Throwable cause, JsonNode data) {
    return data.isMissingNode()
        ? JsonRpcMessages.error(id, code, message(cause))
        : JsonRpcMessages.error(id, code, message(cause), RawJson.of(data));
  }

  private static String message(Throwable failure) {
    return TextCut.shortened(String.valueOf(failure.getMessage()), LONGEST_MESSAGE);
  }
}
