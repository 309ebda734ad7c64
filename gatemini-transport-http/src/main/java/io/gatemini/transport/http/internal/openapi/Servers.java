package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.transport.http.internal.client.OneLine;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where the requests of operations go: {@code base_url}, or the {@code servers} of a document. */
final class Servers {
  private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)\\}");

  private Servers() {}

  /**
   * The server of an operation, without a slash at its end.
   *
   * @param places the operation, its path and the document; the first that has servers counts
   */
  static String of(OpenApi.Settings settings, JsonNode... places) {
    JsonNode server =
        Stream.of(places)
            .map(place -> place.path("servers").path(0))
            .filter(first -> !first.isMissingNode())
            .findFirst()
            .orElse(MissingNode.getInstance());
    String url = settings.baseUrl().map(URI::toString).orElseGet(() -> expanded(server));
    try {
      url = settings.documentUri().orElse(URI.create("")).resolve(url).toString();
    } catch (IllegalArgumentException e) {
      // said below
    }
    Optional<String> problem = OpenApi.problem(url);
    if (problem.isPresent()) {
      throw Document.wrong(
          "says no server that can be called: \""
              + OneLine.of(url, 200)
              + "\" "
              + problem.get()
              + "; set base_url to the address of the API");
    }
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private static String expanded(JsonNode server) {
    return VARIABLE
        .matcher(server.path("url").asText("/"))
        .replaceAll(
            match -> {
              JsonNode value = server.path("variables").path(match.group(1)).path("default");
              if (!value.isValueNode()) {
                throw Document.wrong(
                    "has a server with a variable without a default, {"
                        + OneLine.of(match.group(1), 60)
                        + "}; set base_url to the address of the API");
              }
              return Matcher.quoteReplacement(value.asText());
            });
  }
}
