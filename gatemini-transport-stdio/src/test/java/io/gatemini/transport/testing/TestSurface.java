package io.gatemini.transport.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Prompt;
import io.gatemini.PromptContent;
import io.gatemini.RawJson;
import io.gatemini.Resource;
import io.gatemini.ResourceContent;
import io.gatemini.ResourceTemplate;
import io.gatemini.Session;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.UnknownPromptException;
import io.gatemini.UnknownResourceException;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.Surface;
import io.gatemini.spi.SurfaceListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A surface whose tools are functions. */
public final class TestSurface implements Surface {
  public static final JsonNode INPUT_SCHEMA =
      RawJson.parse(
              "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\",\"multipleOf\":0.10,"
                  + "\"x-own\":[1,null]}},\"additionalProperties\":false}")
          .tree();
  public static final JsonNode OUTPUT_SCHEMA =
      RawJson.parse("{\"type\":\"object\",\"properties\":{\"ok\":{\"const\":true}}}").tree();

  private final Map<String, Function<SurfaceCall, CompletionStage<ToolResult>>> tools =
      new LinkedHashMap<>();
  private final Map<String, CompletionStage<String>> resources = new LinkedHashMap<>();
  private final List<SurfaceListener> listeners = new CopyOnWriteArrayList<>();

  /** Every call that arrived. */
  public final List<SurfaceCall> calls = Collections.synchronizedList(new ArrayList<>());

  public final List<Session> disconnected = new CopyOnWriteArrayList<>();

  /** A surface with {@code echo}, which answers its arguments as text. */
  public TestSurface() {
    tool(
        "echo",
        call -> CompletableFuture.completedFuture(ToolResult.text(call.arguments().toString())));
  }

  public TestSurface tool(String name, Function<SurfaceCall, CompletionStage<ToolResult>> body) {
    tools.put(name, body);
    return this;
  }

  /** Adds a resource of Markdown; a client is told of resources that were there before it came. */
  public TestSurface resource(String uri, CompletionStage<String> text) {
    resources.put(uri, text);
    return this;
  }

  public void changeTools() {
    listeners.forEach(SurfaceListener::toolsChanged);
  }

  public int listenerCount() {
    return listeners.size();
  }

  @Override
  public ServerInfo server() {
    return new ServerInfo("test-gateway", "Test Gateway", "1.2.3", Optional.empty(), List.of());
  }

  @Override
  public Optional<String> instructions() {
    return Optional.of("Search first.");
  }

  @Override
  public List<SurfaceTool> tools(Session session) {
    List<SurfaceTool> all = new ArrayList<>();
    tools
        .keySet()
        .forEach(
            name ->
                all.add(
                    new SurfaceTool(
                        name,
                        "Title of " + name,
                        "Does " + name + ".",
                        INPUT_SCHEMA,
                        OUTPUT_SCHEMA,
                        ToolAnnotations.of(true, false, true, false))));
    return all;
  }

  @Override
  public CompletionStage<ToolResult> call(SurfaceCall call) {
    calls.add(call);
    return java.util.Objects.requireNonNull(tools.get(call.tool())).apply(call);
  }

  @Override
  public boolean hasTool(String name) {
    return tools.containsKey(name);
  }

  @Override
  public List<Resource> resources(Session session) {
    return resources.keySet().stream()
        .map(uri -> new Resource(uri, "name", "Title", "Text.", "text/markdown"))
        .toList();
  }

  @Override
  public List<ResourceTemplate> resourceTemplates(Session session) {
    return resources.isEmpty()
        ? List.of()
        : List.of(new ResourceTemplate("test://z/{id}{?q}", "z", "", "", ""));
  }

  @Override
  public CompletionStage<ResourceContent> readResource(Session session, String uri) {
    CompletionStage<String> text = resources.get(uri);
    return text == null
        ? CompletableFuture.failedFuture(
            new UnknownResourceException("this server has no resource \"" + uri + "\""))
        : text.thenApply(read -> new ResourceContent(uri, "text/markdown", read));
  }

  @Override
  public List<Prompt> prompts(Session session) {
    return List.of();
  }

  @Override
  public CompletionStage<PromptContent> prompt(
      Session session, String name, Map<String, String> arguments) {
    return CompletableFuture.failedFuture(new UnknownPromptException("there is no prompt"));
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
      public void subscribe(String uri) {}

      @Override
      public void unsubscribe(String uri) {}

      @Override
      public void logLevel(LogLevel level) {}

      @Override
      public void close() {
        listeners.remove(listener);
      }
    };
  }

  @Override
  public void disconnected(Session session) {
    disconnected.add(session);
  }
}
