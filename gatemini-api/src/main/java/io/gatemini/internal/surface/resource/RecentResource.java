package io.gatemini.internal.surface.resource;

import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.internal.surface.listing.FixedResource;
import io.gatemini.internal.surface.listing.Reading;

/** {@code gatemini://recent}: the last 50 calls, newest first. */
record RecentResource(RecentCallRows calls) implements FixedResource {
  private static final int CALLS = 50;

  private static final Resource DEFINITION =
      new Resource(
          "gatemini://recent",
          "recent",
          "Recent Tool Calls",
          "The last 50 calls of backend tools by all clients, newest first: tool, backend,"
              + " milliseconds, success, how long ago.",
          Reading.JSON,
          ContentAnnotations.of(0.3, Role.USER, Role.ASSISTANT));

  @Override
  public Resource definition() {
    return DEFINITION;
  }

  @Override
  public String read(Session session) {
    return calls.last(CALLS);
  }
}
