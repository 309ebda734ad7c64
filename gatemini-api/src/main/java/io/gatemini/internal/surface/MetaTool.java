package io.gatemini.internal.surface;

import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import java.util.concurrent.CompletableFuture;

/** One of the tools that clients see. Thread-safe; nothing in it blocks. */
interface MetaTool {
  /** The tool as clients see it; its input schema is also what arguments are checked against. */
  SurfaceTool definition();

  /** Arguments that are valid, as JSON; error messages show them. */
  String example();

  /**
   * Calls the tool. Completing the future from outside cancels the work.
   *
   * @throws io.gatemini.GatewayException when the call cannot be made; the message is the answer
   */
  CompletableFuture<ToolResult> call(SurfaceCall call);
}
