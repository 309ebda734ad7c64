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
import io.gatemini.transport.http.internal.openapi.HttpApi.Answer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.Optional;

/** Makes the result of a call from the answer of the API. */
final class Results {
  /** Errors are read by a model; one that needs more is a page. */
  private static final int MAX_ERROR_LENGTH = 4_000;

  private Results() {}

  /**
   * The result of a call.
   *
   * @param remedy what to do where the API misses credentials
   */
  static ToolResult of(Operation operation, Answer answer, Optional<String> remedy) {
    if (answer.status() >= 400) {
      String remedied =
          (answer.status() == 401 || answer.status() == 403)
              ? remedy.map(words -> "; " + words).orElse("")
              : "";
      return ToolResult.error(answer.summary() + remedied + details(answer));
    }
    if (answer.status() >= 300) {
      return ToolResult.string(
          answer.summary()
              + answer
                  .location()
                  .map(to -> " and leads to " + OneLine.of(to, 2_000) + ", which is not followed")
                  .orElse(""));
    }
    if (answer.body().length == 0) {
      return ToolResult.string(answer.summary() + ", without content");
    }
    return content(operation, answer);
  }

  private static String details(Answer answer) {
    String text = text(answer).orElse("").strip();
    if (text.isEmpty() || text.startsWith("<") || answer.type().isHtml()) {
      return answer.said().map(said -> ": " + said).orElse("");
    }
    return ": " + TextCut.head(text, MAX_ERROR_LENGTH);
  }

  private static ToolResult content(Operation operation, Answer answer) {
    ContentType type = answer.type();
    Optional<String> text =
        type.isJson() || isText(type.type()) || type.type().isEmpty()
            ? text(answer)
            : Optional.empty();
    if (text.isPresent()) {
      String words = text.get();
      boolean json = type.isJson() || (type.type().isEmpty() && words.startsWith("{"));
      return json ? json(words) : ToolResult.string(words);
    }
    return binary(operation, answer);
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

  private static boolean isText(String type) {
    return type.startsWith("text/")
        || type.endsWith("xml")
        || type.endsWith("yaml")
        || type.endsWith("javascript")
        || type.equals("application/x-www-form-urlencoded")
        || type.equals("application/x-ndjson");
  }

  /** The body as text; empty where it is none in its charset. */
  private static Optional<String> text(Answer answer) {
    try {
      return Optional.of(
          answer.type().charset().newDecoder().decode(ByteBuffer.wrap(answer.body())).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static ToolResult binary(Operation operation, Answer answer) {
    String type =
        answer.type().type().isEmpty() ? "application/octet-stream" : answer.type().type();
    String data = Base64.getEncoder().encodeToString(answer.body());
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    ObjectNode block = result.putArray("content").addObject();
    if (type.startsWith("image/") || type.startsWith("audio/")) {
      block
          .put("type", type.substring(0, type.indexOf('/')))
          .put("data", data)
          .put("mimeType", type);
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
