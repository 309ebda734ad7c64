package io.gatemini.internal.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolDefinition;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.argument.ArgumentRules;
import io.gatemini.internal.catalog.BackendNames;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.catalog.ToolAdmission.Admitted;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.BackendTool;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tools of one backend as they stand in the catalog. Thread-safe. */
final class PublishedTools {
  private static final Logger LOG = System.getLogger(PublishedTools.class.getName());

  /** No sane schema nests deeper, and whoever walks one may do so by recursion on any stack. */
  private static final int MAX_DEPTH = 200;

  /** The protocol allows 128 characters; what is longer than this is no name. */
  private static final int MAX_NAME = 1_000;

  private static final int MAX_LOGGED_NAME = 80;
  private static final JsonNode ANY_OBJECT =
      JsonNodeFactory.instance.objectNode().put("type", "object");

  private final String backend;
  private final BackendConfig config;
  private final ToolAdmission admission;
  private final Map<String, CompiledRules> rules = new ConcurrentHashMap<>();

  private record CompiledRules(ToolDefinition tool, ArgumentRules rules) {}

  PublishedTools(String backend, BackendConfig config, ToolAdmission admission) {
    this.backend = backend;
    this.config = config;
    this.admission = admission;
  }

  /** How they stand. */
  Admitted admitted() {
    return admission.of(backend);
  }

  /** Replaces what is there. */
  void publish(List<BackendTool> tools) {
    rules.clear();
    List<BackendTool> named = tools.stream().filter(PublishedTools::isNamed).toList();
    admission.publish(backend, named.stream().map(this::definition).toList());
    warn(
        tools.stream().filter(tool -> !isNamed(tool)).toList(),
        "tools have names of more than " + MAX_NAME + " characters and are left out");
    warn(
        named.stream().filter(tool -> !isShallow(tool)).toList(),
        "tools have schemas of more than " + MAX_DEPTH + " levels, which are left out");
  }

  private void warn(List<BackendTool> tools, String what) {
    if (!tools.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "backend {0}: {1} {2}; the first is \"{3}\"",
          backend,
          tools.size(),
          what,
          VisibleText.line(tools.get(0).name(), MAX_LOGGED_NAME));
    }
  }

  private static boolean isNamed(BackendTool tool) {
    return tool.name().length() <= MAX_NAME;
  }

  /** The argument rules of a tool, compiled at its first call. */
  @SuppressWarnings("ReferenceEquality") // comparing schemas would cost more than compiling them
  ArgumentRules argumentRules(ToolDefinition tool) {
    CompiledRules known = rules.get(tool.originalName());
    if (known == null || known.tool != tool) {
      known = new CompiledRules(tool, ArgumentRules.of(tool.inputSchema()));
      rules.put(tool.originalName(), known);
    }
    return known.rules;
  }

  private ToolDefinition definition(BackendTool tool) {
    List<String> tags = config.tags().isEmpty() ? tool.tags() : config.tags();
    return new ToolDefinition(
        BackendNames.namespace(backend, config) + "." + tool.name(),
        backend,
        tool.name(),
        tool.title(),
        tool.description(),
        isShallow(tool.inputSchema()) ? tool.inputSchema() : ANY_OBJECT,
        tool.outputSchema().filter(PublishedTools::isShallow),
        tool.annotations(),
        tags,
        tool.further());
  }

  private static boolean isShallow(BackendTool tool) {
    return isShallow(tool.inputSchema())
        && tool.outputSchema().map(PublishedTools::isShallow).orElse(true);
  }

  private static boolean isShallow(JsonNode schema) {
    return isWithin(schema, MAX_DEPTH);
  }

  private static boolean isWithin(JsonNode node, int levels) {
    if (!node.isContainerNode()) {
      return true;
    }
    if (levels == 0) {
      return false;
    }
    for (JsonNode child : node) {
      if (!isWithin(child, levels - 1)) {
        return false;
      }
    }
    return true;
  }
}
