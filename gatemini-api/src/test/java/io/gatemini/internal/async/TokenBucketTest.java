package io.gatemini.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.RateLimit;
import io.gatemini.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);

  @Test
  void refillsEvenlyAndSaysWhenTheNextTokenIsThere() {
    TokenBucket bucket = bucket(10, 10);

    for (int i = 0; i < 10; i++) {
      assertThat(bucket.take()).isZero();
    }

    assertThat(bucket.take()).isEqualTo(SECOND);
    now.addAndGet(SECOND - 1);
    assertThat(bucket.take()).isEqualTo(1);
    now.addAndGet(1);
    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isEqualTo(SECOND);
  }

  @Test
  void holdsNoMoreThanItsSizeHoweverLongNobodyCame() {
    TokenBucket bucket = bucket(3, 3);
    now.addAndGet(1_000 * SECOND);

    assertThat(List.of(bucket.take(), bucket.take(), bucket.take())).containsOnly(0L);

    assertThat(bucket.take()).isPositive();
  }

  @Test
  void letsOneCallAWindowThrough() {
    TokenBucket bucket = bucket(1, 60);

    assertThat(bucket.take()).isZero();
    assertThat(bucket.take()).isEqualTo(60 * SECOND);
    now.addAndGet(60 * SECOND);
    assertThat(bucket.take()).isZero();
  }

  @Test
  void givesNoTokenTwice() throws Exception {
    TokenBucket bucket = bucket(1_000, 60);
    AtomicInteger taken = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                Patience.await(go);
                for (int j = 0; j < 1_000; j++) {
                  if (bucket.take() == 0) {
                    taken.incrementAndGet();
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }

    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(taken).hasValue(1_000);
  }

  private TokenBucket bucket(int calls, int seconds) {
    return new TokenBucket(new RateLimit(calls, Duration.ofSeconds(seconds)), now::get);
  }
}
