package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.openapi.Parameter.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The security schemes of a document and the secrets for them. Immutable. */
final class Security {
  private final Map<String, Scheme> schemes = new LinkedHashMap<>();
  private final Map<String, Credential> credentials = new LinkedHashMap<>();

  /**
   * @param secrets by the name of a scheme
   * @throws BackendUnavailableException when a name is no scheme
   */
  Security(Document document, Map<String, String> secrets) {
    document
        .root()
        .path("components")
        .path("securitySchemes")
        .properties()
        .forEach(it -> schemes.put(it.getKey(), Scheme.of(document.resolve(it.getValue()))));
    secrets.forEach(
        (name, secret) -> {
          Scheme scheme = schemes.get(name);
          if (scheme == null) {
            throw BackendUnavailableException.lasting(
                "auth: \""
                    + OneLine.of(name, 60)
                    + "\" is not a security scheme of the OpenAPI document; "
                    + (schemes.isEmpty()
                        ? "it has none: set headers instead"
                        : "it has " + String.join(", ", schemes.keySet())));
          }
          credentials.put(name, scheme.with(secret));
        });
  }

  /** A secret and its place in a request. */
  record Credential(Place in, String name, String value) {
    /** Without the secret. */
    @Override
    public String toString() {
      return in.word() + " " + name;
    }
  }

  private record Scheme(Place in, String name, String prefix) {
    static Scheme of(JsonNode scheme) {
      String http = scheme.path("scheme").asText("bearer").toLowerCase(Locale.ROOT);
      String prefix = http.substring(0, 1).toUpperCase(Locale.ROOT) + http.substring(1) + " ";
      return scheme.path("type").asText().equals("apiKey")
          ? new Scheme(
              switch (scheme.path("in").asText()) {
                case "query" -> Place.QUERY;
                case "cookie" -> Place.COOKIE;
                default -> Place.HEADER;
              },
              scheme.path("name").asText(),
              "")
          : new Scheme(Place.HEADER, "Authorization", prefix);
    }

    Credential with(String secret) {
      boolean basic = prefix.equals("Basic ");
      byte[] bytes = secret.strip().getBytes(StandardCharsets.UTF_8);
      return new Credential(
          in, name, prefix + (basic ? Base64.getEncoder().encodeToString(bytes) : secret.strip()));
    }
  }

  /** The sets of schemes of which an operation needs one. */
  static List<Set<String>> needed(JsonNode operation, JsonNode root) {
    List<Set<String>> needed = new ArrayList<>();
    (operation.has("security") ? operation : root)
        .path("security")
        .forEach(
            all -> {
              Set<String> names = new LinkedHashSet<>();
              all.fieldNames().forEachRemaining(names::add);
              needed.add(names);
            });
    return needed;
  }

  /** The credentials of a request: those of the first set that has all its secrets. */
  List<Credential> of(Operation operation) {
    return operation.security().stream()
        .filter(names -> !names.isEmpty() && credentials.keySet().containsAll(names))
        .findFirst()
        .map(
            names ->
                credentials.entrySet().stream()
                    .filter(it -> names.contains(it.getKey()))
                    .map(Map.Entry::getValue)
                    .toList())
        .orElse(List.of());
  }

  /** Whether a secret is sent under a name, so that callers need not give it. */
  boolean gives(Place in, String name) {
    return credentials.values().stream()
        .anyMatch(credential -> credential.in == in && credential.name.equalsIgnoreCase(name));
  }

  /** The change of the configuration where an operation needs a secret that is missing. */
  Optional<String> remedy(Operation operation) {
    return operation.security().stream()
        .flatMap(Set::stream)
        .filter(name -> !credentials.containsKey(name))
        .findFirst()
        .map(
            name ->
                "set the secret of the security scheme \""
                    + OneLine.of(name, 60)
                    + "\" under auth");
  }
}
