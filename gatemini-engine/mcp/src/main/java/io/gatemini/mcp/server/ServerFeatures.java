package io.gatemini.mcp.server;

import io.gatemini.Session;
import io.gatemini.Surface;

/**
 * The capabilities of a server beside tools and log messages.
 *
 * @param resources whether there are resources to list, read and subscribe to
 * @param prompts whether there are prompts
 */
record ServerFeatures(boolean resources, boolean prompts) {
  /** The features of a surface at this moment; a kind of which it has none is not offered. */
  static ServerFeatures of(Surface surface, Session session) {
    return new ServerFeatures(
        !surface.resources(session).isEmpty() || !surface.resourceTemplates(session).isEmpty(),
        !surface.prompts(session).isEmpty());
  }

  /** Whether there is anything to complete values for. */
  boolean completions() {
    return resources || prompts;
  }
}
