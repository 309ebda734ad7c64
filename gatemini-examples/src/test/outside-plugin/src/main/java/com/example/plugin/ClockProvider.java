package com.example.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The backend of docs/plug-ins.md. */
public final class ClockProvider implements BackendProvider {
  @Override
  public String name() {
    return "clock";
  }

  @Override
  public Backend create(BackendContext context) {
    return new Clock();
  }

  private static final class Clock implements Backend {
    @Override
    public CompletionStage<Void> start() {
      return Backend.done();
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      JsonNode schema =
          RawJson.parse("{\"type\": \"object\", \"properties\": {\"zone\": {\"type\": \"string\"}}}")
              .tree();
      return CompletableFuture.completedFuture(
          List.of(BackendTool.of("now", "The time in a zone.", schema)));
    }

    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      String zone = call.arguments().tree().path("zone").asText("UTC");
      return CompletableFuture.completedFuture(
          ToolResult.text(ZonedDateTime.now(ZoneId.of(zone)).toString()));
    }

    @Override
    public CompletionStage<Void> ping() {
      return Backend.done();
    }

    @Override
    public CompletionStage<Void> stop() {
      return Backend.done();
    }
  }
}
