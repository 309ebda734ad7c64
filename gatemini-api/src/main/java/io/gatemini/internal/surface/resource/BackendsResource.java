package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.internal.presentation.Rows;
import io.gatemini.internal.surface.listing.FixedResource;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.text.VisibleText;

/** {@code gatemini://backends}: every configured backend, by name, also those that are down. */
final class BackendsResource implements FixedResource {
  private static final Resource DEFINITION =
      new Resource(
          "gatemini://backends",
          "backends",
          "Backend List",
          "Every configured backend: state, why it is not available, number of tools, transport,"
              + " what it is for.",
          Reading.JSON,
          ContentAnnotations.of(0.6, Role.USER, Role.ASSISTANT));

  private final BackendDirectory directory;

  BackendsResource(Gateway gateway) {
    this.directory = new BackendDirectory(gateway);
  }

  @Override
  public Resource definition() {
    return DEFINITION;
  }

  @Override
  public String read(Session session) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    directory.all().forEach(backend -> rows.add(BackendDirectory.row(backend)));
    return VisibleText.escaped(Rows.of(rows));
  }
}
