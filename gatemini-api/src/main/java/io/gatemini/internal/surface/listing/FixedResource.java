package io.gatemini.internal.surface.listing;

import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One resource of the surface, under one address. Thread-safe. */
public interface FixedResource {
  /** What clients see of it. */
  Resource definition();

  /** What it says to a session at this moment. */
  String read(Session session);

  /** Its address with the parameters of a query, where it has some; listed among the templates. */
  default Optional<ResourceTemplate> template() {
    return Optional.empty();
  }

  /**
   * What it says to a session at this moment. Throws what {@link io.gatemini.Surface#readResource}
   * fails with.
   *
   * @param parameters those of the query, as far as they were given
   */
  default String read(Session session, Map<String, String> parameters) {
    return read(session);
  }

  /** What it keeps of each tool, which can be made before somebody reads it. */
  default List<PerToolCache<?>> kept() {
    return List.of();
  }

  /** What a parameter of its template can be, in a fixed order. */
  default List<String> values(String parameter) {
    return List.of();
  }
}
