package io.gatemini.internal.rounds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.function.Consumer;

/**
 * One request on the way to a result.
 *
 * @param method its method
 * @param params its parameters
 * @param session the id of its client's session
 * @param abilities the questions that the client can be asked
 * @param log takes lines for the client's log
 * @param way how messages that belong to it reach the client
 */
public record Round(
    String method,
    JsonNode params,
    String session,
    ClientAbilities abilities,
    Consumer<LogMessage> log,
    Consumer<byte[]> way) {

  /** The request without what changes from round to round. */
  JsonNode request() {
    ObjectNode request = ((ObjectNode) params).deepCopy();
    request.remove("inputResponses");
    request.remove("requestState");
    request.remove("_meta");
    return request;
  }

  /** To what the state of the request is bound. */
  String purpose() {
    return session + "\n" + method + "\n" + params.path("name").asText(params.path("uri").asText());
  }

  JsonNode token() {
    return params.path("_meta").path("progressToken");
  }
}
