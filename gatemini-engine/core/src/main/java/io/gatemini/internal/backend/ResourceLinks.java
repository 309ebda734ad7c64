package io.gatemini.internal.backend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.address.BackendAddress;
import io.gatemini.internal.surface.address.TemplatePattern;
import io.gatemini.spi.ResourceSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The links and the view of an answer, which lead to the backend that gave them. Stateless. */
final class ResourceLinks {
  private static final String LINK = "resource_link";

  private ResourceLinks() {}

  /**
   * A result whose links and view lead to a backend.
   *
   * @param isShared whether another backend may have something under an address
   */
  static ToolResult to(String backend, ToolResult result, Predicate<String> isShared) {
    if ((result.onlyText().isPresent() && result.meta().isEmpty())
        || places(result.json().tree()).noneMatch(place -> isShared.test(place.address()))) {
      return result;
    }
    ObjectNode linked = result.json().tree().deepCopy();
    places(linked)
        .filter(place -> isShared.test(place.address()))
        .forEach(
            place -> place.node.put(place.member, BackendAddress.of(backend, place.address())));
    return ToolResult.of(RawJson.of(linked));
  }

  /** A member with an address. */
  private record Place(ObjectNode node, String member) {
    String address() {
      return node.get(member).textValue();
    }
  }

  private static Stream<Place> places(JsonNode result) {
    List<Place> places = new ArrayList<>();
    for (JsonNode block : result.path("content")) {
      add(block.path("type").asText().equals(LINK) ? block : block.path("resource"), "uri", places);
    }
    add(result.at("/_meta/ui"), "resourceUri", places);
    add(result.path("_meta"), "ui/resourceUri", places);
    return places.stream();
  }

  private static void add(JsonNode node, String member, List<Place> places) {
    if (node.path(member).isTextual()) {
      places.add(new Place((ObjectNode) node, member));
    }
  }

  static boolean mayBeOf(ResourceSource source, Session session, String uri) {
    return source.resources(session).stream().anyMatch(it -> it.uri().equals(uri))
        || source.templates(session).stream()
            .anyMatch(it -> TemplatePattern.matches(it.uriTemplate(), uri));
  }
}
