package io.gatemini.internal.surface;

import io.gatemini.Session;
import io.gatemini.spi.Surface.SurfaceResource;

/** One resource of the surface, under one address. Thread-safe. */
interface Resource {
  /** What clients see of it. */
  SurfaceResource definition();

  /** What it says to a session at this moment. */
  String read(Session session);
}
