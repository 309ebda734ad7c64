package io.gatemini.internal.surface.resource;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The tools of a catalog by the namespace in their keys, both in code-unit order. */
final class ToolGroups {
  private ToolGroups() {}

  static List<Group> of(CatalogSnapshot snapshot) {
    TreeMap<String, List<ToolDescriptor>> byNamespace = new TreeMap<>();
    String namespace = "";
    List<ToolDescriptor> tools = new ArrayList<>();
    for (ToolDescriptor tool : snapshot.tools()) {
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
  record Group(String namespace, List<ToolDescriptor> tools) {
    Group {
      tools = List.copyOf(tools);
    }

    /** The part of a tool's key after the namespace. */
    String name(ToolDescriptor tool) {
      int dot = namespace.length();
      String key = tool.key();
      return key.length() > dot && key.charAt(dot) == '.' ? key.substring(dot + 1) : key;
    }

    /** The backends that own the tools, where they are not called like the namespace. */
    List<String> otherBackends() {
      List<String> backends = tools.stream().map(ToolDescriptor::backend).distinct().toList();
      return backends.equals(List.of(namespace)) ? List.of() : backends;
    }
  }
}
