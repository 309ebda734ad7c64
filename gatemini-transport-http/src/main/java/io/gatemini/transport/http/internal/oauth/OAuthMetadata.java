package io.gatemini.transport.http.internal.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.client.Origin;
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
 * and that its endpoints (RFC 8414, OpenID Connect Discovery). A server that names none is looked
 * at as its own, as before there was RFC 9728.
 */
record OAuthMetadata(HttpClient client, URI server) {
  /**
   * An authorization server, as it describes itself.
   *
   * @param name its identifier; empty where only the configuration knows it
   * @param resource what a token is asked for (RFC 8707); empty for nothing
   * @param resourceScopes those that the MCP server knows
   * @param authMethods how clients may prove who they are; empty where that is not said
   * @param pkce whether it checks S256 code challenges
   * @param sendsName whether its redirects name it (RFC 9207)
   * @param readsMetadata whether a client_id may be the address of the client's metadata
   */
  record Issuer(
      String name,
      URI tokenUrl,
      Optional<URI> authorizationUrl,
      Optional<URI> registrationUrl,
      Optional<URI> revocationUrl,
      String resource,
      List<String> resourceScopes,
      List<String> scopes,
      List<String> authMethods,
      boolean pkce,
      boolean sendsName,
      boolean readsMetadata) {
    Issuer {
      resourceScopes = List.copyOf(resourceScopes);
      scopes = List.copyOf(scopes);
      authMethods = List.copyOf(authMethods);
    }

    /** One that a configuration describes. */
    static Issuer of(URI tokenUrl, Optional<URI> authorizationUrl, String resource) {
      return new Issuer(
          "",
          tokenUrl,
          authorizationUrl,
          Optional.empty(),
          Optional.empty(),
          resource,
          List.of(),
          List.of(),
          List.of(),
          true,
          false,
          false);
    }

    /** The target that a token is asked for: the configured one, else that of the server. */
    String resource(OAuthConfig config) {
      return config.resource().isEmpty() ? resource : config.resource();
    }

    /** The default authentication of a client with a secret. */
    OAuthConfig.ClientAuth clientAuth() {
      return authMethods.contains("client_secret_post")
              && !authMethods.contains("client_secret_basic")
          ? OAuthConfig.ClientAuth.CLIENT_SECRET_POST
          : OAuthConfig.ClientAuth.CLIENT_SECRET_BASIC;
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
                      .map(json -> strings(json.path("authorization_servers")))
                      .filter(known -> !known.isEmpty())
                      .map(known -> known.get(0))
                      .orElseGet(() -> root(server).toString());
              String resource =
                  found
                      .map(json -> json.path("resource").asText("").strip())
                      .orElse(server.toString());
              List<String> scopes =
                  found.map(json -> strings(json.path("scopes_supported"))).orElse(List.of());
              return issuer(issuer, resource, scopes);
            });
  }

  private CompletionStage<Issuer> issuer(String name, String resource, List<String> scopes) {
    URI issuer = uri(name).filter(this::mayHoldSecrets).orElse(null);
    if (issuer == null) {
      throw new BackendUnavailableException(
          Origin.authority(server)
              + " names an authorization server that is not an https:// URL; set oauth.token_url");
    }
    List<String> others = new ArrayList<>();
    return first(
            issuerMetadata(issuer).iterator(),
            json -> {
              String itself = json.path("issuer").asText("");
              boolean isRight = trimmed(itself).equals(trimmed(name));
              if (!isRight && json.has("token_endpoint")) {
                others.add(itself);
              }
              return isRight;
            })
        .thenApply(
            found ->
                found
                    .flatMap(metadata -> issuer(metadata, resource, scopes))
                    .orElseThrow(() -> unusable(issuer, found, others)));
  }

  private BackendUnavailableException unusable(
      URI issuer, Optional<JsonNode> found, List<String> others) {
    String who = Origin.authority(issuer);
    String itself =
        found.isPresent()
            ? "has no token_endpoint that may be used, " + shown(found.get().path("token_endpoint"))
            : others.isEmpty()
                ? ""
                : "names itself "
                    + OneLine.of(others.get(0), 200)
                    + ", but was found as "
                    + OneLine.of(issuer.toString(), 200)
                    + ", which another server could do as well";
    return itself.isEmpty()
        ? new BackendUnavailableException(
            who + " does not say where it issues tokens; set oauth.token_url")
        : BackendUnavailableException.signIn(
            Origin.authority(server)
                + " asks a person to sign in, which cannot begin: the metadata of "
                + who
                + " "
                + itself
                + "; ask its operator, or set oauth.authorization_url, oauth.token_url and"
                + " oauth.client_id");
  }

  private static String shown(JsonNode said) {
    return said.isMissingNode() ? "none at all" : OneLine.of(said.toString(), 200);
  }

  /** What is needed of the metadata; no other member is looked at. */
  private Optional<Issuer> issuer(JsonNode said, String resource, List<String> resourceScopes) {
    return endpoint(said, "token_endpoint")
        .map(
            tokenUrl ->
                new Issuer(
                    said.path("issuer").asText(),
                    tokenUrl,
                    endpoint(said, "authorization_endpoint"),
                    endpoint(said, "registration_endpoint"),
                    endpoint(said, "revocation_endpoint"),
                    resource,
                    resourceScopes,
                    strings(said.path("scopes_supported")),
                    strings(said.path("token_endpoint_auth_methods_supported")),
                    strings(said.path("code_challenge_methods_supported")).contains("S256"),
                    said.path("authorization_response_iss_parameter_supported").asBoolean(),
                    said.path("client_id_metadata_document_supported").asBoolean()));
  }

  private Optional<URI> endpoint(JsonNode said, String name) {
    return uri(said.path(name).asText("")).filter(this::mayHoldSecrets);
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
    return JsonRequest.get(client, places.next())
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
        .filter(resource -> Origin.of(resource).equals(Origin.of(server)))
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

  /** A list, also one that is written as one text. */
  private static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    if (list.isTextual()) {
      strings.addAll(List.of(list.textValue().split("[\\s,]+")));
    }
    list.forEach(item -> strings.add(item.asText().strip()));
    strings.removeIf(String::isBlank);
    return strings;
  }
}
