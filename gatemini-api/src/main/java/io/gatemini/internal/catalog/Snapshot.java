package io.gatemini.internal.catalog;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** One generation of the catalog. A bare name resolves exactly while one tool has it. */
final class Snapshot implements CatalogSnapshot {
  private static final Comparator<ToolDefinition> BY_KEY =
      Comparator.comparing(ToolDefinition::name);

  private final long generation;
  private final List<ToolDefinition> tools;
  private final Map<String, List<ToolDefinition>> byBackend;
  private final Map<String, ToolDefinition> byKey;
  private final Map<String, List<ToolDefinition>> byOriginalName;
  private final Map<String, String> aliases;

  private Snapshot(
      long generation,
      Map<String, List<ToolDefinition>> byBackend,
      Map<String, ToolDefinition> byKey,
      Map<String, List<ToolDefinition>> byOriginalName,
      Map<String, String> aliases) {
    this.generation = generation;
    this.tools = byKey.values().stream().sorted(BY_KEY).toList();
    this.byBackend = byBackend;
    this.byKey = byKey;
    this.byOriginalName = byOriginalName;
    this.aliases = aliases;
  }

  static Snapshot of(
      long generation,
      SortedMap<String, List<ToolDefinition>> toolsByBackend,
      Map<String, String> aliases) {
    Map<String, List<ToolDefinition>> byBackend = new LinkedHashMap<>();
    Map<String, ToolDefinition> byKey = new HashMap<>();
    Map<String, List<ToolDefinition>> byOriginalName = new HashMap<>();
    toolsByBackend.forEach(
        (backend, tools) -> {
          if (!tools.isEmpty()) {
            byBackend.put(backend, tools.stream().sorted(BY_KEY).toList());
          }
          for (ToolDefinition tool : tools) {
            byKey.put(tool.name(), tool);
            byOriginalName
                .computeIfAbsent(tool.originalName(), name -> new ArrayList<>(1))
                .add(tool);
          }
        });
    return new Snapshot(generation, byBackend, byKey, byOriginalName, aliases);
  }

  @Override
  public long generation() {
    return generation;
  }

  @Override
  public List<ToolDefinition> tools() {
    return tools;
  }

  @Override
  public List<ToolDefinition> tools(String backend) {
    return byBackend.getOrDefault(backend, List.of());
  }

  @Override
  public List<String> backends() {
    return List.copyOf(byBackend.keySet());
  }

  @Override
  public Optional<ToolDefinition> resolve(String name) {
    ToolDefinition exact = exact(name);
    if (exact == null) {
      String target = aliases.get(name);
      exact = target == null ? null : exact(target);
    }
    return Optional.ofNullable(exact);
  }

  private @Nullable ToolDefinition exact(String name) {
    ToolDefinition byItsKey = byKey.get(name);
    if (byItsKey != null) {
      return byItsKey;
    }
    List<ToolDefinition> owners = byOriginalName.get(name);
    return owners != null && owners.size() == 1 ? owners.get(0) : null;
  }

  @Override
  public List<ToolDefinition> withOriginalName(String name) {
    return List.copyOf(byOriginalName.getOrDefault(name, List.of()));
  }

  @Override
  public Map<String, String> aliases() {
    return aliases;
  }
}
