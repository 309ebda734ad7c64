package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.surface.listing.Reading;
import io.gatemini.internal.text.AddressSegment;
import io.gatemini.internal.text.VisibleText;
import java.util.List;
import java.util.Map;

/**
 * <code>gatemini://backend/{backend_name}</code>: one backend with the names of its tools. Every
 * configured one is listed as a resource of its own, so that a person can mention it.
 */
final class BackendResource implements TemplatedResource {
  private static final String ADDRESS = "gatemini://backend/";

  private static final ContentAnnotations ANNOTATIONS =
      ContentAnnotations.of(0.5, Role.USER, Role.ASSISTANT);

  private static final ResourceTemplate DEFINITION =
      new ResourceTemplate(
          ADDRESS + "{backend_name}",
          "backend",
          "Backend",
          "One backend: state, why it is not available, the names of its tools, tools that have"
              + " changed, the last lines of stderr.",
          Reading.JSON,
          ANNOTATIONS);

  private static final int STDERR_LINES = 50;

  private final Gateway gateway;
  private final BackendDirectory directory;

  BackendResource(Gateway gateway) {
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
    ObjectNode json = BackendDirectory.row(backend);
    // The row has the first sentence.
    backend.description().ifPresent(text -> json.put("description", VisibleText.description(text)));
    gateway
        .instructions(backend.name())
        .ifPresent(text -> json.put("instructions", VisibleText.of(text)));
    ArrayNode tools = json.putArray("tools");
    gateway.catalog().tools(backend.name()).forEach(tool -> tools.add(tool.key()));
    addAll(json, "changed_tools", backend.changedTools());
    addAll(json, "recent_stderr", BackendDirectory.stderr(backend, STDERR_LINES));
    return new Reading(Reading.JSON, VisibleText.escaped(json.toString()));
  }

  @Override
  public List<Resource> listed() {
    return directory.all().stream().map(BackendResource::listed).toList();
  }

  @Override
  public List<String> values(String variable) {
    return variable.equals("backend_name") ? directory.names() : List.of();
  }

  private static Resource listed(BackendStatus backend) {
    String name = VisibleText.name(backend.name());
    return new Resource(
        ADDRESS + AddressSegment.of(backend.name()),
        "backend/" + name,
        name,
        backend.description().map(Brief::sentence).orElseGet(() -> plain(backend)),
        Reading.JSON,
        ANNOTATIONS);
  }

  /** Nothing that changes with its state: a list that is shown once is kept. */
  private static String plain(BackendStatus backend) {
    return "A backend (" + backend.transport() + "): its state and its tools.";
  }

  private static void addAll(ObjectNode json, String name, List<String> texts) {
    if (!texts.isEmpty()) {
      texts.forEach(json.putArray(name)::add);
    }
  }
}
