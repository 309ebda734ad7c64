package io.gatemini.internal.lifecycle;

import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A backend whose tools the test changes; its tools answer with their own names. */
public final class ChangingBackend implements Backend {
  private final BackendContext context;
  private final Provider provider;

  private ChangingBackend(BackendContext context, Provider provider) {
    this.context = context;
    this.provider = provider;
  }

  @Override
  public CompletionStage<Void> start() {
    return provider.starts.getOrDefault(context.name(), CompletableFuture.completedFuture(null));
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        provider.tools.getOrDefault(context.name(), List.of()));
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    return CompletableFuture.completedFuture(ToolResult.text("called " + call.tool()));
  }

  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  @Override
  public CompletionStage<Void> stop() {
    provider.stopped.add(context.name());
    return Backend.done();
  }

  /** Makes them, under any name of a transport. */
  public static final class Provider implements BackendProvider {
    public final Map<String, List<BackendTool>> tools = new ConcurrentHashMap<>();
    public final Map<String, CompletableFuture<Void>> starts = new ConcurrentHashMap<>();
    public final List<BackendContext> contexts = new CopyOnWriteArrayList<>();
    public final List<String> stopped = new CopyOnWriteArrayList<>();
    private final String transport;

    public Provider(String transport) {
      this.transport = transport;
    }

    @Override
    public String name() {
      return transport;
    }

    @Override
    public Backend create(BackendContext context) {
      contexts.add(context);
      return new ChangingBackend(context, this);
    }

    /** What the last life of a backend was made with. */
    BackendContext last(String backend) {
      return contexts.stream()
          .filter(context -> context.name().equals(backend))
          .reduce((first, second) -> second)
          .orElseThrow();
    }

    /** Changes the tools of a backend and tells the gateway. */
    public void change(String backend, BackendTool... changed) {
      tools.put(backend, List.of(changed));
      contexts.stream()
          .filter(context -> context.name().equals(backend))
          .forEach(context -> context.listener().toolsChanged());
    }
  }
}
