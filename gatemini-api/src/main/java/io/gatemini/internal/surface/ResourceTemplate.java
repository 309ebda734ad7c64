package io.gatemini.internal.surface;

import io.gatemini.Session;
import io.gatemini.spi.Surface.SurfaceResourceTemplate;
import java.util.Map;

/** Resources of the surface whose addresses are made by a template. Thread-safe. */
interface ResourceTemplate {
  /** What clients see of it. */
  SurfaceResourceTemplate definition();

  /**
   * What one of them says to a session at this moment. Throws what {@link
   * io.gatemini.spi.Surface#readResource} fails with.
   *
   * @param variables the values of the template's variables, decoded; those of the query as far as
   *     they were given
   */
  ResourceContent read(Session session, Map<String, String> variables);
}
