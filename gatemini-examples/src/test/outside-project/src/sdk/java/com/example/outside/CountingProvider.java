package com.example.outside;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A backend with one tool, which reports two steps before it answers. */
final class CountingProvider implements BackendProvider {
  @Override
  public String name() {
    return "counting";
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
                    "count",
                    "Counts to two.",
                    JsonNodeFactory.instance.objectNode().put("type", "object"))));
      }

      @Override
      public CompletionStage<ToolResult> call(BackendCall call) {
        call.context().client().progress().onProgress(1, OptionalDouble.of(2), Optional.of("one"));
        call.context().client().progress().onProgress(2, OptionalDouble.of(2), Optional.of("two"));
        return CompletableFuture.completedFuture(ToolResult.text("counted"));
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
