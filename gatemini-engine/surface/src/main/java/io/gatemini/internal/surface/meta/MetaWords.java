package io.gatemini.internal.surface.meta;

import io.gatemini.spi.ToolSet.NextSteps;
import java.util.Optional;

/** The seven tools in the messages of the gateway. */
final class MetaWords implements NextSteps {
  @Override
  public String find() {
    return SearchTools.NAME;
  }

  @Override
  public String list() {
    return SearchTools.NAME + " with an empty task_description";
  }

  @Override
  public String look() {
    return InspectTool.NAME;
  }

  @Override
  public String types() {
    return InspectTool.NAME + "` with `\"detail\": \"typescript\"";
  }

  @Override
  public String run() {
    return "call_tool_chain";
  }

  @Override
  public Optional<String> register() {
    return Optional.of(RegisterManual.NAME);
  }

  @Override
  public String all() {
    return "seven meta-tools";
  }
}
