package io.gatemini.internal.backend.instance;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.testing.TestBackend;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An instance that is ended while foreign code creates or starts it. */
class InstanceLifeTest {
  @AutoClose
  private final TestContext context = TestContext.withoutTimers("it", BackendConfig.of("test"));

  private final TestTransport transport = new TestTransport("test");
  private final InstanceLife life = new InstanceLife("it", context, true);

  @Test
  void stopsAfterItsCreationWhomNobodyWaitsForAnyMore() {
    CompletableFuture<Void> stopping = new CompletableFuture<>();
    transport.backends().stop(() -> stopping);

    assertThat(start(this::createdTooLate)).isCancelled();

    TestBackend late = transport.last("it");
    assertThat(late.stops).hasValue(1);
    assertThat(life.gone()).as("gone before its stop").isNotDone();
    stopping.complete(null);
    assertThat(life.gone()).isCompleted();
  }

  @Test
  void isGoneWhenItsCreationFailsAfterItsEnd() {
    CompletableFuture<Void> start =
        start(
            () -> {
              end();
              throw new IllegalStateException("no licence");
            });

    assertThatThrownBy(start::join).hasRootCauseMessage("no licence");
    assertThat(life.gone()).isCompleted();
  }

  @Test
  void stopsAgainWhatWasStoppedBeforeItsStartReturned() {
    transport
        .backends()
        .start(
            () -> {
              end();
              return Backend.done();
            });

    assertThrown(CancellationException.class, () -> start(() -> transport.create(context)).join());
    assertThat(transport.last("it").stops).hasValue(2);
    assertThat(life.gone()).isCompleted();
  }

  private CompletableFuture<Void> start(Supplier<Backend> create) {
    return life.start(
        create, created -> Backend.done(), Duration.ofMinutes(1), IllegalStateException::new);
  }

  private Backend createdTooLate() {
    end();
    return transport.create(context);
  }

  private void end() {
    assertThat(life.end(Backend::stop)).isNotDone();
  }
}
