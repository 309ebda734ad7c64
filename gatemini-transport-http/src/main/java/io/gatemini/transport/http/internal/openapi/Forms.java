package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.transport.http.internal.openapi.ApiRequest.Body;
import io.gatemini.transport.http.internal.openapi.Operation.RequestContent;
import io.gatemini.transport.http.internal.openapi.Parameter.Place;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Bodies that are forms (OpenAPI 3.1, section 4.8.15). */
final class Forms {
  private Forms() {}

  /** The fields as {@code application/x-www-form-urlencoded}. */
  static String encoded(RequestContent content, JsonNode fields) {
    List<String> pairs = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      JsonNode encoding = content.encoding().path(field.getKey());
      boolean styled = encoding.has("style") || encoding.has("explode");
      String style =
          encoding.path("style").asText(field.getValue().isObject() && !styled ? "json" : "form");
      boolean explode = encoding.path("explode").asBoolean(style.equals("form"));
      pairs.addAll(
          new Parameter(field.getKey(), field.getKey(), Place.QUERY, style, explode)
              .pairs(field.getValue()));
    }
    return String.join("&", pairs);
  }

  /** The fields as {@code multipart/form-data}; an array is a part an item. */
  static Body multipart(RequestContent content, JsonNode fields) {
    String boundary = UUID.randomUUID().toString();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      boolean list = field.getValue().isArray();
      for (JsonNode item : list ? field.getValue() : List.of(field.getValue())) {
        bytes.writeBytes(("--" + boundary + "\r\n").getBytes(StandardCharsets.UTF_8));
        part(content, field.getKey(), item, bytes);
      }
    }
    bytes.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
    return new Body(content.type() + "; boundary=" + boundary, bytes.toByteArray());
  }

  private static void part(
      RequestContent content, String name, JsonNode item, ByteArrayOutputStream bytes) {
    boolean binary = content.binary().contains(name);
    String type = content.encoding().path(name).path("contentType").asText();
    String kind =
        binary
            ? "application/octet-stream"
            : item.isContainerNode() ? "application/json" : "text/plain; charset=UTF-8";
    String quoted = name.replaceAll("[\\r\\n\"\\\\]", "_");
    String head =
        "Content-Disposition: form-data; name=\""
            + quoted
            + (binary ? "\"; filename=\"" + quoted : "")
            + "\"\r\nContent-Type: "
            + (type.matches("[\\w.+-]+/[\\w.+-]+") ? type : kind)
            + "\r\n\r\n";
    bytes.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    String text = Parameter.text(item);
    bytes.writeBytes(binary ? Requests.base64(name, text) : text.getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(new byte[] {'\r', '\n'});
  }
}
