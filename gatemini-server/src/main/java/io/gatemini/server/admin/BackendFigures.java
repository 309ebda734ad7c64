package io.gatemini.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats;
import io.gatemini.GatewayStats.Latency;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.internal.process.ResidentMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a backend, and the measurements of the gateways that use it; a backend shared by
 * several is listed once.
 *
 * @param status how one of the gateways sees it
 * @param calls of its tools, as long as a gateway remembers them
 * @param errors the calls that failed
 * @param latencies how long its calls took, for each gateway that has called it
 * @param clients the processes of the clients at these gateways, where a daemon serves them
 */
public record BackendFigures(
    BackendStatus status, long calls, long errors, List<Latency> latencies, List<Long> clients) {
  /** Two gateways that show one process show one backend. */
  private record Shown(String name, long pid, int unshared) {}

  /** Of all gateways, by name. */
  public static List<BackendFigures> of(Watched watched) {
    List<Gateway> gateways = watched.gateways().get();
    Map<Shown, BackendFigures> found = new LinkedHashMap<>();
    for (int i = 0; i < gateways.size(); i++) {
      Gateway gateway = gateways.get(i);
      GatewayStats stats = gateway.stats();
      Map<String, long[]> counts = counts(stats);
      Map<String, Latency> latencies = new HashMap<>();
      stats.backends().forEach(it -> latencies.put(it.backend(), it.latency()));
      for (BackendStatus status : gateway.backends()) {
        long pid = status.pid().orElse(-1);
        long[] counted = counts.getOrDefault(status.namespace(), new long[2]);
        found.merge(
            new Shown(status.name(), pid, pid < 0 ? i : -1),
            new BackendFigures(
                status,
                counted[0],
                counted[1],
                Optional.ofNullable(latencies.get(status.name())).stream().toList(),
                watched.clientsOf().apply(gateway)),
            BackendFigures::and);
      }
    }
    List<BackendFigures> all = new ArrayList<>(found.values());
    all.sort(Comparator.comparing(figures -> figures.status.name()));
    return all;
  }

  /** Calls and errors by namespace. */
  private static Map<String, long[]> counts(GatewayStats stats) {
    Map<String, long[]> counts = new HashMap<>();
    for (ToolStats tool : stats.tools()) {
      String namespace = tool.tool().substring(0, Math.max(0, tool.tool().indexOf('.')));
      long[] counted = counts.computeIfAbsent(namespace, key -> new long[2]);
      counted[0] += tool.calls();
      counted[1] += tool.errors();
    }
    return counts;
  }

  BackendFigures and(BackendFigures other) {
    List<Latency> both = new ArrayList<>(latencies);
    both.addAll(other.latencies);
    List<Long> users = new ArrayList<>(clients);
    users.addAll(other.clients);
    return new BackendFigures(status, calls + other.calls, errors + other.errors, both, users);
  }

  /**
   * The latency at the gateway that has called it most: quantiles of several cannot be added up.
   * Empty if no gateway has one.
   */
  Optional<Latency> latency() {
    return latencies.stream().max(Comparator.comparingLong(Latency::calls));
  }

  /** Writes it as {@code gatemini status} shows it. */
  public void write(ObjectNode row) {
    row.put("name", status.name());
    row.put("state", AdminJson.state(status));
    row.put("since", status.since().toString());
    row.put("tools", status.toolCount());
    row.put("calls", calls);
    row.put("errors", errors);
    row.put("restarts", status.restarts());
    status.memoryBytes().ifPresent(bytes -> row.put("memory_bytes", bytes));
    status.reason().ifPresent(reason -> row.put("reason", reason));
    status.signedIn().ifPresent(who -> row.put("signed_in", who));
    row.putArray("clients");
    processes(row);
  }

  /** Writes its processes, and whose they are. */
  void processes(ObjectNode row) {
    status.pid().ifPresent(pid -> row.put("pid", pid));
    if (status.pid().isEmpty()) {
      status.pids().forEach(pid -> row.withArray("pids").add(pid));
    }
    clients.forEach(pid -> row.withArray("clients").add(pid));
  }

  /** Resident memory: of all its processes where they are watched, else of those known. */
  OptionalLong memoryBytes() {
    OptionalLong watched = status.memoryBytes();
    return watched.isPresent() || status.pids().isEmpty()
        ? watched
        : ResidentMemory.of(status.pids());
  }
}
