package io.gatemini.internal.catalog;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the tools of a snapshot are written in a program: {@code backend.tool}, each part an
 * identifier. Two names that sanitise alike get suffixes, in the order of the original names, so
 * that they stay the same as long as the catalog does. Immutable.
 */
public final class ScriptNames {
  private final List<ScriptBackend> backends;
  private final Map<String, Map<String, ToolDefinition>> tools;
  private final Map<String, String> expressions;

  private ScriptNames(
      List<ScriptBackend> backends,
      Map<String, Map<String, ToolDefinition>> tools,
      Map<String, String> expressions) {
    this.backends = List.copyOf(backends);
    this.tools = tools;
    this.expressions = expressions;
  }

  /** The names of a snapshot. */
  public static ScriptNames of(CatalogSnapshot snapshot) {
    List<ScriptBackend> backends = new ArrayList<>();
    Map<String, Map<String, ToolDefinition>> byBackend = new HashMap<>();
    Map<String, String> expressions = new HashMap<>();
    Set<String> taken = new HashSet<>();
    for (String name : snapshot.backends()) {
      List<ToolDefinition> definitions = snapshot.tools(name);
      if (definitions.isEmpty()) {
        continue;
      }
      String namespace = definitions.get(0).namespace();
      String identifier = unique(identifier(namespace), taken);
      Map<String, ToolDefinition> byName = new HashMap<>();
      List<ScriptTool> scriptTools = new ArrayList<>();
      Set<String> takenTools = new HashSet<>();
      for (ToolDefinition tool : definitions) {
        String toolIdentifier = unique(identifier(tool.originalName()), takenTools);
        scriptTools.add(new ScriptTool(toolIdentifier, tool));
        byName.put(toolIdentifier, tool);
        expressions.put(tool.name(), identifier + "." + toolIdentifier);
      }
      // Original names come second: one that equals another tool's identifier does not win.
      definitions.forEach(tool -> byName.putIfAbsent(tool.originalName(), tool));
      backends.add(new ScriptBackend(identifier, name, List.copyOf(scriptTools)));
      byBackend.put(identifier, byName);
    }
    for (ScriptBackend backend : backends) {
      Map<String, ToolDefinition> byName = byBackend.get(backend.identifier());
      if (byName != null) {
        byBackend.putIfAbsent(backend.tools().get(0).tool().namespace(), byName);
        byBackend.putIfAbsent(backend.name(), byName);
      }
    }
    return new ScriptNames(backends, byBackend, expressions);
  }

  /**
   * A name as a JavaScript identifier: every character outside {@code [A-Za-z0-9_$]} becomes {@code
   * _}, a leading digit gets one in front.
   */
  public static String identifier(String name) {
    if (name.isEmpty()) {
      return "_unnamed";
    }
    StringBuilder identifier = new StringBuilder(name.length() + 1);
    if (name.charAt(0) >= '0' && name.charAt(0) <= '9') {
      identifier.append('_');
    }
    name.codePoints().forEach(c -> identifier.append(isIdentifierPart(c) ? (char) c : '_'));
    return identifier.toString();
  }

  private static boolean isIdentifierPart(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '$';
  }

  private static String unique(String identifier, Set<String> taken) {
    String candidate = identifier;
    for (int i = 2; !taken.add(candidate); i++) {
      candidate = identifier + "_" + i;
    }
    return candidate;
  }

  /** The backends, by name. */
  public List<ScriptBackend> backends() {
    return backends;
  }

  /** The tool behind two names of a program, each sanitised or original. */
  public Optional<ToolDefinition> resolve(String backend, String tool) {
    return Optional.ofNullable(tools.getOrDefault(backend, Map.of()).get(tool));
  }

  /** How a tool of the snapshot is written in a program, such as {@code exa.web_search}. */
  public String expression(ToolDefinition tool) {
    String known = expressions.get(tool.name());
    return known != null
        ? known
        : identifier(tool.namespace()) + "." + identifier(tool.originalName());
  }
}
