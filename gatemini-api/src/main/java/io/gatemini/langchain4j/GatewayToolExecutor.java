package io.gatemini.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.gatemini.GatewayException;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.langchain4j.OfferedTool.Action;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one tool and waits for their answers. Failures become answers for the model;
 * only an interrupted thread, which cancels the work, gets an exception.
 */
record GatewayToolExecutor(Action action, CallSettings settings) implements ToolExecutor {
  @Override
  public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
    return ToolAnswer.text(call(request, memoryId));
  }

  @Override
  public ToolExecutionResult executeWithContext(
      ToolExecutionRequest request, @Nullable InvocationContext context) {
    Object memoryId = context == null ? null : context.chatMemoryId();
    return ToolAnswer.of(call(request, memoryId), settings.images());
  }

  private ToolResult call(ToolExecutionRequest request, @Nullable Object memoryId) {
    String arguments = request.arguments() == null ? "" : request.arguments();
    try {
      return Futures.await(Futures.of(() -> action.call(arguments, settings.context(memoryId))));
    } catch (GatewayException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return ToolResult.error(String.valueOf(e.getMessage()));
    }
  }
}
