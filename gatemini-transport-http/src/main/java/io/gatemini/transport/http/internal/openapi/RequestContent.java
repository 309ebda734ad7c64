package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.transport.http.internal.openapi.Operation.Request.Body;
import io.gatemini.transport.http.internal.openapi.Parameter.Place;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The body of the requests of an operation; forms are those of OpenAPI 3.1, section 4.8.15.
 * Immutable.
 *
 * @param type its media type
 * @param binary the fields that are bytes, in base64 for callers
 * @param encoding how the fields of a form are written
 * @param whole the one argument that is the body; empty where arguments are its fields
 * @param fields the arguments that are its fields
 * @param names the arguments that name the files of fields
 */
record RequestContent(
    String type,
    Set<String> binary,
    JsonNode encoding,
    boolean required,
    Optional<String> whole,
    List<String> fields,
    Map<String, String> names) {
  boolean isJson() {
    return type.matches(".*[/+]json|\\*/\\*");
  }

  boolean isForm() {
    return type.equals("application/x-www-form-urlencoded");
  }

  boolean isMultipart() {
    return type.startsWith("multipart/");
  }

  /** The body of a call; empty where it has none. */
  Optional<Body> body(JsonNode arguments) {
    JsonNode value = whole.map(arguments::path).orElseGet(() -> given(arguments));
    if (value.isMissingNode() || (whole.isEmpty() && value.isEmpty() && !required)) {
      return Optional.empty();
    }
    if (isMultipart()) {
      return Optional.of(multipart(value, arguments));
    }
    String text = isForm() ? encoded(value) : isJson() ? value.toString() : Parameter.text(value);
    boolean isBinary = !isJson() && !Operation.isText(type);
    return Optional.of(
        new Body(
            type.replace("*/*", "application/json"),
            isBinary
                ? Upload.of(whole.orElse(""), text, "").bytes()
                : text.getBytes(StandardCharsets.UTF_8)));
  }

  private ObjectNode given(JsonNode arguments) {
    ObjectNode given = JsonNodeFactory.instance.objectNode();
    for (String name : fields) {
      if (arguments.has(name)) {
        given.set(name, arguments.get(name));
      }
    }
    return given;
  }

  /** The fields as {@code application/x-www-form-urlencoded}. */
  private String encoded(JsonNode values) {
    List<String> pairs = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : values.properties()) {
      JsonNode how = encoding.path(field.getKey());
      boolean styled = how.has("style") || how.has("explode");
      String style =
          how.path("style").asText(field.getValue().isObject() && !styled ? "json" : "form");
      boolean explode = how.path("explode").asBoolean(style.equals("form"));
      pairs.addAll(
          new Parameter(field.getKey(), field.getKey(), Place.QUERY, style, explode)
              .pairs(field.getValue()));
    }
    return String.join("&", pairs);
  }

  /** The fields as {@code multipart/form-data}; an array is a part an item. */
  private Body multipart(JsonNode values, JsonNode arguments) {
    String boundary = UUID.randomUUID().toString();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Map.Entry<String, JsonNode> field : values.properties()) {
      boolean list = field.getValue().isArray();
      for (JsonNode item : list ? field.getValue() : List.of(field.getValue())) {
        bytes.writeBytes(("--" + boundary + "\r\n").getBytes(StandardCharsets.UTF_8));
        String named = names.getOrDefault(field.getKey(), "");
        part(field.getKey(), item, arguments.path(named).asText(""), bytes);
      }
    }
    bytes.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return new Body(type + "; boundary=" + boundary, bytes.toByteArray());
  }

  private void part(String name, JsonNode item, String fileName, ByteArrayOutputStream bytes) {
    String said = encoding.path(name).path("contentType").asText();
    String text = Parameter.text(item);
    Upload file = binary.contains(name) ? Upload.of(name, text, fileName) : null;
    String kind = item.isContainerNode() ? "application/json" : "text/plain; charset=UTF-8";
    String head =
        "Content-Disposition: form-data; name=\""
            + quoted(name)
            + (file == null ? "" : "\"; filename=\"" + quoted(file.name()))
            + "\"\r\nContent-Type: "
            + (said.matches("[\\w.+-]+/[\\w.+-]+") ? said : file == null ? kind : file.type())
            + "\r\n\r\n";
    bytes.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(file == null ? text.getBytes(StandardCharsets.UTF_8) : file.bytes());
    bytes.writeBytes(new byte[] {'\r', '\n'});
  }

  private static String quoted(String name) {
    return name.replaceAll("[\\r\\n\"\\\\]", "_");
  }
}
