package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.UnknownResourceException;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.text.VisibleText;
import java.util.List;

/**
 * The backends of a gateway as resources describe them: all configured ones, whatever their state,
 * by name. Thread-safe.
 */
record BackendDirectory(Gateway gateway) {
  private static final int MAX_LINE_LENGTH = 500;

  List<BackendStatus> all() {
    return gateway.backends();
  }

  List<String> names() {
    return all().stream().map(BackendStatus::name).toList();
  }

  /**
   * The backend of a name, or the one whose tools have it for their namespace.
   *
   * @throws UnknownResourceException when there is none, naming near ones
   */
  BackendStatus find(String name) {
    List<BackendStatus> all = all();
    return all.stream()
        .filter(backend -> backend.name().equals(name))
        .findFirst()
        .or(() -> all.stream().filter(backend -> backend.namespace().equals(name)).findFirst())
        .orElseThrow(() -> unknown(all, name));
  }

  /** The entry of a backend wherever it is listed. */
  static ObjectNode row(BackendStatus backend) {
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
  static String line(String said) {
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
