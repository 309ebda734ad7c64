package io.gatemini.internal.backend.instance;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Tasks;
import io.gatemini.spi.BackendContext;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** Pings the instances of a backend, each for itself, and looks at their memory. Thread-safe. */
final class InstanceChecks {
  private final BackendContext context;
  private final BiConsumer<PooledInstance, String> condemned;

  /**
   * @param condemned hears of an instance that has to go, and why
   */
  InstanceChecks(BackendContext context, BiConsumer<PooledInstance, String> condemned) {
    this.context = context;
    this.condemned = condemned;
  }

  /**
   * Checks all at the same time, in the background. Completes at once where there is room for
   * another instance, else with the first answer.
   */
  CompletableFuture<Void> check(List<PooledInstance> running, boolean room) {
    CompletableFuture<Void> serves = new CompletableFuture<>();
    if (room || running.isEmpty()) {
      serves.complete(null);
    }
    AtomicInteger open = new AtomicInteger(running.size());
    for (PooledInstance instance : running) {
      instance
          .pings
          .next()
          .whenComplete(
              (nothing, failure) -> {
                // One that was stopped meanwhile says nothing about the others.
                if (failure == null || failure instanceof CancellationException) {
                  serves.complete(null);
                }
                if (open.decrementAndGet() == 0) {
                  serves.completeExceptionally(noneAnswers(running.size()));
                }
              });
    }
    Tasks.tryExecute(context::executor, () -> running.forEach(this::lookAtMemory));
    return serves;
  }

  private BackendUnavailableException noneAnswers(int count) {
    return new BackendUnavailableException(
        "none of the " + count + " instances of backend \"" + context.name() + "\" answers");
  }

  private void lookAtMemory(PooledInstance instance) {
    MemoryLimit limit = instance.memoryLimit;
    if (limit != null) {
      limit
          .check(instance.running().memoryBytes())
          .ifPresent(excess -> condemned.accept(instance, excess));
    }
  }
}
