package io.gatemini.content;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of a resource: a text, or bytes. Contains the complete answer of an MCP server, too;
 * of several parts this class exposes the first. Immutable.
 *
 * @param uri the address it was read under
 * @param mimeType what it is to be read as
 * @param text the text; bytes in Base64 where {@code binary}
 * @param binary whether it is bytes
 * @param result what a server answered to {@code resources/read}, a JSON object; clients get that
 */
public record ResourceContent(
    String uri, String mimeType, String text, boolean binary, Optional<RawJson> result) {
  public ResourceContent {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(mimeType, "mimeType");
    Objects.requireNonNull(text, "text");
    result
        .filter(json -> !json.tree().isObject())
        .ifPresent(
            json -> {
              throw new IllegalArgumentException("result must be a JSON object");
            });
  }

  /** A text. */
  public ResourceContent(String uri, String mimeType, String text) {
    this(uri, mimeType, text, false, Optional.empty());
  }

  /**
   * The content of a server's answer to {@code resources/read}.
   *
   * @param uri the address it was asked for
   * @throws IllegalArgumentException when it is no such answer
   */
  public static ResourceContent of(String uri, RawJson result) {
    JsonNode contents = result.tree().path("contents");
    if (!contents.isArray()) {
      throw new IllegalArgumentException("the answer has no contents");
    }
    JsonNode first = contents.path(0);
    boolean binary = first.path("blob").isTextual();
    return new ResourceContent(
        first.path("uri").asText(uri),
        first.path("mimeType").asText(""),
        first.path(binary ? "blob" : "text").asText(""),
        binary,
        Optional.of(result));
  }

  /** Bytes, such as an image. */
  public static ResourceContent bytes(String uri, String mimeType, byte[] bytes) {
    return new ResourceContent(
        uri, mimeType, Base64.getEncoder().encodeToString(bytes), true, Optional.empty());
  }
}
