package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.internal.Faults.Place;
import io.gatemini.spi.PluginContext;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.MadeErrors;
import io.gatemini.testing.TestGateway;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The threads that a host gives: an Error of a task is logged once, and the next task runs. */
class HostThreadsTest {
  private static final int PATIENCE_SECONDS = 60;

  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
  private final CompletableFuture<PluginContext> lent = new CompletableFuture<>();

  @AfterEach
  void end() {
    threads.shutdownNow();
    scheduler.shutdownNow();
  }

  private Gateway gateway(Executor executor) {
    FaultyPlugins plugins = new FaultyPlugins(new Faults(() -> new AssertionError("not armed")));
    return TestGateway.builder()
        .retrieval("given")
        .plugin(
            new GivenRetriever(
                "given",
                (config, context) -> {
                  lent.complete(context);
                  return plugins.retriever();
                }))
        .executor(executor)
        .scheduler(scheduler)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void keepAThreadWhoseTaskThrows(MadeErrors kind) throws Exception {
    try (LoggedErrors logged = new LoggedErrors();
        Gateway gateway = gateway(threads)) {
      PluginContext context = lent.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      Faults faults = new Faults(kind);
      faults.arm(Place.CALL);
      CompletableFuture<Thread> first = new CompletableFuture<>();
      CompletableFuture<Thread> second = new CompletableFuture<>();

      context
          .executor()
          .execute(
              () -> {
                first.complete(Thread.currentThread());
                faults.at(Place.CALL);
              });
      context.executor().execute(() -> second.complete(Thread.currentThread()));

      assertThat(second.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .isSameAs(first.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
      assertThat(logged.times(kind.get().getClass())).isEqualTo(1);
      assertThat(gateway.backends()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void repeatAPeriodicTaskThatThrows(MadeErrors kind) throws Exception {
    try (LoggedErrors logged = new LoggedErrors();
        Gateway gateway = gateway(threads)) {
      PluginContext context = lent.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      Faults faults = new Faults(kind);
      faults.arm(Place.PING);
      CountDownLatch later = new CountDownLatch(1);

      context
          .scheduler()
          .scheduleWithFixedDelay(
              () -> {
                if (faults.thrown() > 0) {
                  later.countDown();
                  faults.disarm();
                }
                faults.at(Place.PING);
              },
              0,
              1,
              TimeUnit.MILLISECONDS);

      assertThat(later.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(logged.times(kind.get().getClass())).isEqualTo(1);
      assertThat(gateway.backends()).isEmpty();
    }
  }

  @Test
  void refuseATaskThatNoThreadCanBeStartedFor() throws Exception {
    try (Gateway gateway =
        gateway(
            task -> {
              throw new OutOfMemoryError("unable to create native thread");
            })) {
      PluginContext context = lent.get(PATIENCE_SECONDS, TimeUnit.SECONDS);

      assertThrown(RejectedExecutionException.class, () -> context.executor().execute(() -> {}))
          .hasCauseInstanceOf(OutOfMemoryError.class);
      assertThat(gateway.backends()).isEmpty();
    }
  }
}
