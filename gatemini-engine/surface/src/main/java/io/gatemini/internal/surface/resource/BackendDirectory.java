package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.UnknownResourceException;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.PercentEncoding;
import io.gatemini.internal.text.VisibleText;
import java.util.List;

/**
 * The backends of a gateway as resources describe them: all configured ones, whatever their state,
 * by name. Thread-safe.
 */
record BackendDirectory(Gateway gateway) {
  private static final int MAX_LINE_LENGTH = 500;
  private static final int STDERR_LINES = 50;
  private static final String ADDRESS = "gatemini://backend/";
  private static final String NAME = "backend_name";
  private static final ContentAnnotations ANNOTATIONS =
      ContentAnnotations.of(0.5, Role.USER, Role.ASSISTANT);

  /** {@code gatemini://backends}: every configured backend, by name, also those that are down. */
  OwnResource all() {
    return OwnResource.of(
        new Resource(
            "gatemini://backends",
            "backends",
            "Backend List",
            "Every configured backend: state, why it is not available, number of tools, transport,"
                + " what it is for.",
            Reading.JSON,
            ContentAnnotations.of(0.6, Role.USER, Role.ASSISTANT)),
        session -> {
          ArrayNode rows = JsonNodeFactory.instance.arrayNode();
          gateway.backends().forEach(backend -> rows.add(row(backend)));
          return Reading.rows(rows).text();
        });
  }

  /**
   * <code>gatemini://backend/{backend_name}</code>: one backend with the names of its tools. Every
   * configured one is listed as a resource of its own, so that a person can mention it.
   */
  OwnResource each() {
    return OwnResource.of(
            new ResourceTemplate(
                ADDRESS + "{backend_name}",
                "backend",
                "Backend",
                "One backend: state, why it is not available, the names of its tools, tools that"
                    + " have changed, the last lines of stderr.",
                Reading.JSON,
                ANNOTATIONS),
            (session, variables) -> whole(find(variables.getOrDefault(NAME, ""))))
        .withValues(NAME, this::names)
        .withListed(() -> gateway.backends().stream().map(BackendDirectory::listed).toList());
  }

  /** <code>gatemini://backend/{backend_name}/tools</code>: its tools in a few words. */
  OwnResource tools() {
    return OwnResource.of(
            new ResourceTemplate(
                ADDRESS + "{backend_name}/tools",
                "backend-tools",
                "Tools of a Backend",
                "The tools of one backend, each with the first sentence of its description; none"
                    + " while it has not started.",
                Reading.JSON,
                ANNOTATIONS),
            (session, variables) -> tools(find(variables.getOrDefault(NAME, ""))))
        .withValues(NAME, this::names);
  }

  private List<String> names() {
    return gateway.backends().stream().map(BackendStatus::name).toList();
  }

  private Reading whole(BackendStatus backend) {
    ObjectNode json = row(backend);
    // The row has the first sentence.
    backend.description().ifPresent(text -> json.put("description", VisibleText.description(text)));
    gateway
        .instructions(backend.name())
        .ifPresent(text -> json.put("instructions", VisibleText.of(text)));
    ArrayNode tools = json.putArray("tools");
    gateway.catalog().tools(backend.name()).forEach(tool -> tools.add(tool.key()));
    addAll(json, "changed_tools", backend.changedTools());
    addAll(json, "recent_stderr", stderr(backend, STDERR_LINES));
    return new Reading(Reading.JSON, VisibleText.escaped(json.toString()));
  }

  private static void addAll(ObjectNode json, String name, List<String> texts) {
    if (!texts.isEmpty()) {
      texts.forEach(json.putArray(name)::add);
    }
  }

  private static Resource listed(BackendStatus backend) {
    String name = VisibleText.name(backend.name());
    // Nothing that changes with its state: a list that is shown once is kept.
    String plain = "A backend (" + backend.transport() + "): its state and its tools.";
    return new Resource(
        ADDRESS + PercentEncoding.segment(backend.name()),
        "backend/" + name,
        name,
        backend.description().map(Brief::sentence).orElse(plain),
        Reading.JSON,
        ANNOTATIONS);
  }

  private Reading tools(BackendStatus backend) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    gateway
        .catalog()
        .tools(backend.name())
        .forEach(
            tool ->
                rows.addObject()
                    .put("name", tool.key())
                    .put("description", Brief.sentence(tool.description())));
    return Reading.rows(rows);
  }

  /**
   * The backend of a name, or the one whose tools have it for their namespace.
   *
   * @throws UnknownResourceException when there is none, naming near ones
   */
  private BackendStatus find(String name) {
    List<BackendStatus> all = gateway.backends();
    return all.stream()
        .filter(backend -> backend.name().equals(name))
        .findFirst()
        .or(() -> all.stream().filter(backend -> backend.namespace().equals(name)).findFirst())
        .orElseThrow(() -> unknown(all, name));
  }

  private static ObjectNode row(BackendStatus backend) {
    ObjectNode row = identity(backend, true);
    row.put("tool_count", backend.toolCount()).put("transport", backend.transport());
    backend.description().ifPresent(text -> row.put("description", Brief.sentence(text)));
    return row.put("dynamic", backend.dynamic())
        .put("restarts", backend.restarts())
        .put("since", backend.since().toString());
  }

  /** Who it is and how it stands. */
  static ObjectNode identity(BackendStatus backend, boolean withNamespace) {
    ObjectNode row = JsonNodeFactory.instance.objectNode().put("name", backend.name());
    if (withNamespace) {
      row.put("namespace", backend.namespace());
    }
    row.put("state", backend.state().label()).put("available", backend.available());
    backend.reason().ifPresent(reason -> row.put("reason", line(reason)));
    return row;
  }

  /** Something a backend said, in one line. */
  private static String line(String said) {
    return VisibleText.line(said, MAX_LINE_LENGTH);
  }

  /** The last lines a backend wrote to stderr that any client may read, oldest first. */
  static List<String> stderr(BackendStatus backend, int maxLines) {
    List<String> tail = backend.stderrForClients();
    return tail.subList(Math.max(0, tail.size() - maxLines), tail.size()).stream()
        .map(BackendDirectory::line)
        .toList();
  }

  private static UnknownResourceException unknown(List<BackendStatus> all, String name) {
    int starting = (int) all.stream().filter(it -> it.state() == BackendState.STARTING).count();
    return new UnknownResourceException(
        NearMatches.unknownBackend(all.stream().map(BackendStatus::name).toList(), name, starting));
  }
}
