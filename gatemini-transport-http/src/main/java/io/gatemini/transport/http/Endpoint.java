package io.gatemini.transport.http;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * The MCP endpoint of a server and what every request to it carries: the configured headers, the
 * session, the protocol version. Thread-safe.
 */
final class Endpoint {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

  private final Map<String, String> headers;
  private volatile URI uri;
  private volatile @Nullable String session;
  private volatile @Nullable String protocolVersion;

  Endpoint(URI uri, Map<String, String> headers) {
    this.uri = uri;
    this.headers = headers;
  }

  Request post(HttpClient client) {
    return request(client, HttpMethod.POST)
        .headers(fields -> fields.put("Accept", "application/json, text/event-stream"));
  }

  /** Opens the stream on which the server speaks first. */
  Request get(HttpClient client, String lastEventId) {
    return request(client, HttpMethod.GET)
        .headers(
            fields -> {
              fields.put("Accept", "text/event-stream");
              if (!lastEventId.isEmpty()) {
                fields.put("Last-Event-ID", lastEventId);
              }
            });
  }

  /** Ends the session. */
  Request delete(HttpClient client) {
    return request(client, HttpMethod.DELETE);
  }

  /** Host and port, as errors name the server. */
  String authority() {
    return uri.getHost() + ":" + port(uri);
  }

  boolean hasSession() {
    return session != null;
  }

  void session(String id) {
    session = id;
  }

  /** The session id in the headers of an answer. */
  static Optional<String> sessionIn(org.eclipse.jetty.client.Response response) {
    return Optional.ofNullable(response.getHeaders().get(SESSION)).filter(id -> !id.isBlank());
  }

  void protocolVersion(String version) {
    protocolVersion = version;
  }

  /**
   * Moves to where the server redirects, if that is the same scheme, host and port: the configured
   * headers hold credentials that no other server may see.
   */
  boolean move(String location) {
    URI target;
    try {
      target = uri.resolve(location);
    } catch (IllegalArgumentException e) {
      return false;
    }
    if (target.getHost() == null
        || !target.getScheme().equalsIgnoreCase(uri.getScheme())
        || !target.getHost().equalsIgnoreCase(uri.getHost())
        || port(target) != port(uri)) {
      return false;
    }
    uri = target;
    return true;
  }

  private Request request(HttpClient client, HttpMethod method) {
    // No idle timeout: a tool may be silent for as long as its caller waits.
    Request request = client.newRequest(uri).method(method).idleTimeout(0, TimeUnit.MILLISECONDS);
    return request.headers(
        fields -> {
          headers.forEach(fields::put);
          String currentSession = session;
          if (currentSession != null) {
            fields.put(SESSION, currentSession);
          }
          String version = protocolVersion;
          if (version != null) {
            fields.put(PROTOCOL_VERSION, version);
          }
        });
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return uri.getScheme().toLowerCase(Locale.ROOT).equals("https") ? 443 : 80;
  }
}
