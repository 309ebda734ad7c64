package io.gatemini.testkit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolHandler;
import io.gatemini.ToolResult;
import io.gatemini.UnknownPromptException;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.inprocess.InProcessBackend.InProcessProvider;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.TestContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** The surface of a server that has tools and nothing else; they can change. Thread-safe. */
final class ServedTools implements Surface, AutoCloseable {
  private final String name;
  private final TestContext context;
  private final Consumer<SurfaceCall> called;
  private final Map<String, ServedTool> tools = new ConcurrentSkipListMap<>();
  private final Set<SurfaceListener> listeners = ConcurrentHashMap.newKeySet();
  volatile Optional<String> instructions = Optional.empty();

  /** A tool, and the backend of it alone, which runs its handler as a gateway does. */
  private record ServedTool(BackendTool definition, Backend backend) {}

  /**
   * @param called hears of each call before it is made
   */
  ServedTools(String name, TestContext context, Consumer<SurfaceCall> called) {
    this.name = name;
    this.context = context;
    this.called = called;
  }

  void put(BackendTool definition, ToolHandler handler) {
    TestContext own = new TestContext(name, BackendConfig.inProcess().tool(definition, handler));
    own.executor = context.executor();
    tools.put(definition.name(), new ServedTool(definition, new InProcessProvider().create(own)));
    listeners.forEach(SurfaceListener::toolsChanged);
  }

  void remove(String tool) {
    if (tools.remove(tool) == null) {
      throw new IllegalArgumentException(
          "there is no tool \"%s\"; there are %s".formatted(tool, tools.keySet()));
    }
    listeners.forEach(SurfaceListener::toolsChanged);
  }

  @Override
  public ServerInfo server() {
    return new ServerInfo(name, name, "1", Optional.empty(), List.of());
  }

  @Override
  public Optional<String> instructions() {
    return instructions;
  }

  @Override
  public List<SurfaceTool> tools(Session session) {
    return tools.values().stream().map(tool -> shown(tool.definition())).toList();
  }

  private static SurfaceTool shown(BackendTool tool) {
    return new SurfaceTool(
        tool.name(),
        tool.title().orElse(tool.name()),
        tool.description(),
        tool.inputSchema(),
        tool.outputSchema().orElse(JsonNodeFactory.instance.missingNode()),
        tool.annotations());
  }

  @Override
  public CompletionStage<ToolResult> call(SurfaceCall call) {
    called.accept(call);
    ServedTool tool = tools.get(call.tool());
    return tool == null
        ? CompletableFuture.completedFuture(
            ToolResult.error("there is no tool \"" + call.tool() + "\""))
        : tool.backend().call(new BackendCall(call.tool(), call.arguments(), call.context()));
  }

  @Override
  public boolean hasTool(String tool) {
    return tools.containsKey(tool);
  }

  @Override
  public List<Resource> resources(Session session) {
    return List.of();
  }

  @Override
  public List<ResourceTemplate> resourceTemplates(Session session) {
    return List.of();
  }

  @Override
  public CompletionStage<ResourceContent> readResource(Session session, String uri) {
    return CompletableFuture.failedFuture(
        new UnknownResourceException("this server has no resources"));
  }

  @Override
  public List<Prompt> prompts(Session session) {
    return List.of();
  }

  @Override
  public CompletionStage<PromptContent> prompt(
      Session session, String prompt, Map<String, String> arguments) {
    return CompletableFuture.failedFuture(new UnknownPromptException("this server has no prompts"));
  }

  @Override
  public CompletionStage<Completion> complete(CompletionRequest request) {
    return CompletableFuture.completedFuture(Completion.of(List.of()));
  }

  @Override
  public Listening listen(Session session, SurfaceListener listener) {
    listeners.add(listener);
    return new Listening() {
      @Override
      public void subscribe(String uri) {
        throw new UnknownResourceException("this server has no resources");
      }

      @Override
      public void unsubscribe(String uri) {}

      @Override
      public void logLevel(io.gatemini.spi.LogLevel level) {}

      @Override
      public void log(SurfaceListener.LogMessage message) {}

      @Override
      public void close() {
        listeners.remove(listener);
      }
    };
  }

  @Override
  public void disconnected(Session session) {}

  @Override
  public void close() {
    tools.values().forEach(tool -> tool.backend().stop());
  }
}
