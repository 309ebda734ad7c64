package io.gatemini.search;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDefinition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A snapshot that later ones are made from: the list of an unchanged backend is the very list of
 * the snapshot before, as in a gateway. Immutable.
 */
record BackendCatalog(SortedMap<String, List<ToolDefinition>> byBackend)
    implements CatalogSnapshot {
  private static final Comparator<ToolDefinition> BY_KEY =
      Comparator.comparing(ToolDefinition::name);

  static BackendCatalog empty() {
    return new BackendCatalog(new TreeMap<>());
  }

  static BackendCatalog of(List<ToolDefinition> tools) {
    BackendCatalog catalog = empty();
    for (String backend : tools.stream().map(ToolDefinition::backend).distinct().toList()) {
      catalog =
          catalog.with(
              backend, tools.stream().filter(tool -> tool.backend().equals(backend)).toList());
    }
    return catalog;
  }

  BackendCatalog with(String backend, List<ToolDefinition> tools) {
    SortedMap<String, List<ToolDefinition>> changed = new TreeMap<>(byBackend);
    changed.put(backend, tools.stream().sorted(BY_KEY).toList());
    return new BackendCatalog(changed);
  }

  BackendCatalog without(String backend) {
    SortedMap<String, List<ToolDefinition>> changed = new TreeMap<>(byBackend);
    changed.remove(backend);
    return new BackendCatalog(changed);
  }

  private Stream<ToolDefinition> all() {
    return byBackend.values().stream().flatMap(List::stream);
  }

  @Override
  public long generation() {
    return 1;
  }

  @Override
  public List<ToolDefinition> tools() {
    return all().sorted(BY_KEY).toList();
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
    return all().filter(tool -> tool.name().equals(name)).findFirst();
  }

  @Override
  public List<ToolDefinition> withOriginalName(String name) {
    return all().filter(tool -> tool.originalName().equals(name)).toList();
  }

  @Override
  public Map<String, String> aliases() {
    return Map.of();
  }
}
