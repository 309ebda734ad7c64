package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.spi.BackendTool;
import io.gatemini.transport.http.internal.openapi.Security.Credential;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An operation of an API and its tool.
 *
 * @param method in capitals
 * @param server where its path begins, without a slash at the end
 * @param path with {@code {name}} for parameters
 * @param remedy what to do where the API misses credentials
 */
public record Operation(
    BackendTool tool,
    String method,
    String server,
    String path,
    List<Parameter> parameters,
    Optional<RequestContent> content,
    List<Credential> credentials,
    Optional<String> remedy) {
  private static final Pattern HOLE = Pattern.compile("\\{([^{}]+)\\}");

  /** The characters that a path and its query keep (RFC 3986, section 3.3). */
  private static final String PATH_CHARACTERS = "-._~!$&'()*+,;=:@/%?";

  public Operation {
    parameters = List.copyOf(parameters);
    credentials = List.copyOf(credentials);
  }

  /**
   * A request to an API.
   *
   * @param headers beside those of the backend
   * @param body empty for none
   */
  public record Request(
      String method, URI uri, List<Map.Entry<String, String>> headers, Optional<Body> body) {
    public Request {
      headers = List.copyOf(headers);
    }

    /** Without what may be secret. */
    @Override
    public String toString() {
      return method + " to " + uri.getHost();
    }

    /**
     * The body of a request.
     *
     * @param bytes not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // large, and read once
    public record Body(String type, byte[] bytes) {}
  }

  /** Whether a media type is one of text. */
  static boolean isText(String type) {
    return type.matches("text/.*|.*(xml|yaml|javascript|ndjson|x-www-form-urlencoded)");
  }

  /** The names of the parameters in a path. */
  static List<String> holes(String path) {
    return HOLE.matcher(path).results().map(hole -> hole.group(1)).toList();
  }

  /**
   * The request of a call.
   *
   * @throws InvalidArgumentsException naming the argument and what to change
   */
  public Request request(JsonNode arguments) {
    Map<String, String> segments = new HashMap<>();
    List<String> query = new ArrayList<>();
    List<String> cookies = new ArrayList<>();
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    headers.add(Map.entry("Accept", "application/json, */*;q=0.8"));
    for (Parameter parameter : parameters) {
      JsonNode value = arguments.path(parameter.argument());
      if (!value.isMissingNode() && !value.isNull()) {
        switch (parameter.in()) {
          case PATH -> segments.put(parameter.name(), parameter.pathText(value));
          case QUERY -> query.addAll(parameter.pairs(value));
          case COOKIE -> cookies.addAll(parameter.pairs(value));
          case HEADER -> headers.add(Map.entry(parameter.name(), parameter.headerText(value)));
        }
      } else if (parameter.in() == Parameter.Place.PATH) {
        throw new InvalidArgumentsException("\"" + parameter.argument() + "\" is missing");
      }
    }
    for (Credential credential : credentials) {
      String value = credential.value();
      switch (credential.in()) {
        case QUERY ->
            query.add(Parameter.encoded(credential.name()) + "=" + Parameter.encoded(value));
        case COOKIE -> cookies.add(credential.name() + "=" + value);
        default -> headers.add(Map.entry(credential.name(), value));
      }
    }
    if (!cookies.isEmpty()) {
      headers.add(Map.entry("Cookie", String.join("; ", cookies)));
    }
    return new Request(
        method, uri(segments, query), headers, content.flatMap(it -> it.body(arguments)));
  }

  private URI uri(Map<String, String> segments, List<String> query) {
    String whole = path.split("#", 2)[0];
    StringBuilder uri = new StringBuilder(server);
    Matcher holes = HOLE.matcher(whole);
    int end = 0;
    while (holes.find()) {
      uri.append(Parameter.encoded(whole.substring(end, holes.start()), PATH_CHARACTERS));
      uri.append(segments.getOrDefault(holes.group(1), ""));
      end = holes.end();
    }
    uri.append(Parameter.encoded(whole.substring(end), PATH_CHARACTERS));
    if (!query.isEmpty()) {
      uri.append(whole.contains("?") ? '&' : '?').append(String.join("&", query));
    }
    return URI.create(uri.toString());
  }
}
