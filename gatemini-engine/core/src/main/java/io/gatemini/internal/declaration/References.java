package io.gatemini.internal.declaration;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Resolves the references of a schema: those to a place in the schema itself. Nothing is fetched.
 */
record References(JsonNode root) {
  private static final int MAX_LENGTH = 500;

  /** The schema that another one refers to; empty where it refers to none that is there. */
  Optional<JsonNode> target(JsonNode schema) {
    JsonNode reference = schema.get("$ref");
    if (reference == null) {
      reference = schema.path(schema.has("$dynamicRef") ? "$dynamicRef" : "$recursiveRef");
    }
    if (!reference.isTextual() || reference.textValue().length() > MAX_LENGTH) {
      return Optional.empty();
    }
    String text = reference.textValue();
    if (text.equals("#")) {
      return Optional.of(root);
    }
    if (!text.startsWith("#/")) {
      return Optional.empty();
    }
    try {
      JsonNode target = root.at(JsonPointer.compile(decoded(text.substring(1))));
      return target.isMissingNode() ? Optional.empty() : Optional.of(target);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // no pointer, or one with a broken escape
    }
  }

  private static String decoded(String pointer) {
    return pointer.indexOf('%') < 0
        ? pointer
        : URLDecoder.decode(pointer.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
