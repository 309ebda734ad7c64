package io.gatemini.internal.catalog;

import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keys that show all they are made of. A tool whose own name hides something, or is longer than the
 * protocol allows, gets a key without that; it is called by its own name still. Where another tool
 * of its backend is called so, that one keeps the key and this one gets a number. Stateless.
 */
final class VisibleKeys {
  private static final String UNNAMED = "unnamed";

  private VisibleKeys() {}

  /** The tools of one backend; the very same list where every key is as it should be. */
  static List<ToolDescriptor> of(List<ToolDescriptor> tools) {
    List<ToolDescriptor> odd = tools.stream().filter(tool -> !isVisible(tool)).toList();
    if (odd.isEmpty()) {
      return tools;
    }
    Set<String> taken = new HashSet<>();
    tools.stream().filter(VisibleKeys::isVisible).forEach(tool -> taken.add(tool.key()));
    Map<String, String> keys = new HashMap<>();
    odd.stream()
        .sorted(Comparator.comparing(ToolDescriptor::originalName))
        .forEach(tool -> keys.computeIfAbsent(tool.key(), name -> unique(tool, taken)));
    List<ToolDescriptor> shown = new ArrayList<>(tools.size());
    for (ToolDescriptor tool : tools) {
      String key = keys.get(tool.key());
      shown.add(key == null || isVisible(tool) ? tool : renamed(tool, key));
    }
    return shown;
  }

  @SuppressWarnings("ReferenceEquality") // a clean name is the same object
  static boolean isVisible(ToolDescriptor tool) {
    return VisibleText.name(tool.originalName()) == tool.originalName();
  }

  private static String unique(ToolDescriptor tool, Set<String> taken) {
    String name = VisibleText.name(tool.originalName());
    String key = tool.namespace() + "." + (name.isBlank() ? UNNAMED : name);
    String candidate = key;
    for (int i = 2; !taken.add(candidate); i++) {
      candidate = key + "_" + i;
    }
    return candidate;
  }

  private static ToolDescriptor renamed(ToolDescriptor tool, String key) {
    return new ToolDescriptor(key, tool.backend(), tool.tool());
  }
}
