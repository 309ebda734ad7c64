package io.gatemini.internal.surface.resource;

import io.gatemini.Resource;
import io.gatemini.Session;

/** One resource of the surface, under one address. Thread-safe. */
interface FixedResource {
  /** What clients see of it. */
  Resource definition();

  /** What it says to a session at this moment. */
  String read(Session session);
}
