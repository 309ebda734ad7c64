package io.gatemini.search;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A snapshot of given tools. */
record TestCatalog(List<ToolDefinition> tools) implements CatalogSnapshot {
  TestCatalog {
    List<ToolDefinition> sorted = new ArrayList<>(tools);
    sorted.sort(Comparator.comparing(ToolDefinition::name));
    tools = List.copyOf(sorted);
  }

  static ToolDefinition tool(String backend, String name, String description, String... tags) {
    return new ToolDefinition(
        backend + "." + name,
        backend,
        name,
        Optional.empty(),
        description,
        JsonNodeFactory.instance.objectNode(),
        Optional.empty(),
        ToolAnnotations.none(),
        List.of(tags));
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
    return tools.stream().map(ToolDefinition::backend).distinct().toList();
  }

  @Override
  public Optional<ToolDefinition> resolve(String name) {
    return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
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
