package io.gatemini.server.daemon;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which backends run, and which clients use each of them. */
final class SharingReport {
  /** A client, and the gateway it is at. */
  record Use(long client, Gateway gateway) {}

  /** Two gateways that show one process show one backend. */
  private record Shown(String name, long pid, int unshared) {}

  private SharingReport() {}

  static ArrayNode of(List<Use> uses, List<Gateway> gateways) {
    Map<Shown, ObjectNode> rows = new LinkedHashMap<>();
    for (int i = 0; i < gateways.size(); i++) {
      Gateway gateway = gateways.get(i);
      for (BackendStatus backend : gateway.backends()) {
        long pid = backend.pid().orElse(-1);
        Shown shown = new Shown(backend.name(), pid, pid < 0 ? i : -1);
        ObjectNode row = rows.computeIfAbsent(shown, key -> row(backend));
        count(row, gateway, backend.namespace() + ".");
        ArrayNode clients = row.withArray("clients");
        uses.stream()
            .filter(use -> use.gateway() == gateway)
            .forEach(use -> clients.add(use.client()));
      }
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    rows.values().forEach(list::add);
    return list;
  }

  /** Adds the calls that one gateway has made. */
  private static void count(ObjectNode row, Gateway gateway, String prefix) {
    long calls = 0;
    long errors = 0;
    for (GatewayStats.ToolStats tool : gateway.stats().tools()) {
      if (tool.tool().startsWith(prefix)) {
        calls += tool.calls();
        errors += tool.errors();
      }
    }
    row.put("calls", row.path("calls").asLong() + calls);
    row.put("errors", row.path("errors").asLong() + errors);
  }

  private static ObjectNode row(BackendStatus backend) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("name", backend.name());
    row.put("state", backend.state().toString().toLowerCase(Locale.ROOT));
    row.put("since", backend.since().toString());
    row.put("tools", backend.toolCount());
    row.put("restarts", backend.restarts());
    backend.pid().ifPresent(pid -> row.put("pid", pid));
    backend.memoryBytes().ifPresent(bytes -> row.put("memory_bytes", bytes));
    backend.reason().ifPresent(reason -> row.put("reason", reason));
    row.putArray("clients");
    return row;
  }
}
