package io.gatemini.transport.http.server;

import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.mcp.message.JsonRpcMessage;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;

/**
 * A request that is not handled: a status, and a JSON-RPC error without an id that says why.
 *
 * @param headers what the status asks for
 */
record Refusal(int status, String reason, Map<String, String> headers) {
  static final int TOO_MANY_REQUESTS = 429;

  static Refusal of(int status, String reason) {
    return new Refusal(status, reason, Map.of());
  }

  Refusal with(String header, String value) {
    return new Refusal(status, reason, Map.of(header, value));
  }

  static Refusal busy(String reason) {
    return of(HttpServletResponse.SC_SERVICE_UNAVAILABLE, reason).with("Retry-After", "1");
  }

  static Refusal tooLarge(int maxBytes) {
    return of(
        413, "the body is larger than " + maxBytes + " bytes; max_message_bytes is the bound");
  }

  byte[] body() {
    return JsonRpcMessages.error(null, JsonRpcMessage.INVALID_REQUEST, reason);
  }
}
