package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.UnknownResourceException;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.peer.ErrorAnswer;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.mcp.message.JsonRpcMessage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the versions of the protocol, as far as requests and their answers have
 * any. Immutable.
 *
 * @param content the parts of a tool's answer that a client can read
 * @param batches whether a client may send several messages in one array
 * @param stateless whether each request says itself what a handshake would
 */
record Era(ContentForVersion content, boolean batches, boolean stateless) {
  /** The error for a capability that a client has not declared (specification 2026-07-28). */
  private static final int MISSING_CAPABILITY = -32021;

  /** The era of a version; of one that is not known yet, the newest with a handshake. */
  static Era of(String version) {
    return switch (version) {
      case "2024-11-05" ->
          new Era(new ContentForVersion(Set.of("resource_link", "audio")), false, false);
      case "2025-03-26" -> new Era(new ContentForVersion(Set.of("resource_link")), true, false);
      case ProtocolVersions.STATELESS -> new Era(ContentForVersion.ALL, false, true);
      default -> new Era(ContentForVersion.ALL, false, false);
    };
  }

  /**
   * The answer for a request that failed.
   *
   * @param uri the address that was asked for, where there was one
   */
  byte[] error(byte[] id, @Nullable Throwable failure, @Nullable String uri) {
    if (stateless && failure != null) {
      Throwable cause = Causes.of(failure);
      if (cause instanceof MissingCapabilityException missing) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.putObject("requiredCapabilities").putObject(missing.capability());
        return JsonRpcMessages.error(
            id, MISSING_CAPABILITY, String.valueOf(missing.getMessage()), RawJson.of(data));
      }
      if (cause instanceof UnknownResourceException) {
        return ErrorAnswer.unknownResource(id, JsonRpcMessage.INVALID_PARAMS, cause, uri);
      }
    }
    return ErrorAnswer.of(id, failure, uri);
  }
}
