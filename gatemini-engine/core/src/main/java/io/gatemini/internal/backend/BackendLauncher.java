package io.gatemini.internal.backend;

import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.backend.instance.DelegatingContext;
import io.gatemini.internal.backend.instance.GuardedBackend;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.MessageMemory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Starts the lives of one backend: first the program that it needs, then, when it is its turn, the
 * backend itself. Thread-safe.
 */
final class BackendLauncher {
  private final BackendDefinition definition;
  private final BackendServices services;
  private final MessageMemory room;
  private final BooleanSupplier mayWait;

  /**
   * @param room of the backend's messages, the same over all its lives
   * @param mayWait whether its tools are known, so that a start waits while the queue is held
   */
  BackendLauncher(
      BackendDefinition definition,
      BackendServices services,
      MessageMemory room,
      BooleanSupplier mayWait) {
    this.definition = definition;
    this.services = services;
    this.room = room;
    this.mayWait = mayWait;
  }

  /**
   * Starts a life; its owner hears of the outcome.
   *
   * @param failed receives the reason where the life cannot begin
   */
  void launch(
      BackendInstance life,
      StartQueue.Turn turn,
      Executor executor,
      Duration deadline,
      Consumer<String> failed) {
    Runnable start =
        () -> {
          if (!Tasks.tryExecute(
              () -> executor,
              () -> life.start(heard -> create(heard, deadline), deadline, turn::end))) {
            failed.accept("the gateway is closing");
          }
        };
    prerequisite()
        .whenComplete(
            (nothing, failure) -> {
              if (failure != null) {
                failed.accept(Failures.sentence(failure));
              } else if (definition.provider().isInline()) {
                start.run();
              } else {
                turn.await(start, mayWait.getAsBoolean());
              }
            });
    life.gone().thenRun(turn::end);
  }

  private CompletableFuture<Void> prerequisite() {
    return definition
        .config()
        .prerequisite()
        .map(
            needed ->
                Futures.of(
                    () ->
                        services
                            .prerequisites()
                            .ensure(
                                definition.name(),
                                definition
                                    .trust()
                                    .resolved(definition.config())
                                    .prerequisite()
                                    .orElse(needed))))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  private Backend create(BackendListener listener, Duration deadline) {
    return new GuardedBackend(
        definition.name(),
        definition
            .provider()
            .create(
                DelegatingContext.ofLife(
                    definition.name(),
                    definition.config().startTimeout(deadline),
                    listener,
                    services.engine(),
                    room,
                    definition.trust())));
  }
}
