package io.gatemini.internal.surface.resource;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A cache of what is made of each tool alone, kept over the generations of a catalog: a change of
 * one backend costs that backend. Thread-safe.
 */
@SuppressWarnings("ReferenceEquality") // a tool that has not changed is one object
final class PerToolCache<V> {
  private final Function<ToolDescriptor, V> maker;
  private final Map<String, Kept<V>> made = new ConcurrentHashMap<>();

  PerToolCache(Function<ToolDescriptor, V> maker) {
    this.maker = maker;
  }

  V of(ToolDescriptor tool) {
    Kept<V> known = made.get(tool.key());
    if (known != null && known.tool == tool) {
      return known.value;
    }
    V value = maker.apply(tool);
    made.put(tool.key(), new Kept<>(tool, value));
    return value;
  }

  /** Forgets the tools that a catalog no longer has, of which all have been asked for. */
  void forget(CatalogSnapshot snapshot) {
    if (made.size() > snapshot.tools().size()) {
      made.keySet()
          .removeIf(key -> snapshot.resolve(key).filter(tool -> tool.key().equals(key)).isEmpty());
    }
  }

  private record Kept<V>(ToolDescriptor tool, V value) {}
}
