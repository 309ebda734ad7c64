package io.gatemini.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TimeBudgetTest {
  private static void work(TimeBudget time) {
    for (int step = 0; true; step++) {
      time.check(step);
    }
  }

  @Test
  void countsTheTimeOfTheProcessorAndNotThatOfTheClock() throws Exception {
    TimeBudget time = TimeBudget.of(Duration.ofMillis(300));
    assertThat(time.isOver()).isFalse();

    // A thread that gets no processor looks like one that waits.
    assertThat(new CountDownLatch(1).await(600, TimeUnit.MILLISECONDS)).isFalse();

    assertThat(time.isOver()).isFalse();
    assertThatThrownBy(() -> work(time)).isInstanceOf(TimeBudget.Exceeded.class);
  }

  @Test
  void countsOnWhereItsThreadChanges() throws Exception {
    TimeBudget time = TimeBudget.of(Duration.ofMillis(200));
    assertThatThrownBy(() -> work(time)).isInstanceOf(TimeBudget.Exceeded.class);

    assertThat(CompletableFuture.supplyAsync(time::isOver).get()).isTrue();
  }

  /** The work may be done between two looks; its thread is no longer counted then. */
  @Test
  void isNotOverBecauseItsThreadHasEnded() throws Exception {
    TimeBudget time = TimeBudget.of(Duration.ofMinutes(1));
    CountDownLatch done = new CountDownLatch(1);
    Thread thread = new Thread(() -> await(done));
    thread.start();
    assertThat(time.isOver(thread)).isFalse();

    done.countDown();
    thread.join();

    assertThat(time.isOver(thread)).isFalse();
    Thread ended = new Thread(() -> {});
    ended.start();
    ended.join();
    assertThat(time.isOver(ended)).isFalse();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void endsOnTheClockFarLater() throws Exception {
    TimeBudget time = TimeBudget.of(Duration.ofMillis(20));
    assertThat(time.isOver()).isFalse();

    assertThat(new CountDownLatch(1).await(250, TimeUnit.MILLISECONDS)).isFalse();

    assertThat(time.isOver()).isTrue();
  }

  @Test
  void endsWithItsCallerAndAnotherTimeDoesToo() {
    AtomicBoolean abandoned = new AtomicBoolean();
    TimeBudget time = TimeBudget.of(Duration.ofMinutes(1), abandoned::get);
    TimeBudget again = time.again(Duration.ofMinutes(1));
    assertThat(time.isOver()).isFalse();

    abandoned.set(true);

    assertThat(time.isOver()).isTrue();
    assertThat(again.isOver()).isTrue();
    assertThat(TimeBudget.of(Duration.ZERO).isOver()).isTrue();
  }
}
