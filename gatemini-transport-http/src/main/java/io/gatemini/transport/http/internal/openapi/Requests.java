package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.spi.Json;
import io.gatemini.transport.http.internal.openapi.HttpApi.ApiRequest;
import io.gatemini.transport.http.internal.openapi.HttpApi.Body;
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
final class Requests {
  private static final Pattern HOLE = Pattern.compile("\\{([^{}]+)\\}");

  /** The characters that a path and its query keep (RFC 3986, section 3.3). */
  private static final String PATH_CHARACTERS = "-._~!$&'()*+,;=:@/%?";

  private Requests() {}

  /**
   * The request of a call.
   *
   * @throws InvalidArgumentsException naming the argument and what to change
   */
  static ApiRequest of(Operation operation, JsonNode arguments, List<Credential> credentials) {
    Map<String, String> segments = new HashMap<>();
    List<String> query = new ArrayList<>();
    List<String> cookies = new ArrayList<>();
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    headers.add(Map.entry("Accept", operation.accept()));
    for (Parameter parameter : operation.parameters()) {
      JsonNode value = arguments.path(parameter.argument());
      boolean given = !value.isMissingNode() && !value.isNull();
      switch (parameter.in()) {
        case PATH -> {
          if (!given) {
            throw new InvalidArgumentsException("\"" + parameter.argument() + "\" is missing");
          }
          segments.put(parameter.name(), parameter.pathText(value));
        }
        case QUERY -> query.addAll(given ? parameter.pairs(value) : List.of());
        case COOKIE -> cookies.addAll(given ? parameter.pairs(value) : List.of());
        case HEADER -> {
          if (given) {
            headers.add(Map.entry(parameter.name(), parameter.headerText(value)));
          }
        }
      }
    }
    for (Credential credential : credentials) {
      String pair =
          Parameter.encoded(credential.name()) + "=" + Parameter.encoded(credential.value());
      switch (credential.in()) {
        case QUERY -> query.add(pair);
        case COOKIE -> cookies.add(credential.name() + "=" + credential.value());
        default -> headers.add(Map.entry(credential.name(), credential.value()));
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
    boolean given = content.whole().isPresent() ? !value.isMissingNode() : !value.isEmpty();
    if (!given && !(content.required() && value.isObject())) {
      return Optional.empty();
    }
    if (content.isForm()) {
      return Optional.of(new Body(content.type(), Forms.encoded(content, value)));
    }
    if (content.isMultipart()) {
      return Optional.of(Forms.multipart(content, value));
    }
    if (content.isJson()) {
      return Optional.of(
          new Body(
              content.type().equals("*/*") ? "application/json" : content.type(), json(value)));
    }
    return Optional.of(new Body(content.type(), bytes(content, value)));
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

  private static byte[] bytes(RequestContent content, JsonNode value) {
    String text = Parameter.text(value);
    boolean isText =
        content.type().startsWith("text/")
            || content.type().endsWith("xml")
            || content.type().endsWith("yaml");
    return isText
        ? text.getBytes(StandardCharsets.UTF_8)
        : base64(content.whole().orElse(""), text);
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

  private static byte[] json(JsonNode value) {
    try {
      return Json.mapper().writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new InvalidArgumentsException("the body is not JSON: " + e.getOriginalMessage());
    }
  }
}
