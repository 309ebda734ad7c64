package io.gatemini.internal.surface.listing;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The tools of a catalog by the namespace in their keys, both in code-unit order. */
final class ToolGroups {
  private ToolGroups() {}

  static List<Group> of(CatalogSnapshot snapshot) {
    TreeMap<String, List<ToolDefinition>> byNamespace = new TreeMap<>();
    String namespace = "";
    List<ToolDefinition> tools = new ArrayList<>();
    for (ToolDefinition tool : snapshot.tools()) {
      String next = tool.namespace();
      if (!next.equals(namespace) || byNamespace.isEmpty()) {
        namespace = next;
        tools = byNamespace.computeIfAbsent(next, unused -> new ArrayList<>());
      }
      tools.add(tool);
    }
    List<Group> groups = new ArrayList<>(byNamespace.size());
    byNamespace.forEach((name, ofName) -> groups.add(new Group(name, ofName)));
    return groups;
  }

  /**
   * @param tools by key
   */
  record Group(String namespace, List<ToolDefinition> tools) {
    Group {
      tools = List.copyOf(tools);
    }

    /** What stands behind the namespace in the key of one of the tools. */
    String name(ToolDefinition tool) {
      int dot = namespace.length();
      String key = tool.name();
      return key.length() > dot && key.charAt(dot) == '.' ? key.substring(dot + 1) : key;
    }

    /** The backends that own the tools, where they are not called like the namespace. */
    List<String> otherBackends() {
      List<String> backends = tools.stream().map(ToolDefinition::backend).distinct().toList();
      return backends.equals(List.of(namespace)) ? List.of() : backends;
    }
  }
}
