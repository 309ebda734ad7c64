package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.eclipse.jetty.client.HttpClient;

/**
 * Where the tokens for a server come from: the server names its authorization server (RFC 9728),
 * and that its token endpoint (RFC 8414, OpenID Connect Discovery). A server that names none is
 * looked at as its own, as before there was RFC 9728.
 */
record OAuthMetadata(HttpClient client, URI server) {
  /**
   * A place to get tokens from.
   *
   * @param resource what the token is asked for (RFC 8707); empty for nothing
   * @param scopes those the server knows
   * @param authMethods how clients may prove who they are; empty where that is not said
   */
  record Issuer(URI tokenUrl, String resource, List<String> scopes, List<String> authMethods) {
    Issuer {
      scopes = List.copyOf(scopes);
      authMethods = List.copyOf(authMethods);
    }
  }

  /**
   * Finds it.
   *
   * @param named where the challenge of the server says its metadata is
   */
  CompletionStage<Issuer> discover(Optional<String> named) {
    return first(resourceMetadata(named).iterator(), this::isOfServer)
        .thenCompose(
            found -> {
              String issuer =
                  found
                      .map(json -> json.path("authorization_servers").path(0).asText(""))
                      .filter(text -> !text.isEmpty())
                      .orElseGet(() -> root(server).toString());
              String resource =
                  found.map(json -> json.path("resource").asText("")).orElse(server.toString());
              List<String> scopes =
                  found.map(json -> strings(json.path("scopes_supported"))).orElse(List.of());
              return issuer(issuer, resource, scopes);
            });
  }

  private CompletionStage<Issuer> issuer(String name, String resource, List<String> scopes) {
    URI issuer = uri(name).filter(this::mayHoldSecrets).orElse(null);
    if (issuer == null) {
      throw new BackendUnavailableException(
          Endpoint.authority(server)
              + " names an authorization server that is not an https:// URL; set oauth.token_url");
    }
    return first(
            issuerMetadata(issuer).iterator(),
            json -> trimmed(json.path("issuer").asText("")).equals(trimmed(name)))
        .thenApply(
            found -> {
              URI tokenUrl =
                  found
                      .flatMap(json -> uri(json.path("token_endpoint").asText("")))
                      .filter(this::mayHoldSecrets)
                      .orElseThrow(
                          () ->
                              new BackendUnavailableException(
                                  Endpoint.authority(issuer)
                                      + " does not say where it issues tokens; set"
                                      + " oauth.token_url"));
              return new Issuer(
                  tokenUrl,
                  resource,
                  scopes,
                  strings(found.orElseThrow().path("token_endpoint_auth_methods_supported")));
            });
  }

  private List<URI> resourceMetadata(Optional<String> named) {
    List<URI> places = new ArrayList<>();
    named.flatMap(OAuthMetadata::uri).filter(this::mayHoldSecrets).ifPresent(places::add);
    String path = path(server);
    if (!path.isEmpty()) {
      places.add(root(server).resolve("/.well-known/oauth-protected-resource" + path));
    }
    places.add(root(server).resolve("/.well-known/oauth-protected-resource"));
    return places;
  }

  private static List<URI> issuerMetadata(URI issuer) {
    URI root = root(issuer);
    String path = path(issuer);
    List<URI> places = new ArrayList<>();
    places.add(root.resolve("/.well-known/oauth-authorization-server" + path));
    places.add(root.resolve("/.well-known/openid-configuration" + path));
    if (!path.isEmpty()) {
      places.add(root.resolve(path + "/.well-known/openid-configuration"));
    }
    return places;
  }

  /** The first place that has what is looked for; a place that cannot be reached has nothing. */
  private CompletionStage<Optional<JsonNode>> first(
      Iterator<URI> places, Predicate<JsonNode> wanted) {
    if (!places.hasNext()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return JsonRequest.send(client.newRequest(places.next()))
        .handle(
            (answer, failure) ->
                failure == null && answer.isObject() && wanted.test(answer.json())
                    ? Optional.of(answer.json())
                    : Optional.<JsonNode>empty())
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found)
                    : first(places, wanted));
  }

  /** Metadata of another server would get that one's tokens sent here (RFC 9728, section 3.3). */
  private boolean isOfServer(JsonNode metadata) {
    return uri(metadata.path("resource").asText(""))
        .filter(resource -> resource.getScheme() != null && resource.getHost() != null)
        .filter(resource -> Endpoint.sameOrigin(resource, server))
        .filter(resource -> (path(server) + "/").startsWith(path(resource) + "/"))
        .isPresent();
  }

  /** Not less safe than the server itself. */
  private boolean mayHoldSecrets(URI uri) {
    return OAuthConfig.isSafe(uri)
        && (uri.getScheme().equalsIgnoreCase("https")
            || server.getScheme().equalsIgnoreCase("http"));
  }

  private static Optional<URI> uri(String text) {
    try {
      return text.isBlank() ? Optional.empty() : Optional.of(URI.create(text.strip()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static URI root(URI uri) {
    return URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
  }

  private static String path(URI uri) {
    return trimmed(uri.getRawPath() == null ? "" : uri.getRawPath());
  }

  private static String trimmed(String text) {
    return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(item -> strings.add(item.asText()));
    return strings;
  }
}
