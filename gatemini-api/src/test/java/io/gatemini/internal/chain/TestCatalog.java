package io.gatemini.internal.chain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDefinition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A snapshot of tools given as {@code backend.tool}. */
record TestCatalog(List<ToolDefinition> tools) implements CatalogSnapshot {
  static TestCatalog of(String... keys) {
    return new TestCatalog(
        List.of(keys).stream()
            .map(TestCatalog::definition)
            .sorted(Comparator.comparing(ToolDefinition::name))
            .toList());
  }

  private static ToolDefinition definition(String key) {
    int dot = key.indexOf('.');
    return new ToolDefinition(
        key,
        key.substring(0, dot),
        key.substring(dot + 1),
        Optional.empty(),
        "does " + key,
        JsonNodeFactory.instance.objectNode().put("type", "object"),
        Optional.empty(),
        ToolAnnotations.none(),
        List.of());
  }

  @Override
  public long generation() {
    return 1;
  }

  @Override
  public List<ToolDefinition> tools(String backend) {
    return tools.stream().filter(tool -> tool.backend().equals(backend)).toList();
  }

  @Override
  public List<String> backends() {
    return tools.stream().map(ToolDefinition::backend).distinct().sorted().toList();
  }

  @Override
  public Optional<ToolDefinition> resolve(String name) {
    Optional<ToolDefinition> byKey =
        tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    List<ToolDefinition> byName = withOriginalName(name);
    return byKey.isEmpty() && byName.size() == 1 ? Optional.of(byName.get(0)) : byKey;
  }

  @Override
  public List<ToolDefinition> withOriginalName(String name) {
    return tools.stream().filter(tool -> tool.originalName().equals(name)).toList();
  }

  @Override
  public Map<String, String> aliases() {
    return Map.of();
  }
}
