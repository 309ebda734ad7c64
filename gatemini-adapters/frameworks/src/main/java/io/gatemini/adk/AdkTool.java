package io.gatemini.adk;

import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.FunctionDeclaration;
import io.gatemini.GatewayTool;
import io.gatemini.RawJson;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.Optional;

/** One of the gateway's own tools. */
final class AdkTool extends BaseTool {
  private final GatewayTool tool;

  AdkTool(GatewayTool tool) {
    super(tool.name(), tool.description());
    this.tool = tool;
  }

  @Override
  public Optional<FunctionDeclaration> declaration() {
    return Answers.declaration(tool.name(), tool.description(), tool.inputSchema());
  }

  @Override
  public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
    return Answers.of(() -> tool.callAsync(RawJson.ofValue(arguments).toString()), Answers::text);
  }
}
