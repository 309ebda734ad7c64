package io.gatemini.internal.surface.resource;

import io.gatemini.Session;
import io.gatemini.content.Resource;
import io.gatemini.internal.surface.listing.FixedResource;

/** A guide under an address of its own. */
record GuideAddress(Resource definition, String text) implements FixedResource {
  @Override
  public String read(Session session) {
    return text;
  }
}
