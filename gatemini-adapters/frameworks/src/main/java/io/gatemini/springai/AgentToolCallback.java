package io.gatemini.springai;

import io.gatemini.GatewayTool;
import io.gatemini.Session;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** A tool of the surface. */
record AgentToolCallback(GatewayTool tool, Session session) implements ToolCallback {
  @Override
  public ToolDefinition getToolDefinition() {
    return ToolDefinition.builder()
        .name(tool.name())
        .description(tool.description())
        .inputSchema(tool.inputSchema().toString())
        .build();
  }

  @Override
  public String call(String arguments) {
    return call(arguments, null);
  }

  @Override
  public String call(String arguments, @Nullable ToolContext context) {
    return tool.withContext(ToolContexts.of(context, session)).call(arguments);
  }
}
