package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which values are content blocks and results as the specification of 2025-11-25 has them. A client
 * may refuse a whole answer for one block that is not, so what a program made is held to it.
 */
final class ContentForm {
  /** A value with any other member says more than its content. */
  private static final Set<String> OF_RESULT =
      Set.of("content", "structuredContent", "isError", "_meta");

  /** The same of a text, which any value of a tool may look like. */
  private static final Set<String> OF_TEXT = Set.of("type", "text", "annotations", "_meta");

  private static final Set<String> ROLES = Set.of("user", "assistant");

  private ContentForm() {}

  /** Whether a value is the result of a tool that has anything to say. */
  static boolean isResult(JsonNode value) {
    JsonNode content = value.path("content");
    return hasOnly(value, OF_RESULT)
        && isList(content)
        && isObjectIfAny(value.path("structuredContent"))
        && isObjectIfAny(value.path("_meta"))
        && (value.path("isError").isMissingNode() || value.path("isError").isBoolean());
  }

  /** Whether a value is a list of blocks, at least one. */
  static boolean isList(JsonNode value) {
    if (!value.isArray() || value.isEmpty()) {
      return false;
    }
    for (JsonNode block : value) {
      if (!isBlock(block)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a value is a content block. */
  static boolean isBlock(JsonNode value) {
    return switch (type(value)) {
      case "text" ->
          value.path("text").isTextual() && hasOnly(value, OF_TEXT) && hasCommonForm(value);
      case "resource_link" ->
          value.path("uri").isTextual() && value.path("name").isTextual() && hasCommonForm(value);
      default -> isMedium(value);
    };
  }

  /** Whether a value is a picture, a sound or an embedded resource. */
  static boolean isMedium(JsonNode value) {
    JsonNode resource = value.path("resource");
    return switch (type(value)) {
      case "image", "audio" ->
          value.path("mimeType").isTextual()
              && isBase64(value.path("data"))
              && hasCommonForm(value);
      case "resource" ->
          resource.path("uri").isTextual()
              && (resource.path("text").isTextual() || isBase64(resource.path("blob")))
              && isTextIfAny(resource.path("mimeType"))
              && hasCommonForm(value);
      default -> false;
    };
  }

  private static String type(JsonNode value) {
    String type = value.path("type").textValue();
    return type == null ? "" : type;
  }

  private static boolean hasCommonForm(JsonNode block) {
    JsonNode annotations = block.path("annotations");
    JsonNode priority = annotations.path("priority");
    boolean isPriority =
        priority.isMissingNode()
            || (priority.isNumber() && priority.doubleValue() >= 0 && priority.doubleValue() <= 1);
    return isObjectIfAny(annotations)
        && isPriority
        && isAudience(annotations.path("audience"))
        && isTextIfAny(annotations.path("lastModified"))
        && isObjectIfAny(block.path("_meta"))
        && List.of("title", "description", "mimeType").stream()
            .allMatch(name -> isTextIfAny(block.path(name)));
  }

  private static boolean isAudience(JsonNode audience) {
    if (audience.isMissingNode()) {
      return true;
    }
    for (JsonNode role : audience) {
      if (!role.isTextual() || !ROLES.contains(role.textValue())) {
        return false;
      }
    }
    return audience.isArray();
  }

  private static boolean hasOnly(JsonNode object, Set<String> names) {
    return object.isObject()
        && object.properties().stream().map(Map.Entry::getKey).allMatch(names::contains);
  }

  private static boolean isObjectIfAny(JsonNode value) {
    return value.isMissingNode() || value.isObject();
  }

  private static boolean isTextIfAny(JsonNode value) {
    return value.isMissingNode() || value.isTextual();
  }

  /** Padding may be missing and lines may be broken: clients take that. */
  private static boolean isBase64(JsonNode value) {
    String data = value.textValue();
    if (data == null) {
      return false;
    }
    int end = data.length();
    while (end > 0 && (data.charAt(end - 1) == '=' || data.charAt(end - 1) <= ' ')) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      char c = data.charAt(i);
      boolean isDigit =
          (c >= 'A' && c <= 'Z')
              || (c >= 'a' && c <= 'z')
              || (c >= '0' && c <= '9')
              || c == '+'
              || c == '/'
              || c == '\n'
              || c == '\r';
      if (!isDigit) {
        return false;
      }
    }
    return true;
  }
}
