package io.gatemini.internal.surface.listing;

import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One resource of the surface, under one address. Thread-safe. */
public interface FixedResource {
  /** Its definition for clients. */
  Resource definition();

  /** Its content for a session at this moment. */
  String read(Session session);

  /** Its address with the parameters of a query, where it has some; listed among the templates. */
  default Optional<ResourceTemplate> template() {
    return Optional.empty();
  }

  /**
   * Its content for a session at this moment. Throws what {@link io.gatemini.Surface#readResource}
   * fails with.
   *
   * @param parameters those of the query, as far as they were given
   */
  default String read(Session session, Map<String, String> parameters) {
    return read(session);
  }

  /** The caches it keeps per tool, which can be filled before the first read. */
  default List<PerToolCache<?>> kept() {
    return List.of();
  }

  /** The possible values of a parameter of its template, in a fixed order. */
  default List<String> values(String parameter) {
    return List.of();
  }
}
