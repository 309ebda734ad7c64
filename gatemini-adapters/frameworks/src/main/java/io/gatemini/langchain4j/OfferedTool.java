package io.gatemini.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.gatemini.CallContext;
import io.gatemini.ToolResult;
import java.util.concurrent.CompletableFuture;

/** A tool that a model may call, and how the call is made. */
record OfferedTool(ToolSpecification specification, Action action) {
  /** Makes a call with the arguments that a model wrote. */
  @FunctionalInterface
  interface Action {
    /** Cancelling the future cancels the work. */
    CompletableFuture<ToolResult> call(String arguments, CallContext context);
  }
}
