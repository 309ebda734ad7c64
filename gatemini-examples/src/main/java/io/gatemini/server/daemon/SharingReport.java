package io.gatemini.server.daemon;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.server.admin.BackendFigures;
import io.gatemini.server.admin.Watched;
import java.util.Locale;

/** Which backends run, and which clients use each of them. */
final class SharingReport {
  private SharingReport() {}

  static ArrayNode of(Watched watched) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    BackendFigures.of(watched).forEach(figures -> row(list.addObject(), figures));
    return list;
  }

  private static void row(ObjectNode row, BackendFigures figures) {
    BackendStatus backend = figures.status();
    row.put("name", backend.name());
    row.put("state", backend.state().toString().toLowerCase(Locale.ROOT));
    row.put("since", backend.since().toString());
    row.put("tools", backend.toolCount());
    row.put("calls", figures.calls());
    row.put("errors", figures.errors());
    row.put("restarts", backend.restarts());
    backend.memoryBytes().ifPresent(bytes -> row.put("memory_bytes", bytes));
    backend.reason().ifPresent(reason -> row.put("reason", reason));
    row.putArray("clients");
    figures.processes(row);
  }
}
