package io.gatemini.internal.surface;

import io.gatemini.Gateway;
import java.util.Optional;

/** What a client reads before its first call. Thread-safe. */
final class Instructions {
  private static final String WORKFLOW =
      """
      This server puts the tools of many backends behind seven small ones. Backend tools are not \
      tools of this server: find them, then run them with call_tool_chain.
      1. search_tools with the task in plain words; each row shows an example call. An empty task \
      gives an overview.
      2. tool_info where the example is not enough; detail "full" has the schema. Do not guess \
      parameters.
      3. call_tool_chain with a JSON call {"tool":"backend.tool","arguments":{...}} or a \
      TypeScript program. Names are backend.tool; a character that no identifier can have becomes _.
      Put several calls, loops and filters into one program and return only what you need. Only \
      the returned value comes back; console output does not.\
      """;

  private final Gateway gateway;
  private final SurfaceOptions options;

  /** The instructions of a gateway, which may still be under construction. */
  Instructions(Gateway gateway, SurfaceOptions options) {
    this.gateway = gateway;
    this.options = options;
  }

  /** The text at this moment. */
  Optional<String> text() {
    String own = options.instructions().orElse(WORKFLOW);
    return Optional.of(options.moreInstructions().map(more -> own + "\n" + more).orElse(own));
  }
}
