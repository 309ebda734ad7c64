package com.example.outside;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatemini.config.BackendConfig;
import io.gatemini.Gateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A backend over HTTP, with whatever Jetty the host manages. */
public final class OverHttp {
  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|\\d+)");

  private OverHttp() {}

  /** Calls a tool of a server in this process. */
  public static void main(String[] args) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/mcp", OverHttp::answer);
    server.start();
    String url = "http://localhost:" + server.getAddress().getPort() + "/mcp";
    try (Gateway gateway = Gateway.builder().backend("web", BackendConfig.streamableHttp(url)).build()) {
      if (!gateway.awaitReady(Duration.ofSeconds(20))
          || !gateway.call("web.greet", Map.of()).text().equals("hello")) {
        throw new AssertionError("the backend is not served: " + gateway.backends());
      }
    } finally {
      server.stop(0);
    }
    System.err.println("over HTTP: done");
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String request =
        new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher id = ID.matcher(request);
    String result = result(request);
    if (!exchange.getRequestMethod().equals("POST") || !id.find() || result.isEmpty()) {
      boolean isPost = exchange.getRequestMethod().equals("POST");
      exchange.sendResponseHeaders(isPost ? 202 : 405, -1);
      exchange.close();
      return;
    }
    byte[] body =
        ("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result + "}")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String result(String request) {
    if (request.contains("\"initialize\"")) {
      return "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
          + "\"serverInfo\":{\"name\":\"web\",\"version\":\"1\"}}";
    }
    if (request.contains("\"tools/list\"")) {
      return "{\"tools\":[{\"name\":\"greet\",\"inputSchema\":{\"type\":\"object\"}}]}";
    }
    if (request.contains("\"tools/call\"")) {
      return "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}";
    }
    return request.contains("\"ping\"") ? "{}" : "";
  }
}
