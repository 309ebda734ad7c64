package io.gatemini.transport.http;

import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.Origin;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * The MCP endpoint of a server and what every request to it carries: the configured headers, the
 * token, the session, the protocol version. Thread-safe.
 */
final class Endpoint {
  private static final String SESSION = "Mcp-Session-Id";
  private static final String PROTOCOL_VERSION = "MCP-Protocol-Version";
  private static final String NOT_AN_ADDRESS =
      "to something that is not an http:// or https:// address without a user";

  private volatile Map<String, String> headers;
  private final boolean hasSecrets;
  private final AddressCheck check;
  private final Set<String> redirectHosts;
  private volatile URI uri;
  private volatile @Nullable String session;
  private volatile @Nullable String protocolVersion;
  private volatile String token = "";

  Endpoint(HttpAddress address, AddressCheck check) {
    this.check = check;
    this.uri = address.uri();
    this.redirectHosts = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    redirectHosts.addAll(address.redirectHosts());
    this.headers = address.headers();
    this.hasSecrets = !headers.isEmpty() || address.oauth().isPresent();
  }

  /**
   * @param target the endpoint itself, or where it redirects this message
   */
  Request post(HttpClient client, URI target) {
    return request(client, HttpMethod.POST, target)
        .headers(fields -> fields.put("Accept", "application/json, text/event-stream"));
  }

  /** Opens the stream on which the server speaks first, or one that broke off. */
  Request get(HttpClient client, String lastEventId) {
    return request(client, HttpMethod.GET, uri)
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
    return request(client, HttpMethod.DELETE, uri);
  }

  URI uri() {
    return uri;
  }

  /** Host and port, as errors name the server. */
  String authority() {
    return Origin.authority(uri);
  }

  Optional<String> session() {
    return Optional.ofNullable(session);
  }

  void session(String id) {
    session = id;
  }

  void forgetSession() {
    session = null;
  }

  /** The session id in the headers of an answer. */
  static Optional<String> sessionIn(org.eclipse.jetty.client.Response response) {
    return Optional.ofNullable(response.getHeaders().get(SESSION)).filter(id -> !id.isBlank());
  }

  Optional<String> protocolVersion() {
    return Optional.ofNullable(protocolVersion);
  }

  void protocolVersion(String version) {
    protocolVersion = version;
  }

  /** The configured headers. */
  Map<String, String> headers() {
    return headers;
  }

  void headers(Map<String, String> changed) {
    headers = changed;
  }

  /** The OAuth token that goes with the requests; empty for none. */
  String token() {
    return token;
  }

  void token(String accessToken) {
    token = accessToken;
  }

  /** Moves to where the server redirects for good; returns why not. */
  Optional<String> move(String location) {
    Optional<String> refusal = refusal(uri, location);
    if (refusal.isEmpty()) {
      uri = uri.resolve(location);
    }
    return refusal;
  }

  /**
   * Why a redirect is not followed; empty where it is. Nothing that only this server may see goes
   * to another one: where there are headers, tokens or a session, the target has to be of the same
   * origin, or the same host under https. Without any it has to be on the same host or one that the
   * configuration names. Never from https to http, and to another origin over http only where that
   * may be led to.
   */
  Optional<String> refusal(URI from, String location) {
    URI target;
    try {
      target = from.resolve(location);
    } catch (IllegalArgumentException e) {
      return Optional.of(NOT_AN_ADDRESS);
    }
    if (!isHttp(target) || target.getRawUserInfo() != null) {
      return Optional.of(NOT_AN_ADDRESS);
    }
    if (Origin.of(uri).equals(Origin.of(target)) || isUpgrade(uri, target)) {
      return Optional.empty();
    }
    if (hasSecrets || session != null || !token.isEmpty()) {
      return Optional.of(
          "to another address, which is not followed because the backend's headers may hold"
              + " credentials");
    }
    if (isDowngrade(uri, target) || (isPlainText(target) && !mayLeadTo(target))) {
      return Optional.of("to another address, which is not followed because it is not https");
    }
    if (!uri.getHost().equalsIgnoreCase(target.getHost())
        && !redirectHosts.contains(target.getHost())) {
      return Optional.of(
          "to another host, which is not followed because redirect_hosts does not name it");
    }
    return Optional.empty();
  }

  private boolean mayLeadTo(URI target) {
    return check.allowsPlainText(target.getHost(), Origin.of(target).port());
  }

  /** Moves to where the server takes messages, which has to be of the same origin. */
  boolean postTo(String reference) {
    URI target;
    try {
      target = uri.resolve(reference.strip());
    } catch (IllegalArgumentException e) {
      return false;
    }
    if (reference.isBlank()
        || !isHttp(target)
        || target.getRawUserInfo() != null
        || !Origin.of(uri).equals(Origin.of(target))) {
      return false;
    }
    uri = target;
    return true;
  }

  private static boolean isUpgrade(URI from, URI to) {
    return isDowngrade(to, from)
        && from.getHost().equalsIgnoreCase(to.getHost())
        && Origin.of(from).port() == 80
        && Origin.of(to).port() == 443;
  }

  private static boolean isDowngrade(URI from, URI to) {
    return from.getScheme().equalsIgnoreCase("https") && isPlainText(to);
  }

  private static boolean isPlainText(URI uri) {
    return uri.getScheme().equalsIgnoreCase("http");
  }

  private static boolean isHttp(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    return (scheme.equals("http") || scheme.equals("https")) && uri.getHost() != null;
  }

  /** A request with all that the endpoint wants to see. */
  Request request(HttpClient client, HttpMethod method, URI target) {
    // No idle timeout: a tool may be silent for as long as its caller waits.
    Request request =
        client.newRequest(target).method(method).idleTimeout(0, TimeUnit.MILLISECONDS);
    return request.headers(
        fields -> {
          headers.forEach(fields::put);
          if (!token.isEmpty()) {
            fields.put("Authorization", "Bearer " + token);
          }
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
}
