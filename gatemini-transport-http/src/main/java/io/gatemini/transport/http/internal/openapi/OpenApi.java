package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.spi.NameRules;
import io.gatemini.transport.http.internal.client.OneLine;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The operations of an OpenAPI document. Immutable.
 *
 * @param identity title and version
 * @param operations by the names of their tools
 * @param unused the rules of include and exclude that match nothing
 * @param faults why operations are left out
 */
public record OpenApi(
    String identity, Map<String, Operation> operations, Set<String> unused, List<String> faults) {
  /** The size that a document may have; the largest public ones have half of it. */
  public static final int MAX_BYTES = 30 * 1024 * 1024;

  /** A document with more is not faulty in places; its author has to know. */
  private static final int MAX_FAULTS = 100;

  private static final int MAX_NAME_LENGTH = 100;
  private static final List<String> METHODS =
      List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

  /**
   * The configuration.
   *
   * @param documentUri empty for a file
   * @param auth secrets by security scheme
   * @param headers the names of those that every request has, in lower case; with authorization,
   *     where there are access tokens
   */
  public record Settings(
      Optional<URI> documentUri,
      Optional<URI> baseUrl,
      List<String> include,
      List<String> exclude,
      Map<String, String> auth,
      Set<String> headers) {
    public Settings {
      include = List.copyOf(include);
      exclude = List.copyOf(exclude);
      auth = Map.copyOf(auth);
      headers = Set.copyOf(headers);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
      return "Settings[" + baseUrl + "]";
    }
  }

  /**
   * Reads a document.
   *
   * @throws BackendUnavailableException saying what to change
   */
  public static OpenApi read(byte[] bytes, Settings settings) {
    Document document = Document.parse(bytes);
    OperationReader.Source source =
        new OperationReader.Source(
            document,
            settings,
            new Security(document, settings.auth()),
            new Schemas(document, true),
            new Schemas(document, false));
    Rules rules = new Rules(settings.include(), settings.exclude());
    Map<String, Operation> operations = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.root().path("paths").properties()) {
      JsonNode item = document.resolve(path.getValue());
      for (String method : METHODS) {
        JsonNode operation = item.path(method);
        if (operation.isObject() && rules.allow(method, path.getKey(), operation)) {
          String name = name(method, path.getKey(), operation, operations.keySet());
          try {
            operations.put(
                name,
                new OperationReader(source, method, path.getKey(), item, operation).read(name));
          } catch (BackendUnavailableException e) {
            String place = method.toUpperCase(Locale.ROOT) + " " + path.getKey();
            faults.add(e.getMessage() + " (in " + place + ")");
          }
        }
      }
    }
    if (!faults.isEmpty() && (operations.isEmpty() || faults.size() > MAX_FAULTS)) {
      throw BackendUnavailableException.lasting(faults.get(0));
    }
    if (operations.isEmpty()) {
      throw Document.wrong("has no operation that include and exclude leave; change them");
    }
    JsonNode info = document.root().path("info");
    String identity = info.path("title").asText() + " " + info.path("version").asText();
    return new OpenApi(OneLine.of(identity, 200), operations, rules.unused(), faults);
  }

  /** The fault of an address, as the end of a sentence about it; empty where it has none. */
  public static Optional<String> problem(String address) {
    try {
      URI uri = new URI(address);
      if (!String.valueOf(uri.getScheme()).matches("(?i)https?")) {
        return Optional.of("must begin with http:// or https://");
      }
      if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
        return Optional.of("needs a host, and a port from 1 to 65535");
      }
      return uri.getRawUserInfo() == null && uri.getRawFragment() == null
          ? Optional.empty()
          : Optional.of("must not have a user, a password or a fragment (#...)");
    } catch (URISyntaxException e) {
      return Optional.of("is not a URL: " + e.getReason() + " at position " + e.getIndex());
    }
  }

  private static String name(String method, String path, JsonNode operation, Set<String> taken) {
    String id = operation.path("operationId").asText().strip();
    String words =
        id.isEmpty() ? method + path.replaceAll("[^A-Za-z0-9]+", " ").stripTrailing() : id;
    String whole = NameRules.of().identifier(words);
    String base = whole.substring(0, Math.min(whole.length(), MAX_NAME_LENGTH));
    String name = base;
    for (int i = 2; taken.contains(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }
}
