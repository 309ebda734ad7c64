package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.presentation.Rows;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.Map;

/** <code>gatemini://backend/{backend_name}/tools</code>: the tools of a backend in a few words. */
final class BackendToolsResource implements TemplatedResource {
  private static final ResourceTemplate DEFINITION =
      new ResourceTemplate(
          "gatemini://backend/{backend_name}/tools",
          "backend-tools",
          "Tools of a Backend",
          "The tools of one backend, each with the first sentence of its description; none while"
              + " it has not started.",
          Reading.JSON,
          ContentAnnotations.of(0.5, Role.USER, Role.ASSISTANT));

  private final Gateway gateway;
  private final BackendDirectory directory;

  BackendToolsResource(Gateway gateway) {
    this.gateway = gateway;
    this.directory = new BackendDirectory(gateway);
  }

  @Override
  public ResourceTemplate definition() {
    return DEFINITION;
  }

  @Override
  public Reading read(Session session, Map<String, String> variables) {
    BackendStatus backend = directory.find(variables.getOrDefault("backend_name", ""));
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    gateway
        .catalog()
        .tools(backend.name())
        .forEach(
            tool ->
                rows.addObject()
                    .put("name", tool.key())
                    .put("description", Brief.sentence(tool.description())));
    return new Reading(Reading.JSON, VisibleText.escaped(Rows.of(rows)));
  }

  @Override
  public List<String> values(String variable) {
    return variable.equals("backend_name") ? directory.names() : List.of();
  }
}
