package io.gatemini.internal;

import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.Faults.Place;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A backend with one tool, {@code work}, that throws where it is told to. */
record FaultyBackend(Faults faults) implements Backend {
  /** Makes such backends. */
  record Provider(Faults faults) implements BackendProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public boolean allowsDedicatedInstances() {
      return true;
    }

    @Override
    public Backend create(BackendContext context) {
      faults.at(Place.CREATE);
      return new FaultyBackend(faults);
    }
  }

  private <T> CompletionStage<T> orFailure(Place now, Place later, Supplier<T> answer) {
    faults.at(now);
    try {
      faults.at(later);
    } catch (Error e) {
      return CompletableFuture.failedFuture(e);
    }
    return CompletableFuture.completedFuture(answer.get());
  }

  @Override
  public CompletionStage<Void> start() {
    return orFailure(Place.START, Place.START_LATER, () -> ToolResult.text(""))
        .thenApply(started -> null);
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return orFailure(
        Place.LIST,
        Place.LIST_LATER,
        () -> List.of(BackendTool.of("work", "Works.", Tools.ANY_OBJECT)));
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    return orFailure(Place.CALL, Place.CALL_LATER, () -> ToolResult.text("done"));
  }

  @Override
  public String description() {
    faults.at(Place.DESCRIPTION);
    return "";
  }

  @Override
  public CompletionStage<Void> ping() {
    faults.at(Place.PING);
    return Backend.done();
  }

  @Override
  public OptionalLong memoryBytes() {
    faults.at(Place.MEMORY);
    return OptionalLong.of(1);
  }

  @Override
  public OptionalLong pid() {
    faults.at(Place.STATUS);
    return OptionalLong.empty();
  }

  @Override
  public List<String> stderrTail() {
    faults.at(Place.STATUS);
    return List.of();
  }

  @Override
  public void sessionEnded(Session session) {
    faults.at(Place.SESSION_ENDED);
  }

  @Override
  public CompletionStage<Void> stop() {
    faults.at(Place.STOP);
    return Backend.done();
  }
}
