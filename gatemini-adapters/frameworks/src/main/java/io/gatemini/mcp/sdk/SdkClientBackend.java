package io.gatemini.mcp.sdk;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendTool;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An MCP server behind a client of the SDK. */
final class SdkClientBackend implements Backend {
  private final BackendContext context;
  private final Supplier<McpAsyncClient> supplier;
  private final SdkJson json;
  private volatile @Nullable McpAsyncClient client;

  SdkClientBackend(BackendContext context, Supplier<McpAsyncClient> supplier, SdkJson json) {
    this.context = context;
    this.supplier = supplier;
    this.json = json;
  }

  @Override
  public CompletionStage<Void> start() {
    McpAsyncClient made;
    try {
      made = supplier.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(unavailable(e));
    }
    client = made;
    return made.initialize().onErrorMap(this::unavailable).then().toFuture();
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return started()
        .listTools()
        .map(
            answer ->
                answer.tools().stream()
                    .map(tool -> BackendTool.fromJson(json.json(tool).tree()))
                    .toList())
        .toFuture();
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    try {
      ObjectNode request = JsonNodeFactory.instance.objectNode().put("name", call.tool());
      request.set("arguments", call.arguments().tree());
      if (!call.context().meta().equals(RawJson.emptyObject())) {
        request.set("_meta", call.context().meta().tree());
      }
      return started()
          .callTool(json.value(RawJson.of(request), CallToolRequest.class))
          .map(result -> ToolResult.of(json.json(result)))
          .onErrorMap(this::failedCall)
          .toFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(unavailable(e));
    }
  }

  @Override
  public CompletionStage<Void> ping() {
    return started().ping().then().toFuture();
  }

  @Override
  public CompletionStage<Void> stop() {
    McpAsyncClient known = client;
    return known == null ? Backend.done() : known.closeGracefully().toFuture();
  }

  private McpAsyncClient started() {
    McpAsyncClient known = client;
    if (known == null) {
      throw new BackendUnavailableException(named("is not started yet"));
    }
    return known;
  }

  private Throwable failedCall(Throwable failure) {
    return failure instanceof McpError
        ? BackendCallException.answered(named("answered with an error: ") + failure.getMessage())
        : new BackendCallException(
            named("gave no answer, and may have carried the call out: ") + failure.getMessage(),
            failure);
  }

  private BackendUnavailableException unavailable(Throwable failure) {
    return failure instanceof BackendUnavailableException known
        ? known
        : new BackendUnavailableException(named("did not start: ") + failure.getMessage(), failure);
  }

  private String named(String what) {
    return "backend \"" + context.name() + "\" " + what;
  }
}
