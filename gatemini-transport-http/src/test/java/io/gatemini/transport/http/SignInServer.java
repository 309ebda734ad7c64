package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendState;
import io.gatemini.Gateway;
import io.gatemini.spi.Json;
import io.gatemini.spi.SignIn;
import io.gatemini.testing.TestHttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * An MCP server that wants a person to sign in, and the authorization server at which they do, in
 * one. Everybody who opens the page is signed in; a refresh token is good for one use.
 */
final class SignInServer implements TestHttpServer.Handler {
  final List<Map<String, String>> authorizations = new CopyOnWriteArrayList<>();
  final List<Map<String, String>> tokenRequests = new CopyOnWriteArrayList<>();
  final List<Map<String, String>> revocations = new CopyOnWriteArrayList<>();
  final AtomicInteger registrations = new AtomicInteger();
  final Set<String> accepted = ConcurrentHashMap.newKeySet();

  /** Parameters of the redirect in place of its own; empty to leave one out. */
  final Map<String, String> redirect = new ConcurrentHashMap<>();

  /** Members of the metadata in place of its own; null to leave one out. */
  final Map<String, String> metadata = new ConcurrentHashMap<>();

  /** Handlers of paths in place of its own. */
  final Map<String, TestHttpServer.Handler> instead = new ConcurrentHashMap<>();

  volatile String tokenRefusal = "";
  volatile String registrationRefusal = "";
  volatile String scope = "files";

  /** Tokens are good, but not for enough. */
  volatile boolean narrow;

  /** The scope that a token answer names; empty for none. */
  volatile String granted = "";

  volatile long expiresIn = 3600;
  volatile String refreshToken = "r-0";
  private final AtomicInteger issued = new AtomicInteger();

  @Override
  public void handle(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    String path = request.path().replaceFirst("\\?.*", "");
    String root = "http://" + request.header("Host").orElseThrow();
    TestHttpServer.Handler other = instead.get(path);
    if (other != null) {
      other.handle(request, answer);
      return;
    }
    switch (path) {
      case "/.well-known/oauth-protected-resource/mcp" ->
          answer.json(
              "{\"resource\":\"%s/mcp\",\"authorization_servers\":[\"%s\"]}".formatted(root, root));
      case "/.well-known/oauth-authorization-server" -> answer.json(metadata(root));
      case "/register" -> register(answer);
      case "/authorize" -> authorize(request, answer, root);
      case "/token" -> token(form(request.body()), answer);
      case "/revoke" -> {
        revocations.add(form(request.body()));
        answer.empty("200 OK");
      }
      default -> mcp(request, answer, root);
    }
  }

  private String metadata(String root) {
    Map<String, String> all = new TreeMap<>();
    all.put("issuer", "\"" + root + "\"");
    all.put("authorization_endpoint", "\"" + root + "/authorize\"");
    all.put("token_endpoint", "\"" + root + "/token\"");
    all.put("registration_endpoint", "\"" + root + "/register\"");
    all.put("revocation_endpoint", "\"" + root + "/revoke\"");
    all.put("code_challenge_methods_supported", "[\"S256\"]");
    all.put("authorization_response_iss_parameter_supported", "true");
    all.putAll(metadata);
    all.values().removeIf(String::isEmpty);
    StringBuilder json = new StringBuilder();
    all.forEach((name, value) -> json.append(",\"").append(name).append("\":").append(value));
    return "{" + json.substring(1) + "}";
  }

  private void register(TestHttpServer.Answer answer) throws Exception {
    if (registrationRefusal.isEmpty()) {
      answer.json("{\"client_id\":\"client-" + registrations.incrementAndGet() + "\"}");
    } else {
      answer.status("400 Bad Request", "application/json", registrationRefusal);
    }
  }

  void authorize(TestHttpServer.Received request, TestHttpServer.Answer answer, String root)
      throws Exception {
    Map<String, String> query = form(request.path().replaceFirst(".*\\?", ""));
    authorizations.add(query);
    Map<String, String> back =
        new TreeMap<>(Map.of("code", "c", "state", query.get("state"), "iss", root));
    back.putAll(redirect);
    back.values().removeIf(String::isEmpty);
    StringBuilder location = new StringBuilder(query.get("redirect_uri")).append("?");
    back.forEach((name, value) -> location.append(name).append('=').append(value).append('&'));
    answer.empty("302 Found", "Location: " + location);
  }

  private void token(Map<String, String> form, TestHttpServer.Answer answer) throws Exception {
    tokenRequests.add(form);
    boolean isUsed =
        form.containsKey("refresh_token") && !form.get("refresh_token").equals(refreshToken);
    if (!tokenRefusal.isEmpty() || isUsed) {
      String refusal = isUsed ? "{\"error\":\"invalid_grant\"}" : tokenRefusal;
      answer.status("400 Bad Request", "application/json", refusal);
      return;
    }
    int number = issued.incrementAndGet();
    refreshToken = "r-" + number;
    accepted.clear();
    accepted.add("t-" + number);
    answer.json(
        "{\"access_token\":\"t-%s\",\"token_type\":\"Bearer\",\"expires_in\":%s,\"refresh_token\":\"r-%s\",\"scope\":\"%s\"}"
            .formatted(number, expiresIn, number, granted));
  }

  private void mcp(TestHttpServer.Received request, TestHttpServer.Answer answer, String root)
      throws Exception {
    String token = request.header("Authorization").orElse("").replace("Bearer ", "");
    if (request.method().equals("GET")) {
      answer.empty("405 Method Not Allowed");
    } else if (!accepted.contains(token)) {
      answer.empty(
          narrow ? "403 Forbidden" : "401 Unauthorized",
          "WWW-Authenticate: Bearer %sscope=\"%s\", resource_metadata=\"%s/.well-known/oauth-protected-resource/mcp\""
              .formatted(narrow ? "error=\"insufficient_scope\", " : "", scope, root));
    } else {
      JsonNode message = Json.mapper().readTree(request.body());
      String result =
          switch (message.path("method").asText()) {
            case "initialize" ->
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"far\",\"version\":\"1\"}}";
            case "tools/list" ->
                "{\"tools\":[{\"name\":\"work\",\"inputSchema\":{\"type\":\"object\"}}]}";
            default -> "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";
          };
      if (message.path("method").asText().equals("server/discover")) {
        answer.json(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"unknown\"}}"
                .formatted(message.get("id")));
      } else if (message.has("id")) {
        answer.json(
            "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + result + "}");
      } else {
        answer.empty("202 Accepted");
      }
    }
  }

  /** A browser, which follows every redirect; the page that it ends on. */
  static String visit(URI address) {
    try {
      return HttpClient.newBuilder()
          .followRedirects(HttpClient.Redirect.ALWAYS)
          .build()
          .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Signs a person in to the backend {@code far}. */
  static void signIn(Gateway gateway) throws Exception {
    SignIn signIn = gateway.signIn("far");
    assertThat(visit(signIn.address())).contains("You are signed in.");
    signIn.outcome().get(60, TimeUnit.SECONDS);
  }

  /** The state of the only backend, once it has started or failed. */
  static BackendState state(Gateway gateway) {
    gateway.awaitReady(Duration.ofSeconds(60));
    return gateway.backends().get(0).state();
  }

  private static Map<String, String> form(String body) {
    Map<String, String> form = new TreeMap<>();
    Pattern.compile("&")
        .splitAsStream(body)
        .forEach(
            pair -> {
              int equals = pair.indexOf('=');
              form.put(
                  URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                  URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            });
    return form;
  }
}
