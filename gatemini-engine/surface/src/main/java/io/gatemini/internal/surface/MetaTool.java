package io.gatemini.internal.surface;

import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import io.gatemini.spi.ToolSet.Tool;
import java.util.concurrent.CompletableFuture;

/** A tool whose {@link Arguments} are checked against its input schema. */
public interface MetaTool extends Tool {
  /** Arguments that are valid, as JSON; error messages show them. */
  String example();

  @Override
  CompletableFuture<ToolResult> call(SurfaceCall call);
}
