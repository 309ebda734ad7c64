package io.gatemini.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import io.gatemini.internal.text.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The answer to a request. */
record AdminAnswer(int status, String type, String body, Map<String, String> headers) {
  private static final String JSON = "application/json";

  /** No body: what {@link HttpExchange#sendResponseHeaders} takes for it. */
  private static final long NO_BODY = -1;

  AdminAnswer(int status, String type, String body) {
    this(status, type, body, Map.of());
  }

  static AdminAnswer json(JsonNode body) {
    return json(200, body);
  }

  static AdminAnswer json(int status, JsonNode body) {
    return new AdminAnswer(status, JSON, VisibleText.escaped(body.toString()) + "\n");
  }

  static AdminAnswer problem(int status, String why) {
    return json(status, JsonNodeFactory.instance.objectNode().put("error", why));
  }

  AdminAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new AdminAnswer(status, type, body, more);
  }

  void send(HttpExchange exchange) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    headers.forEach(exchange.getResponseHeaders()::set);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
      exchange.sendResponseHeaders(status, NO_BODY);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
