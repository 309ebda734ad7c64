package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/**
 * One request on the way to a result.
 *
 * @param method its method
 * @param params its parameters
 * @param way how messages that belong to it reach the client
 */
record Round(String method, JsonNode params, StatelessClient client, Consumer<byte[]> way) {
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
    return client.session().id()
        + "\n"
        + method
        + "\n"
        + params.path("name").asText(params.path("uri").asText());
  }

  JsonNode token() {
    return params.path("_meta").path("progressToken");
  }
}
