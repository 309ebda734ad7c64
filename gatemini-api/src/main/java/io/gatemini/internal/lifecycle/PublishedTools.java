package io.gatemini.internal.lifecycle;

import io.gatemini.BackendConfig;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.call.ArgumentRules;
import io.gatemini.internal.catalog.BackendNames;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tools of one backend as they stand in the catalog. Thread-safe. */
final class PublishedTools {
  private final String backend;
  private final BackendConfig config;
  private final ToolAdmission admission;
  private final Map<String, CompiledRules> rules = new ConcurrentHashMap<>();
  private volatile int count;

  private record CompiledRules(ToolDefinition tool, ArgumentRules rules) {}

  PublishedTools(String backend, BackendConfig config, ToolAdmission admission) {
    this.backend = backend;
    this.config = config;
    this.admission = admission;
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /** Replaces what is there. */
  void publish(List<BackendTool> tools) {
    rules.clear();
    count = admission.publish(backend, tools.stream().map(this::definition).toList());
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
        tool.inputSchema(),
        tool.outputSchema(),
        tool.annotations(),
        tags);
  }
}
