package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.engine.Engine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A tool of the gateway's own in the form in which agent frameworks and the interfaces of models
 * take tools: a name, a description, a schema, and a function from JSON to text. Thread-safe.
 */
public final class GatewayTool {
  private final SurfaceTool tool;
  private final Function<SurfaceCall, CompletionStage<ToolResult>> calls;
  private final CallContext context;

  private GatewayTool(
      SurfaceTool tool,
      Function<SurfaceCall, CompletionStage<ToolResult>> calls,
      CallContext context) {
    this.tool = tool;
    this.calls = calls;
    this.context = context;
  }

  static List<GatewayTool> of(Surface surface, Session session) {
    return surface.tools(session).stream()
        .map(tool -> new GatewayTool(tool, surface::call, CallContext.of(session)))
        .toList();
  }

  static GatewayTool ofResults(Gateway gateway, Session session) {
    Engine.OwnTool tool = Engine.get().resultTool(gateway);
    return new GatewayTool(tool.definition(), tool::call, CallContext.of(session));
  }

  /** This tool, its calls in another context: one that hears of progress, for example. */
  public GatewayTool withContext(CallContext context) {
    return new GatewayTool(tool, calls, context);
  }

  /** Letters and underscores, as every model takes them. */
  public String name() {
    return tool.name();
  }

  /** When to use it, for the model. */
  public String description() {
    return tool.description();
  }

  /** The JSON schema of its arguments; its {@code toString} is the JSON text. */
  public JsonNode inputSchema() {
    return tool.inputSchema();
  }

  /**
   * Calls the tool and waits for the text that the model is to read. Never throws for what the
   * model wrote: arguments that are wrong, or no JSON, are answered with what would be right. A
   * picture is a note that there is one; {@link #callAsync} has it.
   *
   * @param arguments a JSON object, as the model wrote it
   * @throws GatewayException when the waiting thread is interrupted; the work is cancelled then
   */
  public String call(String arguments) {
    return Engine.get().text(Futures.await(callAsync(arguments)));
  }

  /** The same without waiting, and with the whole answer. Cancelling the future ends the work. */
  public CompletableFuture<ToolResult> callAsync(String arguments) {
    RawJson json =
        arguments.isBlank()
            ? RawJson.emptyObject()
            : RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8));
    return calls.apply(new SurfaceCall(tool.name(), json, context)).toCompletableFuture();
  }

  @Override
  public String toString() {
    return tool.name();
  }
}
