package io.gatemini.internal.surface.resource;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The tools of a catalog by the namespace in their keys, both in code-unit order. */
final class ToolGroups {
  private ToolGroups() {}

  static List<Group> of(CatalogSnapshot snapshot) {
    TreeMap<String, List<ToolDefinition>> byNamespace = new TreeMap<>();
    for (ToolDefinition tool : snapshot.tools()) {
      byNamespace.computeIfAbsent(tool.namespace(), unused -> new ArrayList<>()).add(tool);
    }
    List<Group> groups = new ArrayList<>(byNamespace.size());
    byNamespace.forEach((namespace, tools) -> groups.add(new Group(namespace, tools)));
    return groups;
  }

  /** What stands behind the namespace in the key of a tool. */
  static String name(ToolDefinition tool) {
    String namespace = tool.namespace();
    return tool.name().startsWith(namespace + ".")
        ? tool.name().substring(namespace.length() + 1)
        : tool.name();
  }

  /**
   * @param tools by key
   */
  record Group(String namespace, List<ToolDefinition> tools) {
    Group {
      tools = List.copyOf(tools);
    }

    /** The backends that own the tools, where they are not called like the namespace. */
    List<String> otherBackends() {
      List<String> backends = tools.stream().map(ToolDefinition::backend).distinct().toList();
      return backends.equals(List.of(namespace)) ? List.of() : backends;
    }
  }
}
