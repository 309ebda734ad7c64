package io.gatemini;

import java.util.List;

/**
 * The tools of one backend have changed in the catalog. Each list has the tools' keys, such as
 * {@code files.read}, in code-unit order. Immutable.
 *
 * @param added tools that can be found and called from now on
 * @param removed tools that are gone
 * @param changed tools whose definition is another than before
 */
public record ToolsChange(
    String backend, List<String> added, List<String> removed, List<String> changed) {
  public ToolsChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    changed = List.copyOf(changed);
  }
}
