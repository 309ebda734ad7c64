package io.gatemini.internal.surface.resource;

import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.surface.listing.Reading;
import java.util.List;
import java.util.Map;

/** Resources of the surface whose addresses are made by a template. Thread-safe. */
interface TemplatedResource {
  /** The template that clients see. */
  ResourceTemplate definition();

  /**
   * The content of one of them for a session at this moment. Throws what {@link
   * io.gatemini.Surface#readResource} fails with.
   *
   * @param variables the values of the template's variables, decoded; those of the query as far as
   *     they were given
   */
  Reading read(Session session, Map<String, String> variables);

  /** Those of them that are listed one by one, in a fixed order. */
  default List<Resource> listed() {
    return List.of();
  }

  /** The values a variable of the template can have, in a fixed order. */
  default List<String> values(String variable) {
    return List.of();
  }
}
