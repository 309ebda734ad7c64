package io.gatemini.internal.inprocess;

import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.config.InProcessTool;
import io.gatemini.internal.async.Tasks;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Tools that are Java code of the host. Every call runs on the gateway's executor. */
public final class InProcessBackend implements Backend {
  private final BackendContext context;
  private final Map<String, InProcessTool> tools = new LinkedHashMap<>();
  private final Set<HandlerRun> running = ConcurrentHashMap.newKeySet();

  private InProcessBackend(BackendContext context) {
    this.context = context;
    context.config().tools().forEach(tool -> tools.put(tool.definition().name(), tool));
  }

  @Override
  public CompletionStage<Void> start() {
    return Backend.done();
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        context.config().tools().stream().map(InProcessTool::definition).toList());
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    InProcessTool tool = tools.get(call.tool());
    if (tool == null) {
      return CompletableFuture.completedFuture(
          ToolResult.error("there is no tool \"" + call.tool() + "\" any more"));
    }
    HandlerRun run = new HandlerRun(tool.handler(), call);
    running.add(run);
    run.whenComplete((result, failure) -> running.remove(run));
    if (!Tasks.tryExecute(context::executor, run)) {
      run.fail(new BackendUnavailableException(context.name() + " accepts no more calls"));
    }
    return run;
  }

  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  @Override
  public CompletionStage<Void> stop() {
    running.forEach(run -> run.stop(context.name()));
    return Backend.done();
  }

  /** Provides the transport {@code in-process}. */
  public static final class InProcessProvider implements BackendProvider {
    /** The name of the transport. */
    public static final String TRANSPORT = "in-process";

    @Override
    public String name() {
      return TRANSPORT;
    }

    @Override
    public boolean isInline() {
      return true;
    }

    @Override
    public Backend create(BackendContext context) {
      return new InProcessBackend(context);
    }
  }
}
