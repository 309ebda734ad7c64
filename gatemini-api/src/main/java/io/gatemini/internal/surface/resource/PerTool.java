package io.gatemini.internal.surface.resource;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What is made of each tool alone, kept over the generations of a catalog: a change of one backend
 * costs that backend. Thread-safe.
 */
@SuppressWarnings("ReferenceEquality") // a tool that has not changed is one object
final class PerTool<V> {
  /** How many tools that are gone are remembered, beside as many as there are. */
  private static final int SPARE_TOOLS = 1_000;

  private final Function<ToolDefinition, V> maker;
  private final Map<String, Kept<V>> made = new ConcurrentHashMap<>();

  PerTool(Function<ToolDefinition, V> maker) {
    this.maker = maker;
  }

  V of(ToolDefinition tool) {
    Kept<V> known = made.get(tool.name());
    if (known != null && known.tool == tool) {
      return known.value;
    }
    V value = maker.apply(tool);
    made.put(tool.name(), new Kept<>(tool, value));
    return value;
  }

  /** Forgets what a catalog no longer has, once that is much. */
  void forget(CatalogSnapshot snapshot) {
    if (made.size() > snapshot.tools().size() + SPARE_TOOLS) {
      made.keySet().removeIf(tool -> snapshot.resolve(tool).isEmpty());
    }
  }

  private record Kept<V>(ToolDefinition tool, V value) {}
}
