package io.gatemini;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a tool: an MCP {@code CallToolResult} (specification 2025-11-25), kept as it
 * arrived. Nothing is parsed before it is asked for. Immutable and thread-safe.
 */
public final class ToolResult {
  private final RawJson json;
  private final boolean isString;
  private volatile @Nullable Shape shape;

  private ToolResult(RawJson json, boolean isString) {
    this.json = Objects.requireNonNull(json, "json");
    this.isString = isString;
  }

  /** A result as it stands in the protocol: an object with {@code content}. */
  public static ToolResult of(RawJson callToolResult) {
    return new ToolResult(callToolResult, false);
  }

  /** A single text block; programs see the value that it is the JSON of, if it is any. */
  public static ToolResult text(String text) {
    return of(RawJson.of(withText(text)));
  }

  /**
   * A single text block that programs see as a string, even where it could be JSON: a postal code,
   * an id. So are the texts that a Java method returns.
   */
  public static ToolResult string(String text) {
    return new ToolResult(RawJson.of(withText(text)), true);
  }

  /** A structured value, with its JSON as the text block. */
  public static ToolResult structured(ObjectNode value) {
    return structured(RawJson.of(value).toString(), value);
  }

  /** A structured value beside a text of its own. */
  public static ToolResult structured(String text, ObjectNode value) {
    ObjectNode result = withText(text);
    result.set("structuredContent", value);
    return of(RawJson.of(result));
  }

  /** A failure, described to the agent in a sentence. */
  public static ToolResult error(String message) {
    return of(RawJson.of(withText(message).put("isError", true)));
  }

  /**
   * The result with the {@code content} that the protocol asks for: the very same where it has
   * some; else with the JSON of its structured value as a text block, or with no block.
   */
  public ToolResult withContent() {
    if (shape().content) {
      return this;
    }
    byte[] utf8 = json.toByteArray();
    ByteArrayOutputStream result = new ByteArrayOutputStream(utf8.length);
    String block = "";
    try (JsonParser parser = JsonValues.factory().createParser(utf8)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        int member = (int) parser.currentTokenLocation().getByteOffset();
        JsonToken type = parser.nextToken();
        int value = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int end = (int) parser.currentLocation().getByteOffset();
        if (name.equals("structuredContent") && type != JsonToken.VALUE_NULL) {
          block = withText(new String(utf8, value, end - value, UTF_8)).at("/content/0").toString();
        }
        if (!name.equals("content")) {
          result.write(result.size() == 0 ? '{' : ',');
          result.write(utf8, member, end - member);
        }
      }
    } catch (IOException e) {
      return this; // its reader says where it breaks
    }
    String before = result.size() == 0 ? "{" : ",";
    result.writeBytes((before + "\"content\":[" + block + "]}").getBytes(UTF_8));
    return of(RawJson.wrap(result.toByteArray()));
  }

  /** The whole result as it stands in the protocol. */
  public RawJson json() {
    return json;
  }

  /**
   * About how many bytes the result has, found without reading or writing it: exact for one that
   * arrived as text, and the length of its texts for one that was made as a tree.
   */
  public long sizeEstimate() {
    long known = json.knownLength();
    if (known == 0) {
      for (JsonNode block : json.tree().path("content")) {
        known += lengthOf(block.path("text")) + lengthOf(block.path("data"));
      }
    }
    return known;
  }

  private static long lengthOf(JsonNode value) {
    String text = value.textValue();
    return text == null ? 0 : text.length();
  }

  /** Whether the tool says that it failed. */
  public boolean isError() {
    return shape().isError;
  }

  /** The content blocks. */
  public List<JsonNode> content() {
    List<JsonNode> blocks = new ArrayList<>();
    if (hasStructuredContent()) {
      // The structured value may be large; the blocks are had without its tree.
      contentAlone().forEach(blocks::add);
    } else {
      json.tree().path("content").forEach(blocks::add);
    }
    return List.copyOf(blocks);
  }

  private JsonNode contentAlone() {
    JsonNode content = JsonNodeFactory.instance.missingNode();
    try (JsonParser parser = json.parser()) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals("content");
        parser.nextToken();
        if (wanted) {
          content = JsonValues.read(parser);
        } else {
          parser.skipChildren();
        }
      }
      return content;
    } catch (IOException e) {
      throw new UncheckedIOException("malformed JSON value", e);
    }
  }

  /** The structured value, if the tool gave one. */
  public Optional<JsonNode> structuredContent() {
    return shape().structured
        ? Optional.of(json.tree().get("structuredContent"))
        : Optional.empty();
  }

  /** Whether the tool gave a structured value; costs no tree. */
  public boolean hasStructuredContent() {
    return shape().structured;
  }

  /** The metadata of the answer ({@code _meta}), if it has any; costs no tree where it has none. */
  public Optional<JsonNode> meta() {
    return shape().meta ? Optional.of(json.tree().get("_meta")) : Optional.empty();
  }

  /** Whether it was made by {@link #string}; the protocol has no such mark. */
  public boolean isString() {
    return isString;
  }

  /** The text of the one text block that is the whole content; empty in every other case. */
  public Optional<String> onlyText() {
    return Optional.ofNullable(shape().onlyText);
  }

  /** The text blocks, joined by line feeds. */
  public String text() {
    String only = shape().onlyText;
    return only != null
        ? only
        : content().stream()
            .filter(block -> block.path("type").asText().equals("text"))
            .map(block -> block.path("text").asText())
            .collect(Collectors.joining("\n"));
  }

  /**
   * The answer as one value, the way programs see it: the structured value, else the JSON of a
   * single text block that is no {@link #string}, else its text, else the array of content blocks.
   */
  public JsonNode value() {
    Optional<JsonNode> structured = structuredContent();
    if (structured.isPresent()) {
      return structured.get();
    }
    String only = shape().onlyText;
    if (only == null) {
      return json.tree().path("content");
    }
    return isString ? TextNode.valueOf(only) : jsonOrText(only);
  }

  /**
   * {@link #value()} as a Java value: a record, a bean, a number, a text, an array of these; dates
   * and times are read from ISO-8601 text.
   *
   * @throws GatewayException when it is no such value, or the tool failed
   */
  public <T> T as(Class<T> type) {
    return ResultValues.read(value(), type, isError() ? text() : null);
  }

  private static JsonNode jsonOrText(String text) {
    if (JsonText.canBegin(text)) {
      try {
        return JsonValues.parse(text);
      } catch (IOException e) {
        return TextNode.valueOf(text);
      }
    }
    return TextNode.valueOf(text);
  }

  private static ObjectNode withText(String text) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    return result;
  }

  private Shape shape() {
    Shape known = shape;
    if (known == null) {
      known = Shape.of(json);
      shape = known;
    }
    return known;
  }

  /** The JSON text of the result. */
  @Override
  public String toString() {
    return json.toString();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || (other instanceof ToolResult that && json.equals(that.json));
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  /** The findings of a single pass over the text: enough to route a result without its tree. */
  private record Shape(
      boolean content,
      boolean isError,
      boolean structured,
      boolean meta,
      @Nullable String onlyText) {
    static Shape of(RawJson json) {
      try (JsonParser parser = json.parser()) {
        boolean content = false;
        boolean isError = false;
        boolean structured = false;
        boolean meta = false;
        String onlyText = null;
        if (parser.nextToken() != JsonToken.START_OBJECT) {
          return new Shape(true, false, false, false, null);
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          JsonToken value = parser.nextToken();
          switch (name) {
            case "isError" -> isError = value == JsonToken.VALUE_TRUE;
            case "structuredContent" -> {
              structured = value == JsonToken.START_OBJECT;
              parser.skipChildren();
            }
            case "_meta" -> {
              meta = value == JsonToken.START_OBJECT;
              parser.skipChildren();
            }
            case "content" -> {
              content = value == JsonToken.START_ARRAY;
              onlyText = onlyText(parser);
            }
            default -> parser.skipChildren();
          }
        }
        return new Shape(content, isError, structured, meta, onlyText);
      } catch (IOException e) {
        return new Shape(true, false, false, false, null);
      }
    }

    private static @Nullable String onlyText(JsonParser parser) throws IOException {
      if (parser.currentToken() != JsonToken.START_ARRAY) {
        parser.skipChildren();
        return null;
      }
      int blocks = 0;
      String text = null;
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        blocks++;
        boolean isText = false;
        String candidate = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          JsonToken value = parser.nextToken();
          if (name.equals("type")) {
            isText = value == JsonToken.VALUE_STRING && parser.getText().equals("text");
          } else if (name.equals("text") && value == JsonToken.VALUE_STRING && blocks == 1) {
            candidate = parser.getText();
          } else {
            parser.skipChildren();
          }
        }
        text = isText && blocks == 1 ? candidate : null;
      }
      return text;
    }
  }
}
