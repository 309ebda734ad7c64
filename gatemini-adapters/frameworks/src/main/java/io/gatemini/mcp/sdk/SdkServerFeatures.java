package io.gatemini.mcp.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.internal.peer.SurfaceJson;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A gateway's surface as features of a server of the MCP SDK. Each session of that server is a
 * session of the gateway. Lists are what the surface shows at that moment; where a description
 * changes with the catalog, the host gives the server the new one. An answer is parsed and written
 * by the SDK, which copies it several times: {@link Gateway#expose(io.gatemini.Transport)} is the
 * faster way where a host has no server of its own. Immutable.
 */
public final class SdkServerFeatures {
  private final Surface surface;
  private final SdkJson json;

  private SdkServerFeatures(Surface surface, SdkJson json) {
    this.surface = surface;
    this.json = json;
  }

  /** The features of a gateway, for a server that has this mapper. */
  public static SdkServerFeatures of(Gateway gateway, McpJsonMapper mapper) {
    return new SdkServerFeatures(gateway.surface(), new SdkJson(mapper));
  }

  /** Text for the server's {@code instructions}; empty if there is none. */
  public String instructions() {
    return surface.instructions().orElse("");
  }

  /** The tools, for a server that answers by publishers. */
  public List<AsyncToolSpecification> tools() {
    return surface.tools(Session.local()).stream()
        .map(
            tool ->
                AsyncToolSpecification.builder()
                    .tool(describe(tool))
                    .callHandler(
                        (exchange, request) ->
                            call(
                                session(exchange.sessionId(), exchange.getClientInfo()),
                                request,
                                report -> exchange.progressNotification(report).subscribe()))
                    .build())
        .toList();
  }

  /** The tools, for a server that waits for answers. */
  public List<SyncToolSpecification> syncTools() {
    return surface.tools(Session.local()).stream()
        .map(
            tool ->
                SyncToolSpecification.builder()
                    .tool(describe(tool))
                    .callHandler(
                        (exchange, request) ->
                            call(
                                    session(exchange.sessionId(), exchange.getClientInfo()),
                                    request,
                                    exchange::progressNotification)
                                .block())
                    .build())
        .toList();
  }

  /** The resources. */
  public List<AsyncResourceSpecification> resources() {
    return surface.resources(Session.local()).stream()
        .map(
            resource ->
                new AsyncResourceSpecification(
                    value(SurfaceJson.resource(resource), Resource.class),
                    (exchange, request) ->
                        read(session(exchange.sessionId(), exchange.getClientInfo()), request)))
        .toList();
  }

  /** The templates of further resources. */
  public List<AsyncResourceTemplateSpecification> resourceTemplates() {
    return surface.resourceTemplates(Session.local()).stream()
        .map(
            template ->
                new AsyncResourceTemplateSpecification(
                    value(SurfaceJson.resourceTemplate(template), ResourceTemplate.class),
                    (exchange, request) ->
                        read(session(exchange.sessionId(), exchange.getClientInfo()), request)))
        .toList();
  }

  /** The prompts. */
  public List<AsyncPromptSpecification> prompts() {
    return surface.prompts(Session.local()).stream()
        .map(
            prompt ->
                new AsyncPromptSpecification(
                    value(SurfaceJson.prompt(prompt), Prompt.class),
                    (exchange, request) ->
                        prompt(session(exchange.sessionId(), exchange.getClientInfo()), request)))
        .toList();
  }

  private Tool describe(SurfaceTool tool) {
    return value(SurfaceJson.tool(tool), Tool.class);
  }

  private Mono<CallToolResult> call(
      Session session, CallToolRequest request, Consumer<ProgressNotification> report) {
    RawJson arguments = RawJson.ofValue(given(request.arguments()));
    CallContext context =
        CallContext.of(session)
            .withProgress(progress(request.progressToken(), report))
            .withMeta(RawJson.ofValue(given(request.meta())));
    return answer(() -> surface.call(new SurfaceCall(request.name(), arguments, context)))
        .map(result -> json.value(result.json(), CallToolResult.class));
  }

  private ProgressListener progress(@Nullable Object token, Consumer<ProgressNotification> report) {
    if (token == null) {
      return ProgressListener.none();
    }
    return (progress, total, message) -> {
      ObjectNode params = SurfaceJson.progress(progress, total, message);
      params.putPOJO("progressToken", token);
      report.accept(value(params, ProgressNotification.class));
    };
  }

  private Mono<ReadResourceResult> read(Session session, ReadResourceRequest request) {
    return answer(() -> surface.readResource(session, request.uri()))
        .map(content -> value(SurfaceJson.readResourceResult(content), ReadResourceResult.class));
  }

  private Mono<GetPromptResult> prompt(Session session, GetPromptRequest request) {
    Map<String, String> arguments = new TreeMap<>();
    given(request.arguments()).forEach((name, value) -> arguments.put(name, String.valueOf(value)));
    return answer(() -> surface.prompt(session, request.name(), arguments))
        .map(content -> value(SurfaceJson.getPromptResult(content), GetPromptResult.class));
  }

  /** Begins when it is subscribed to; who gives up ends the work down to the backend. */
  private static <T> Mono<T> answer(Supplier<CompletionStage<T>> work) {
    return Mono.fromFuture(() -> work.get().toCompletableFuture());
  }

  private static Map<String, Object> given(@Nullable Map<String, Object> arguments) {
    return arguments == null ? Map.of() : arguments;
  }

  private static Session session(@Nullable String id, @Nullable Implementation client) {
    Session session = id == null ? Session.local() : Session.of(id);
    return client == null || client.name() == null
        ? session
        : session.withClient(client.name(), String.valueOf(client.version()));
  }

  private <T> T value(ObjectNode tree, Class<T> type) {
    return json.value(RawJson.of(tree), type);
  }
}
