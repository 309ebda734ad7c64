package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.transport.http.internal.openapi.ApiRequest.Body;
import io.gatemini.transport.http.internal.openapi.Operation.RequestContent;
import io.gatemini.transport.http.internal.openapi.Security.Credential;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the request of a call. */
public final class Requests {
  private static final Pattern HOLE = Pattern.compile("\\{([^{}]+)\\}");

  /** The characters that a path and its query keep (RFC 3986, section 3.3). */
  private static final String PATH_CHARACTERS = "-._~!$&'()*+,;=:@/%?";

  private Requests() {}

  /** The names of the parameters in a path. */
  static List<String> holes(String path) {
    return HOLE.matcher(path).results().map(hole -> hole.group(1)).toList();
  }

  /**
   * The request of a call.
   *
   * @throws InvalidArgumentsException naming the argument and what to change
   */
  public static ApiRequest of(Operation operation, JsonNode arguments) {
    Map<String, String> segments = new HashMap<>();
    List<String> query = new ArrayList<>();
    List<String> cookies = new ArrayList<>();
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    headers.add(Map.entry("Accept", "application/json, */*;q=0.8"));
    for (Parameter parameter : operation.parameters()) {
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
    for (Credential credential : operation.credentials()) {
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
    return new ApiRequest(
        operation.method(),
        uri(operation, segments, query),
        headers,
        operation.content().flatMap(content -> body(content, arguments)));
  }

  private static URI uri(Operation operation, Map<String, String> segments, List<String> query) {
    String path = operation.path().split("#", 2)[0];
    StringBuilder uri = new StringBuilder(operation.server());
    Matcher holes = HOLE.matcher(path);
    int end = 0;
    while (holes.find()) {
      uri.append(Parameter.encoded(path.substring(end, holes.start()), PATH_CHARACTERS));
      uri.append(segments.getOrDefault(holes.group(1), ""));
      end = holes.end();
    }
    uri.append(Parameter.encoded(path.substring(end), PATH_CHARACTERS));
    if (!query.isEmpty()) {
      uri.append(path.contains("?") ? '&' : '?').append(String.join("&", query));
    }
    return URI.create(uri.toString());
  }

  private static Optional<Body> body(RequestContent content, JsonNode arguments) {
    JsonNode value =
        content.whole().map(arguments::path).orElseGet(() -> fields(content, arguments));
    if (value.isMissingNode()
        || (content.whole().isEmpty() && value.isEmpty() && !content.required())) {
      return Optional.empty();
    }
    if (content.isMultipart()) {
      return Optional.of(Forms.multipart(content, value));
    }
    String text =
        content.isForm()
            ? Forms.encoded(content, value)
            : content.isJson() ? value.toString() : Parameter.text(value);
    boolean binary = !content.isJson() && !Operation.isText(content.type());
    return Optional.of(
        new Body(
            content.type().replace("*/*", "application/json"),
            binary
                ? base64(content.whole().orElse(""), text)
                : text.getBytes(StandardCharsets.UTF_8)));
  }

  private static ObjectNode fields(RequestContent content, JsonNode arguments) {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (String name : content.fields()) {
      if (arguments.has(name)) {
        fields.set(name, arguments.get(name));
      }
    }
    return fields;
  }

  /** The bytes of an argument in base64. */
  static byte[] base64(String argument, String text) {
    try {
      return Base64.getDecoder().decode(text.replaceAll("\\s+", ""));
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentsException(
          "\"" + argument + "\" is binary: write its bytes in base64");
    }
  }
}
