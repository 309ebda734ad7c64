package io.gatemini.internal.surface.meta;

import io.gatemini.spi.ToolSet.NextSteps;

/** The seven tools in the messages of the gateway. */
final class MetaWords implements NextSteps {
  @Override
  public String find() {
    return SearchTools.NAME;
  }

  @Override
  public String look() {
    return InspectTool.NAME;
  }

  @Override
  public String run() {
    return CallToolChain.NAME;
  }
}
