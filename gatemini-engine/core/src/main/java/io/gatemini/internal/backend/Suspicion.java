package io.gatemini.internal.backend;

import io.gatemini.CallTimeoutException;
import io.gatemini.config.HealthConfig;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.text.Durations;
import io.gatemini.spi.Backend;
import io.gatemini.spi.MessageMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Looks after a process that leaves a call unanswered: one ping, beside the regular ones. A process
 * that neither answers it nor uses the processor meanwhile is hung. A server with one thread does
 * not answer while it computes, one with a full queue answers late, and one whose large message
 * comes or waits for room cannot be heard: all three are left alone.
 */
final class Suspicion {
  /** The part of the ping's time; a process that wakes up now and then uses less. */
  private static final int WORKING_PART = 20;

  private final BackendServices services;
  private final MessageMemory room;
  private long lookedNanos;
  private boolean looked;

  Suspicion(BackendServices services, MessageMemory room) {
    this.services = services;
    this.room = room;
  }

  /**
   * Looks, in the background, unless the last look is not long ago: many calls wait for a backend,
   * and one look does for all of them. Not thread-safe.
   *
   * @param hung receives a description when the process hangs; on any thread
   */
  void look(Backend silent, Consumer<String> hung) {
    long now = System.nanoTime();
    if (!looked || now - lookedNanos >= services.health().suspicionAfter().toNanos() / 2) {
      looked = true;
      lookedNanos = now;
      Tasks.tryExecute(services.engine()::executor, () -> ping(silent, silent.pid(), hung));
    }
  }

  private void ping(Backend silent, OptionalLong pid, Consumer<String> hung) {
    long began = System.nanoTime();
    Optional<Duration> before = used(pid);
    CompletableFuture<Void> pong = Futures.of(silent::ping);
    HealthConfig health = services.health();
    CallTimeoutException late = new CallTimeoutException("no answer");
    services
        .deadlines()
        .watch(pong, System.nanoTime() + health.suspicionTimeout().toNanos(), () -> late);
    pong.whenComplete(
        (nothing, failure) -> {
          if (failure == late && !room.wasBusySince(began)) {
            Tasks.tryExecute(
                services.engine()::executor,
                () -> {
                  if (!isWorking(before, used(pid)) && !isRunnable(pid)) {
                    hung.accept(
                        "it left a call unanswered for "
                            + Durations.text(health.suspicionAfter())
                            + ", and did not answer a ping within "
                            + Durations.text(health.suspicionTimeout()));
                  }
                });
          }
        });
  }

  /** Whether it would compute if others left it a processor; known on Linux alone. */
  private static boolean isRunnable(OptionalLong pid) {
    try {
      String stat =
          pid.isPresent() ? Files.readString(Path.of("/proc/" + pid.getAsLong() + "/stat")) : "";
      return stat.startsWith(" R ", stat.lastIndexOf(')') + 1);
    } catch (IOException e) {
      return false;
    }
  }

  private static Optional<Duration> used(OptionalLong pid) {
    return pid.isPresent() ? processorTime(pid.getAsLong()) : Optional.empty();
  }

  /** If the usage is unknown, as for a remote backend, the silence counts. */
  private boolean isWorking(Optional<Duration> before, Optional<Duration> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return false;
    }
    Duration used = after.get().minus(before.get());
    return used.compareTo(services.health().suspicionTimeout().dividedBy(WORKING_PART)) >= 0;
  }

  /**
   * The time used since the start, at the precision of the system, which may be 10 ms. Empty if the
   * process has ended or the system reports nothing.
   */
  private static Optional<Duration> processorTime(long pid) {
    return ProcessHandle.of(pid)
        .filter(root -> root.info().totalCpuDuration().isPresent())
        .map(
            root ->
                Stream.concat(Stream.of(root), root.descendants())
                    .flatMap(process -> process.info().totalCpuDuration().stream())
                    .reduce(Duration.ZERO, Duration::plus));
  }
}
