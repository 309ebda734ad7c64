package io.gatemini.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.UnknownPromptException;
import io.gatemini.UnknownResourceException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Consumer;
import java.util.function.Function;

/** A surface whose tools, prompts and resources are functions; remembers what it is asked. */
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
  private final Map<Resource, CompletionStage<ResourceContent>> resources = new LinkedHashMap<>();
  private final List<ResourceTemplate> templates = new ArrayList<>();
  private final Map<Prompt, Function<Map<String, String>, CompletionStage<PromptContent>>> prompts =
      new LinkedHashMap<>();
  private Function<CompletionRequest, CompletionStage<Completion>> completion =
      request -> CompletableFuture.completedFuture(Completion.of(List.of()));
  private ServerInfo server =
      new ServerInfo("test-gateway", "Test Gateway", "1.2.3", Optional.empty(), List.of());

  /** Those who listen, in the order in which they came. */
  public final List<Hearer> hearers = new CopyOnWriteArrayList<>();

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

  /** Adds a resource of Markdown; a client is notified of resources that existed before it came. */
  public TestSurface resource(String uri, CompletionStage<String> text) {
    return resource(
        new Resource(uri, "name", "Title", "Text.", "text/markdown"),
        text.thenApply(read -> new ResourceContent(uri, "text/markdown", read)));
  }

  /** Adds a resource, or puts it in the place of one that is the same. */
  public TestSurface resource(Resource definition, CompletionStage<ResourceContent> content) {
    resources.put(definition, content);
    return this;
  }

  /** Takes a resource away. */
  public void removeResource(String uri) {
    resources.keySet().removeIf(resource -> resource.uri().equals(uri));
  }

  public TestSurface template(ResourceTemplate template) {
    templates.add(template);
    return this;
  }

  public TestSurface prompt(
      Prompt definition, Function<Map<String, String>, CompletionStage<PromptContent>> body) {
    prompts.put(definition, body);
    return this;
  }

  public TestSurface completion(Function<CompletionRequest, CompletionStage<Completion>> body) {
    completion = body;
    return this;
  }

  public TestSurface server(ServerInfo info) {
    server = info;
    return this;
  }

  /** Notifies all listeners. */
  public void deliver(Consumer<SurfaceListener> news) {
    hearers.forEach(hearer -> news.accept(hearer.listener));
  }

  public void changeTools() {
    deliver(SurfaceListener::toolsChanged);
  }

  public int listenerCount() {
    return hearers.size();
  }

  @Override
  public ServerInfo server() {
    return server;
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
    return List.copyOf(resources.keySet());
  }

  @Override
  public List<ResourceTemplate> resourceTemplates(Session session) {
    return List.copyOf(templates);
  }

  @Override
  public CompletionStage<ResourceContent> readResource(Session session, String uri) {
    return resources.entrySet().stream()
        .filter(resource -> resource.getKey().uri().equals(uri))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> CompletableFuture.failedFuture(unknownResource(uri)));
  }

  private static UnknownResourceException unknownResource(String uri) {
    return new UnknownResourceException("this server has no resource \"" + uri + "\"");
  }

  @Override
  public List<Prompt> prompts(Session session) {
    return List.copyOf(prompts.keySet());
  }

  @Override
  public CompletionStage<PromptContent> prompt(
      Session session, String name, Map<String, String> arguments) {
    return prompts.entrySet().stream()
        .filter(prompt -> prompt.getKey().name().equals(name))
        .findFirst()
        .map(prompt -> prompt.getValue().apply(arguments))
        .orElseGet(
            () ->
                CompletableFuture.failedFuture(
                    new UnknownPromptException("this server has no prompt \"" + name + "\"")));
  }

  @Override
  public CompletionStage<Completion> complete(CompletionRequest request) {
    return completion.apply(request);
  }

  @Override
  public Listening listen(Session session, SurfaceListener listener) {
    Hearer hearer = new Hearer(listener);
    hearers.add(hearer);
    return hearer;
  }

  @Override
  public void disconnected(Session session) {
    disconnected.add(session);
  }

  /** One who listens, and what it asked for. */
  public final class Hearer implements Listening {
    private final SurfaceListener listener;

    public final Set<String> subscriptions = new CopyOnWriteArraySet<>();
    public volatile LogLevel level = LogLevel.WARNING;

    private Hearer(SurfaceListener listener) {
      this.listener = listener;
    }

    @Override
    public void subscribe(String uri) {
      if (resources.keySet().stream().noneMatch(resource -> resource.uri().equals(uri))) {
        throw unknownResource(uri);
      }
      subscriptions.add(uri);
    }

    @Override
    public void log(SurfaceListener.LogMessage message) {
      if (message.level().compareTo(level) >= 0) {
        listener.logged(message);
      }
    }

    @Override
    public void unsubscribe(String uri) {
      subscriptions.remove(uri);
    }

    @Override
    public void logLevel(LogLevel level) {
      this.level = level;
    }

    @Override
    public void close() {
      hearers.remove(this);
    }
  }
}
