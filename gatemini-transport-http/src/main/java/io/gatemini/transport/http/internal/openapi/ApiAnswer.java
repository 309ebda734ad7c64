package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.Json;
import io.gatemini.transport.http.internal.client.ContentType;
import io.gatemini.transport.http.internal.client.OneLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The answer of an API.
 *
 * @param summary server and status, as errors name them
 * @param said what the page of an error says, in one line
 * @param headers those that can be an answer, by {@link #telling}
 * @param body not copied
 */
@SuppressWarnings("ArrayRecordComponent") // large, and read once
public record ApiAnswer(
    int status,
    String summary,
    Optional<String> said,
    Map<String, String> headers,
    ContentType type,
    byte[] body) {
  /** Errors are read by a model; one that needs more is a page. */
  private static final int MAX_ERROR_LENGTH = 4_000;

  private static final int MAX_HEADER_LENGTH = 2_000;

  /**
   * Headers that are an answer where there is no other: where the new thing is, or how a job goes
   * (RFC 9110, RFC 8288, and those of Azure and OData).
   */
  private static final List<String> TELLING =
      List.of(
          "Location",
          "Content-Location",
          "Operation-Location",
          "Azure-AsyncOperation",
          "OData-EntityId",
          "Link",
          "ETag",
          "Retry-After");

  /** Those that say more than a JSON object that comes with them. */
  private static final List<String> BESIDE_JSON = TELLING.subList(0, 6);

  /**
   * The headers of an answer that can be part of it.
   *
   * @param values gives the values of a header
   */
  public static Map<String, String> telling(Function<String, List<String>> values) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String name : TELLING) {
      List<String> given = values.apply(name);
      if (!given.isEmpty()) {
        found.put(name, String.join(", ", given));
      }
    }
    return found;
  }

  /** The result of a call. */
  public ToolResult result(Operation operation) {
    if (status >= 400) {
      Optional<String> remedy = operation.remedy().filter(it -> status == 401 || status == 403);
      String remedied = remedy.map(words -> "; " + words).orElse("");
      return ToolResult.error(summary + remedied + details());
    }
    if (status >= 300) {
      String to = OneLine.of(headers.getOrDefault("Location", "nowhere"), MAX_HEADER_LENGTH);
      return ToolResult.string(summary + " and leads to " + to + ", which is not followed");
    }
    return body.length == 0
        ? ToolResult.string(summary + ", without content" + headerText(TELLING))
        : content(operation);
  }

  /** Those of some headers that are there, one after the other. */
  private String headerText(List<String> names) {
    return names.stream()
        .filter(headers::containsKey)
        .map(
            name ->
                "; " + name + ": " + OneLine.of(headers.getOrDefault(name, ""), MAX_HEADER_LENGTH))
        .collect(Collectors.joining());
  }

  private String details() {
    String text = text().orElse("").strip();
    if (text.isEmpty() || text.startsWith("<") || type.isHtml()) {
      return said.map(said -> ": " + said).orElse("");
    }
    return ": " + TextCut.head(text, MAX_ERROR_LENGTH);
  }

  private ToolResult content(Operation operation) {
    String name = type.type();
    Optional<String> text =
        type.isJson() || Operation.isText(name) || name.isEmpty() ? text() : Optional.empty();
    if (text.isEmpty()) {
      return binary(operation, name.isEmpty() ? "application/octet-stream" : name);
    }
    return type.isJson() ? json(text.get()) : ToolResult.string(text.get());
  }

  private ToolResult json(String text) {
    try {
      JsonNode value = Json.mapper().readTree(text);
      return value instanceof ObjectNode object
          ? beside(text, ToolResult.structured(text, object))
          : ToolResult.text(text);
    } catch (IOException e) {
      return ToolResult.string(text);
    }
  }

  /** With a further text, where headers say what the object does not. */
  private ToolResult beside(String text, ToolResult object) {
    String more =
        headerText(
            BESIDE_JSON.stream()
                .filter(name -> !text.contains(headers.getOrDefault(name, "")))
                .toList());
    if (more.isEmpty()) {
      return object;
    }
    ObjectNode result = object.json().tree().deepCopy();
    ((ArrayNode) result.get("content"))
        .addObject()
        .put("type", "text")
        .put("text", more.substring(2));
    return ToolResult.of(RawJson.of(result));
  }

  /** The body as text; empty where it is none in its charset. */
  private Optional<String> text() {
    try {
      return Optional.of(type.charset().newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private ToolResult binary(Operation operation, String mediaType) {
    String data = Base64.getEncoder().encodeToString(body);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode block = result.putArray("content").addObject();
    if (mediaType.matches("(image|audio)/.*")) {
      block.put("type", mediaType.substring(0, 5)).put("data", data).put("mimeType", mediaType);
    } else {
      block
          .put("type", "resource")
          .putObject("resource")
          .put("uri", "urn:openapi:" + operation.tool().name())
          .put("mimeType", mediaType)
          .put("blob", data);
    }
    return ToolResult.of(RawJson.of(result));
  }
}
