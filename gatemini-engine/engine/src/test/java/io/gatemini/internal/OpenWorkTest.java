package io.gatemini.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.GatewayClosedException;
import io.gatemini.Session;
import io.gatemini.internal.async.OpenWork;
import io.gatemini.testing.Patience;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** No caller waits for ever for a closed gateway, whenever the call came. */
class OpenWorkTest {
  private final OpenWork open = new OpenWork();

  @Test
  void givesUpWhatCameAfterTheLastCallsWereWaitedFor() {
    open.drain(Duration.ofSeconds(10));
    CompletableFuture<String> late = open.track(Session.local(), new CompletableFuture<>());
    assertThat(late).isNotDone();

    open.end();

    assertThatThrownBy(late::join).hasCauseInstanceOf(GatewayClosedException.class);
  }

  @Test
  void givesUpAtOnceWhatComesAfterTheEnd() {
    open.end();

    CompletableFuture<String> late = open.track(Session.local(), new CompletableFuture<>());

    assertThatThrownBy(late::join).hasCauseInstanceOf(GatewayClosedException.class);
  }

  @Test
  void letsTheSecondWhoClosesWaitForTheFirst() throws Exception {
    SingleClose close = new SingleClose(() -> Duration.ofSeconds(60));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean closed = new AtomicBoolean();
    Thread first =
        new Thread(
            () ->
                close.close(
                    () -> {
                      begun.countDown();
                      Patience.hold(goOn);
                      closed.set(true);
                    }));
    first.start();
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<Boolean> seen = new CompletableFuture<>();
    Thread second =
        new Thread(
            () -> {
              close.close(() -> {});
              seen.complete(closed.get());
            });
    second.start();

    goOn.countDown();

    assertThat(seen.get(60, TimeUnit.SECONDS)).isTrue();
  }

  /** Twenty seconds are for all that has no time of its own. */
  @Test
  void waitsForAnotherCloseLongerThanThatMayTake() {
    Duration drain = Duration.ofMinutes(10);

    Duration longest = SingleClose.longest(drain);

    // A minute and two seconds for the slowest backend, six seconds for what they needed.
    assertThat(longest).isEqualTo(drain.plusSeconds(62 + 6 + 20));
  }
}
