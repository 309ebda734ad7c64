package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.gatemini.BackendUnavailableException;
import io.gatemini.spi.Json;
import io.gatemini.transport.http.internal.client.OneLine;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * An OpenAPI document (3.0 or 3.1, JSON or YAML) as a tree. References are followed inside the
 * document only. Immutable.
 */
final class Document {
  /** The largest public documents have half of it. */
  static final int MAX_BYTES = 30 * 1024 * 1024;

  /** A chain of references that is longer is a circle. */
  private static final int MAX_HOPS = 50;

  private static final YAMLFactory YAML =
      YAMLFactory.builder()
          // YAML 1.1 takes "off" and "no" for booleans, which is never meant.
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
          .loaderOptions(loaderOptions())
          .build();

  private static final ObjectReader SCALARS =
      Json.mapper().reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final JsonNode root;

  private Document(JsonNode root) {
    this.root = root;
  }

  /**
   * Reads a document.
   *
   * @throws BackendUnavailableException saying what to change
   */
  static Document parse(byte[] bytes) {
    checkSize(bytes.length);
    JsonNode root;
    try {
      root = beginsWithBrace(bytes) ? Json.mapper().readTree(bytes) : new YamlTree(bytes).read();
    } catch (JsonProcessingException e) {
      throw wrong(
          "is neither JSON nor YAML: " + OneLine.of(String.valueOf(e.getOriginalMessage()), 200));
    } catch (IOException e) {
      throw wrong("cannot be read: " + OneLine.of(String.valueOf(e.getMessage()), 200));
    }
    if (root.has("swagger")) {
      throw wrong(
          "is Swagger "
              + OneLine.of(root.path("swagger").asText(), 10)
              + "; convert it to OpenAPI 3.0 or 3.1");
    }
    String version = root.path("openapi").asText();
    if (!version.matches("3\\.\\d.*")) {
      throw wrong(
          version.isEmpty()
              ? "is not an OpenAPI document: it has no member \"openapi\""
              : "is of OpenAPI " + OneLine.of(version, 10) + "; write it in OpenAPI 3.0 or 3.1");
    }
    if (root.path("paths").isEmpty()) {
      throw wrong("has no paths, so that there are no tools in it");
    }
    return new Document(root);
  }

  /** Rejects a document that is too large. */
  static void checkSize(long bytes) {
    if (bytes > MAX_BYTES) {
      throw wrong(
          "has more than "
              + (MAX_BYTES >> 20)
              + " MB; remove from it what is not needed, and the copies of what $ref can name");
    }
  }

  static BackendUnavailableException wrong(String problem) {
    return BackendUnavailableException.lasting("the OpenAPI document " + problem);
  }

  JsonNode root() {
    return root;
  }

  /** Whether its schemas are those of OpenAPI 3.0, which are no JSON Schema. */
  boolean isOld() {
    return root.path("openapi").asText().startsWith("3.0");
  }

  /** A value, or the value that its reference leads to. */
  JsonNode resolve(JsonNode value) {
    JsonNode at = value;
    for (int hops = 0; at.path("$ref").isTextual(); hops++) {
      if (hops == MAX_HOPS) {
        throw wrong("has a $ref that leads in a circle: " + shown(at));
      }
      at = target(at.path("$ref").textValue());
    }
    return at;
  }

  /** The value that a reference leads to. */
  JsonNode target(String reference) {
    if (!reference.startsWith("#")) {
      throw wrong(
          "has a $ref to another document, which is not followed: "
              + OneLine.of(reference, 200)
              + "; bundle the documents into one, or exclude the operation");
    }
    JsonNode target;
    try {
      String fragment = reference.substring(1).replace("+", "%2B");
      target = root.at(JsonPointer.compile(URLDecoder.decode(fragment, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      target = JsonNodeFactory.instance.missingNode();
    }
    if (target.isMissingNode()) {
      throw wrong(
          "has a $ref that leads nowhere: "
              + OneLine.of(reference, 200)
              + "; correct it, or exclude the operation");
    }
    return target;
  }

  private static String shown(JsonNode reference) {
    return OneLine.of(reference.path("$ref").textValue(), 200);
  }

  private static boolean beginsWithBrace(byte[] bytes) {
    for (byte b : bytes) {
      // White space, or a byte order mark.
      if (b > ' ') {
        return b == '{';
      }
    }
    return false;
  }

  private static LoaderOptions loaderOptions() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MAX_BYTES);
    return options;
  }

  /** Builds a tree in which an alias is the very value that it names. */
  private static final class YamlTree {
    private final byte[] bytes;
    private final Map<String, JsonNode> anchors = new HashMap<>();

    YamlTree(byte[] bytes) {
      this.bytes = bytes;
    }

    JsonNode read() throws IOException {
      try (YAMLParser parser = YAML.createParser(bytes)) {
        return parser.nextToken() == null
            ? JsonNodeFactory.instance.missingNode()
            : value(parser, 0);
      }
    }

    private JsonNode value(YAMLParser parser, int depth) throws IOException {
      if (depth > Json.MAX_DEPTH / 2) {
        throw wrong("is nested too deeply");
      }
      if (parser.isCurrentAlias()) {
        JsonNode known = anchors.get(parser.getText());
        if (known == null) {
          throw wrong("has an alias without an anchor: *" + OneLine.of(parser.getText(), 60));
        }
        return known;
      }
      String anchor = parser.getObjectId();
      JsonNode read =
          switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, depth);
            case START_ARRAY -> array(parser, depth);
            default -> SCALARS.readTree(parser);
          };
      if (anchor != null) {
        anchors.put(anchor, read);
      }
      return read;
    }

    private ObjectNode object(YAMLParser parser, int depth) throws IOException {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        JsonNode member = value(parser, depth + 1);
        if (name.equals("<<")) {
          (member.isArray() ? member : JsonNodeFactory.instance.arrayNode().add(member))
              .forEach(
                  merged ->
                      merged
                          .properties()
                          .forEach(it -> object.putIfAbsent(it.getKey(), it.getValue())));
        } else {
          object.set(name, member);
        }
      }
      return object;
    }

    private ArrayNode array(YAMLParser parser, int depth) throws IOException {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(value(parser, depth + 1));
      }
      return array;
    }
  }
}
