package com.example.spring;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A transport that the properties of the application can name; its backends have one tool. */
final class GreeterProvider implements BackendProvider {
  @Override
  public String name() {
    return "greeter";
  }

  @Override
  public Backend create(BackendContext context) {
    return new Backend() {
      @Override
      public CompletionStage<Void> start() {
        return Backend.done();
      }

      @Override
      public CompletionStage<List<BackendTool>> listTools() {
        return CompletableFuture.completedFuture(
            List.of(
                BackendTool.of(
                    "hello", "Greets.", JsonNodeFactory.instance.objectNode().put("type", "object"))));
      }

      @Override
      public CompletionStage<ToolResult> call(BackendCall call) {
        return CompletableFuture.completedFuture(ToolResult.text("hello"));
      }

      @Override
      public CompletionStage<Void> ping() {
        return Backend.done();
      }

      @Override
      public CompletionStage<Void> stop() {
        return Backend.done();
      }
    };
  }
}
