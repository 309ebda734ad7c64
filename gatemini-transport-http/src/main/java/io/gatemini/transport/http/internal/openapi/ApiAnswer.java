package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Optional;

/**
 * The answer of an API.
 *
 * @param summary server and status, as errors name them
 * @param said what the page of an error says, in one line
 * @param location where a redirect leads that is not followed
 * @param body not copied
 */
@SuppressWarnings("ArrayRecordComponent") // large, and read once
public record ApiAnswer(
    int status,
    String summary,
    Optional<String> said,
    Optional<String> location,
    ContentType type,
    byte[] body) {
  /** Errors are read by a model; one that needs more is a page. */
  private static final int MAX_ERROR_LENGTH = 4_000;

  /** The result of a call. */
  public ToolResult result(Operation operation) {
    if (status >= 400) {
      Optional<String> remedy = operation.remedy().filter(it -> status == 401 || status == 403);
      String remedied = remedy.map(words -> "; " + words).orElse("");
      return ToolResult.error(summary + remedied + details());
    }
    if (status >= 300) {
      String to = OneLine.of(location.orElse("nowhere"), 2_000);
      return ToolResult.string(summary + " and leads to " + to + ", which is not followed");
    }
    return body.length == 0 ? ToolResult.string(summary + ", without content") : content(operation);
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

  private static ToolResult json(String text) {
    try {
      JsonNode value = Json.mapper().readTree(text);
      return value instanceof ObjectNode object
          ? ToolResult.structured(text, object)
          : ToolResult.text(text);
    } catch (IOException e) {
      return ToolResult.string(text);
    }
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
