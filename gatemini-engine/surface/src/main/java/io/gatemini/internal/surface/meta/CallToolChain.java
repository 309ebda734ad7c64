package io.gatemini.internal.surface.meta;

import io.gatemini.internal.surface.RunTool;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.Optional;

/** {@code call_tool_chain}: runs one tool, or a program over many. */
final class CallToolChain {
  static final String NAME = "call_tool_chain";

  private static final RunTool.Form FORM =
      new RunTool.Form(
          NAME,
          "code",
          "return await files.read({\"path\": \"notes.txt\"})",
          Optional.empty(),
          false);

  private CallToolChain() {}

  static RunTool of(SurfaceContext surface) {
    return new RunTool(surface, FORM);
  }
}
