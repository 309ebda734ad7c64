package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.InFlight;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.internal.surface.host.SurfaceHost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * {@code gatemini://health}: how every backend stands, by name, with its process, its memory and
 * what it wrote to stderr last. Memory is looked at where there is a limit. The last row is of the
 * gateway itself: the bytes of messages on their way, and their bound.
 */
final class HealthResource {
  private static final Resource DEFINITION =
      new Resource(
          "gatemini://health",
          "health",
          "Backend Health & Memory",
          "Every backend: state and reason, since when, restarts, process, memory beside its limit"
              + " (where there is one), the last 10 lines of stderr; last, the gateway's bytes of"
              + " messages in flight.",
          Reading.JSON,
          ContentAnnotations.of(0.4, Role.USER, Role.ASSISTANT));

  private static final int STDERR_LINES = 10;
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private final SurfaceHost host;
  private final Gateway gateway;

  HealthResource(SurfaceHost host) {
    this.host = host;
    this.gateway = host.gateway();
  }

  OwnResource resource() {
    return OwnResource.of(DEFINITION, session -> read());
  }

  private String read() {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    gateway.backends().forEach(backend -> rows.add(row(backend)));
    lostAliases().forEach(rows::add);
    host.settingsFault()
        .ifPresent(
            fault ->
                rows.addObject()
                    .putObject("configuration")
                    .put("state", "Invalid")
                    .put("reason", fault));
    host.secretsSeen()
        .forEach(
            (tool, times) ->
                rows.addObject()
                    .put("tool", tool)
                    .put("reason", "has returned a secret of the configuration")
                    .put("times", times));
    if (!rows.isEmpty()) {
      rows.addObject().set("in_flight", inFlight(gateway.stats().inFlight()));
    }
    return Reading.rows(rows).text();
  }

  /** Aliases whose tool is not there, though its backend is, or though there is no such backend. */
  private List<ObjectNode> lostAliases() {
    CatalogSnapshot catalog = gateway.catalog();
    Map<String, BackendStatus> backends = new HashMap<>();
    gateway.backends().forEach(backend -> backends.put(backend.namespace(), backend));
    List<ObjectNode> lost = new ArrayList<>();
    host.settings()
        .aliases()
        .forEach(
            (alias, tool) -> {
              int dot = tool.indexOf('.');
              BackendStatus owner = backends.get(tool.substring(0, Math.max(0, dot)));
              if ((owner == null || owner.available()) && catalog.resolve(tool).isEmpty()) {
                lost.add(
                    JsonNodeFactory.instance
                        .objectNode()
                        .put("alias", alias)
                        .put("reason", "alias of " + tool + ", which is not there"));
              }
            });
    return lost;
  }

  /** The calls on their way, and how many may be. */
  static ObjectNode inFlight(InFlight inFlight) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("bytes", inFlight.bytes())
        .put("max_bytes", inFlight.maxBytes())
        .put("waiting", inFlight.waiting())
        .put("refused", inFlight.refused());
  }

  private ObjectNode row(BackendStatus backend) {
    ObjectNode row =
        BackendDirectory.identity(backend, false)
            .put("since", backend.since().toString())
            .put("restarts", backend.restarts());
    row.set("pid", pid(backend));
    row.put("instances", backend.instances());
    row.set("memory", memory(backend));
    BackendDirectory.stderr(backend, STDERR_LINES).forEach(row.putArray("recent_stderr")::add);
    return row;
  }

  private static JsonNode pid(BackendStatus backend) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return backend.pid().isPresent() ? json.numberNode(backend.pid().getAsLong()) : json.nullNode();
  }

  private JsonNode memory(BackendStatus backend) {
    OptionalInt limit =
        gateway
            .backendConfig(backend.name())
            .map(BackendConfig::maxMemoryMb)
            .orElse(OptionalInt.empty());
    if (backend.memoryBytes().isEmpty() && limit.isEmpty()) {
      return JsonNodeFactory.instance.nullNode();
    }
    ObjectNode memory = JsonNodeFactory.instance.objectNode();
    backend
        .memoryBytes()
        .ifPresent(bytes -> memory.put("rss_kb", bytes / KIB).put("rss_mb", bytes / MIB));
    limit.ifPresent(mib -> memory.put("limit_mb", mib));
    return memory;
  }
}
