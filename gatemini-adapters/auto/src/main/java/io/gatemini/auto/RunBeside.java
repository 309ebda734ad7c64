package io.gatemini.auto;

import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.spi.ToolSet.Tool;
import java.util.concurrent.CompletionStage;

/** A tool that runs programs, where others can be called directly, too. */
record RunBeside(Tool run) implements Tool {
  private static final String ALONE = "The only way to run backend tools.";

  @Override
  public SurfaceTool definition() {
    SurfaceTool tool = run.definition();
    return new SurfaceTool(
        tool.name(),
        tool.title(),
        tool.description().replace(ALONE, "Runs many tools in one call."),
        tool.inputSchema(),
        tool.outputSchema(),
        tool.annotations());
  }

  @Override
  public boolean runsPrograms() {
    return true;
  }

  @Override
  public CompletionStage<ToolResult> call(SurfaceCall call) {
    return run.call(call);
  }
}
