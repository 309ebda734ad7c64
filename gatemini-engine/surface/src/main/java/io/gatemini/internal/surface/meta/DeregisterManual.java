package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.ResultFuture;
import java.util.concurrent.CompletableFuture;

/** {@code deregister_manual}: removes a backend that was added at run time. */
record DeregisterManual(Gateway gateway) implements MetaTool {
  private static final SurfaceTool DEFINITION =
      MetaTool.definition(
          DeregisterManual.class,
          "deregister_manual",
          ToolAnnotations.of(false, true, false, false));

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"manual_name\": \"my-server\"}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    String name = Arguments.read(this, call.arguments()).string("manual_name");
    return ResultFuture.of(
        gateway.deregisterAsync(name, call.context().session()).thenApply(nothing -> name),
        DeregisterManual::removed);
  }

  private static ToolResult removed(String name) {
    return ToolResult.structured(
        "backend \"" + name + "\" is removed, with its tools",
        JsonNodeFactory.instance.objectNode().put("backend", name));
  }
}
