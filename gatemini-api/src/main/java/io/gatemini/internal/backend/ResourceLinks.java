package io.gatemini.internal.backend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.address.BackendAddress;
import io.gatemini.internal.surface.address.TemplatePattern;
import io.gatemini.spi.ResourceSource;
import java.util.function.Predicate;

/** The links of an answer, which lead to the backend that gave them. Stateless. */
final class ResourceLinks {
  private static final String LINK = "resource_link";

  private ResourceLinks() {}

  /**
   * A result whose links lead to a backend.
   *
   * @param isShared whether another backend may have something under an address
   */
  static ToolResult to(String backend, ToolResult result, Predicate<String> isShared) {
    if (result.onlyText().isPresent()
        || result.content().stream().noneMatch(block -> isAmbiguous(block, isShared))) {
      return result;
    }
    ObjectNode linked = result.json().tree().deepCopy();
    for (JsonNode block : linked.get("content")) {
      if (isAmbiguous(block, isShared)) {
        ((ObjectNode) block).put("uri", BackendAddress.of(backend, block.get("uri").asText()));
      }
    }
    return ToolResult.of(RawJson.of(linked));
  }

  private static boolean isAmbiguous(JsonNode block, Predicate<String> isShared) {
    return block.path("type").asText().equals(LINK)
        && block.path("uri").isTextual()
        && isShared.test(block.get("uri").textValue());
  }

  static boolean mayBeOf(ResourceSource source, Session session, String uri) {
    return source.resources(session).stream().anyMatch(it -> it.uri().equals(uri))
        || source.templates(session).stream()
            .anyMatch(it -> TemplatePattern.matches(it.uriTemplate(), uri));
  }
}
