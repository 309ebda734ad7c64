package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.gatemini.BackendUnavailableException;
import io.gatemini.spi.Json;
import io.gatemini.transport.http.internal.client.OneLine;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * An OpenAPI document (3.0 or 3.1, JSON or YAML) as a tree. References are followed inside the
 * document only. Immutable.
 */
record Document(JsonNode root) {
  /** Maps of names that the document's author chose: a name without a value is one of anything. */
  private static final Set<String> SCHEMAS =
      Set.of("properties", "patternProperties", "schemas", "$defs", "definitions");

  /** Values of an API, where null says something. */
  private static final Set<String> VALUES =
      Set.of("default", "example", "examples", "const", "enum");

  /** A chain of references that is longer is a circle. */
  private static final int MAX_HOPS = 50;

  /**
   * Reads a document.
   *
   * @throws BackendUnavailableException saying what to change
   */
  static Document parse(byte[] bytes) {
    if (bytes.length > OpenApi.MAX_BYTES) {
      throw wrong(
          "has more than "
              + (OpenApi.MAX_BYTES >> 20)
              + " MB; remove from it what is not needed, and the copies of what $ref can name");
    }
    JsonNode root;
    String start = new String(bytes, 0, Math.min(bytes.length, 1_000), StandardCharsets.UTF_8);
    try {
      root = start.matches("(?s)[\\s\\uFEFF]*\\{.*") ? Json.mapper().readTree(bytes) : yaml(bytes);
    } catch (JsonProcessingException e) {
      throw wrong(
          "is neither JSON nor YAML: " + OneLine.of(String.valueOf(e.getOriginalMessage()), 200));
    } catch (IOException e) {
      throw wrong("cannot be read: " + OneLine.of(String.valueOf(e.getMessage()), 200));
    }
    dropEmptyMembers(root, false);
    String version = root.path("openapi").asText();
    if (!version.matches("3\\.\\d.*")) {
      String other = OneLine.of(version + root.path("swagger").asText(), 10);
      throw wrong(
          other.isEmpty()
              ? "is not an OpenAPI document: it has no member \"openapi\""
              : "is of version " + other + "; convert it to OpenAPI 3.0 or 3.1");
    }
    if (root.path("paths").isEmpty()) {
      throw wrong("has no paths, so that there are no tools in it");
    }
    return new Document(root);
  }

  /** Generators leave members without a value, which YAML reads as null: as if they were absent. */
  private static void dropEmptyMembers(JsonNode at, boolean isOfSchemas) {
    if (at instanceof ObjectNode object) {
      if (isOfSchemas) {
        object.properties().stream()
            .filter(member -> member.getValue().isNull())
            .forEach(member -> member.setValue(object.objectNode()));
      } else {
        object
            .properties()
            .removeIf(member -> member.getValue().isNull() && !VALUES.contains(member.getKey()));
      }
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        if (isOfSchemas || !VALUES.contains(member.getKey())) {
          dropEmptyMembers(member.getValue(), !isOfSchemas && SCHEMAS.contains(member.getKey()));
        }
      }
    } else {
      at.forEach(element -> dropEmptyMembers(element, false));
    }
  }

  private static JsonNode yaml(byte[] bytes) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(OpenApi.MAX_BYTES);
    YAMLFactory factory =
        YAMLFactory.builder()
            .streamReadConstraints(Json.mapper().getFactory().streamReadConstraints())
            // YAML 1.1 takes "off" and "no" for booleans, which is never meant.
            .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
            .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
            .loaderOptions(options)
            .build();
    try (YAMLParser parser = factory.createParser(bytes)) {
      JsonNode read = Json.mapper().readTree(new WithoutAliases(parser));
      return read == null ? MissingNode.getInstance() : read;
    }
  }

  static BackendUnavailableException wrong(String problem) {
    return BackendUnavailableException.lasting("the OpenAPI document " + problem);
  }

  /** A value, or the value that its reference leads to. */
  JsonNode resolve(JsonNode value) {
    JsonNode at = value;
    for (int hops = 0; at.path("$ref").isTextual(); hops++) {
      String reference = at.path("$ref").textValue();
      if (hops == MAX_HOPS) {
        throw wrong("has a $ref that leads in a circle: " + OneLine.of(reference, 200));
      }
      at = target(reference);
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
    JsonNode target = MissingNode.getInstance();
    try {
      String fragment = reference.substring(1).replace("+", "%2B");
      target = root.at(JsonPointer.compile(URLDecoder.decode(fragment, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      // leads nowhere, too
    }
    if (target.isMissingNode()) {
      throw wrong(
          "has a $ref that leads nowhere: "
              + OneLine.of(reference, 200)
              + "; correct it, or exclude the operation");
    }
    return target;
  }

  /** Rejects aliases, which a tree of JSON cannot have. */
  private static final class WithoutAliases extends JsonParserDelegate {
    private final YAMLParser parser;

    WithoutAliases(YAMLParser parser) {
      super(parser);
      this.parser = parser;
    }

    @Override
    public JsonToken nextToken() throws IOException {
      JsonToken token = parser.nextToken();
      if (parser.isCurrentAlias()) {
        String name = OneLine.of(parser.getText(), 60);
        throw wrong("has the YAML alias *" + name + "; write a $ref, or the text of its anchor");
      }
      return token;
    }
  }
}
