package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.Json;
import io.gatemini.transport.http.internal.client.OneLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.Optional;

/** Makes the result of a call from the answer of the API. */
public final class Results {
  /** Errors are read by a model; one that needs more is a page. */
  private static final int MAX_ERROR_LENGTH = 4_000;

  private Results() {}

  /** The result of a call. */
  public static ToolResult of(Operation operation, ApiAnswer answer) {
    int status = answer.status();
    if (status >= 400) {
      Optional<String> remedy = operation.remedy().filter(it -> status == 401 || status == 403);
      String remedied = remedy.map(words -> "; " + words).orElse("");
      return ToolResult.error(answer.summary() + remedied + details(answer));
    }
    if (status >= 300) {
      String to = OneLine.of(answer.location().orElse("nowhere"), 2_000);
      return ToolResult.string(
          answer.summary() + " and leads to " + to + ", which is not followed");
    }
    return answer.body().length == 0
        ? ToolResult.string(answer.summary() + ", without content")
        : content(operation, answer);
  }

  private static String details(ApiAnswer answer) {
    String text = text(answer).orElse("").strip();
    if (text.isEmpty() || text.startsWith("<") || answer.type().isHtml()) {
      return answer.said().map(said -> ": " + said).orElse("");
    }
    return ": " + TextCut.head(text, MAX_ERROR_LENGTH);
  }

  private static ToolResult content(Operation operation, ApiAnswer answer) {
    String type = answer.type().type();
    Optional<String> text =
        answer.type().isJson() || Operation.isText(type) || type.isEmpty()
            ? text(answer)
            : Optional.empty();
    if (text.isEmpty()) {
      return binary(operation, type.isEmpty() ? "application/octet-stream" : type, answer.body());
    }
    return answer.type().isJson() ? json(text.get()) : ToolResult.string(text.get());
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
  private static Optional<String> text(ApiAnswer answer) {
    try {
      return Optional.of(
          answer.type().charset().newDecoder().decode(ByteBuffer.wrap(answer.body())).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static ToolResult binary(Operation operation, String type, byte[] bytes) {
    String data = Base64.getEncoder().encodeToString(bytes);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode block = result.putArray("content").addObject();
    if (type.matches("(image|audio)/.*")) {
      block.put("type", type.substring(0, 5)).put("data", data).put("mimeType", type);
    } else {
      block
          .put("type", "resource")
          .putObject("resource")
          .put("uri", "urn:openapi:" + operation.tool().name())
          .put("mimeType", type)
          .put("blob", data);
    }
    return ToolResult.of(RawJson.of(result));
  }
}
