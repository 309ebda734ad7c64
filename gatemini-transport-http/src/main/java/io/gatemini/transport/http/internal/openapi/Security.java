package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.openapi.Parameter.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The secrets for the security schemes of a document. Immutable. */
final class Security {
  private final Map<String, Credential> credentials = new TreeMap<>();

  /**
   * @param secrets by the name of a scheme
   * @throws BackendUnavailableException when a name is no scheme
   */
  Security(Document document, Map<String, String> secrets) {
    JsonNode schemes = document.root().path("components").path("securitySchemes");
    secrets.forEach(
        (name, secret) -> {
          if (!schemes.has(name)) {
            List<String> names = new ArrayList<>();
            schemes.fieldNames().forEachRemaining(names::add);
            throw BackendUnavailableException.lasting(
                "auth: \""
                    + OneLine.of(name, 60)
                    + "\" is not a security scheme of the OpenAPI document; "
                    + (names.isEmpty()
                        ? "it has none: set headers instead"
                        : "it has " + String.join(", ", names)));
          }
          credentials.put(
              name, Credential.of(document.resolve(schemes.path(name)), secret.strip()));
        });
  }

  /** A secret and its place in a request. */
  record Credential(Place in, String name, String value) {
    static Credential of(JsonNode scheme, String secret) {
      if (scheme.path("type").asText().equals("apiKey")) {
        Place in = Place.of(scheme.path("in").asText());
        return new Credential(in, scheme.path("name").asText(), secret);
      }
      boolean basic = scheme.path("scheme").asText().toLowerCase(Locale.ROOT).equals("basic");
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      return new Credential(
          Place.HEADER,
          "Authorization",
          basic ? "Basic " + Base64.getEncoder().encodeToString(bytes) : "Bearer " + secret);
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return in.word() + " " + name;
    }
  }

  /**
   * The credentials of a request: those of the first set that has all its secrets.
   *
   * @param needed the sets of schemes of which one is needed
   */
  List<Credential> of(JsonNode needed) {
    for (JsonNode set : needed) {
      List<Credential> of =
          credentials.entrySet().stream()
              .filter(it -> set.has(it.getKey()))
              .map(Map.Entry::getValue)
              .toList();
      if (!of.isEmpty() && of.size() == set.size()) {
        return of;
      }
    }
    return List.of();
  }

  /** Whether a secret is sent under a name, so that callers need not give it. */
  boolean gives(Place in, String name) {
    return credentials.values().stream()
        .anyMatch(credential -> credential.in == in && credential.name.equalsIgnoreCase(name));
  }

  /** The change of the configuration where a secret is missing that is needed. */
  Optional<String> remedy(JsonNode needed) {
    for (JsonNode set : needed) {
      for (Map.Entry<String, JsonNode> scheme : set.properties()) {
        if (!credentials.containsKey(scheme.getKey())) {
          String name = OneLine.of(scheme.getKey(), 60);
          return Optional.of("set the secret of the security scheme \"" + name + "\" under auth");
        }
      }
    }
    return Optional.empty();
  }
}
