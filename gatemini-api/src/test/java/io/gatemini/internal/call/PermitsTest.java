package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PermitsTest {
  @Test
  void servesWaitersInTheOrderTheyCame() {
    Permits permits = new Permits(1);
    List<Integer> served = new ArrayList<>();
    assertThat(permits.tryAcquire()).isTrue();
    for (int i = 0; i < 5; i++) {
      int number = i;
      assertThat(permits.acquire(() -> served.add(number))).isFalse();
    }
    assertThat(permits.tryAcquire()).isFalse();

    for (int i = 0; i < 5; i++) {
      permits.release();
    }

    assertThat(served).containsExactly(0, 1, 2, 3, 4);
    assertThat(permits.free()).isZero();
    permits.release();
    assertThat(permits.free()).isEqualTo(1);
  }

  @Test
  void freesThePlaceOfAWaiterWhoLeaves() {
    Permits permits = new Permits(1);
    assertThat(permits.tryAcquire()).isTrue();
    Permits.Waiter first = () -> true;
    Permits.Waiter second = () -> true;
    permits.acquire(first);
    permits.acquire(second);

    permits.leave(first);
    permits.leave(first);
    permits.leave(second);
    permits.release();

    assertThat(permits.waiting()).isZero();
    assertThat(permits.free()).isEqualTo(1);
  }

  @Test
  void passesThePermitOfOneWhoHasGivenUpToTheNext() {
    Permits permits = new Permits(1);
    AtomicBoolean served = new AtomicBoolean();
    assertThat(permits.tryAcquire()).isTrue();
    permits.acquire(() -> false);
    permits.acquire(() -> served.compareAndSet(false, true));

    permits.release();

    assertThat(served).isTrue();
  }

  @Test
  void servesManyWhoEndAtOnceWithoutADeepStack() {
    Permits permits = new Permits(1);
    AtomicInteger served = new AtomicInteger();
    assertThat(permits.tryAcquire()).isTrue();
    for (int i = 0; i < 100_000; i++) {
      permits.acquire(
          () -> {
            served.incrementAndGet();
            permits.release();
            return true;
          });
    }

    permits.release();

    assertThat(served).hasValue(100_000);
    assertThat(permits.free()).isEqualTo(1);
  }

  /** Who was granted a permit holds it, hands it on from any thread, leaves, or leaves too late. */
  @Test
  void losesAndDoublesNoPermitUnderPressure() throws Exception {
    int size = 3;
    Permits permits = new Permits(size);
    AtomicInteger held = new AtomicInteger();
    AtomicInteger mostHeld = new AtomicInteger();
    AtomicInteger over = new AtomicInteger();
    Queue<Runnable> holders = new ConcurrentLinkedQueue<>();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    int perThread = 30_000;
    for (int t = 0; t < 8; t++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                ThreadLocalRandom random = ThreadLocalRandom.current();
                for (int i = 0; i < perThread; i++) {
                  AtomicBoolean decided = new AtomicBoolean();
                  Runnable give =
                      () -> {
                        held.decrementAndGet();
                        over.incrementAndGet();
                        permits.release();
                      };
                  Permits.Waiter waiter =
                      () -> {
                        if (!decided.compareAndSet(false, true)) {
                          return false;
                        }
                        mostHeld.accumulateAndGet(held.incrementAndGet(), Math::max);
                        holders.add(give);
                        return true;
                      };
                  boolean have = random.nextBoolean() && permits.tryAcquire();
                  if (have || permits.acquire(waiter)) {
                    decided.set(true);
                    mostHeld.accumulateAndGet(held.incrementAndGet(), Math::max);
                    give.run();
                  } else if (random.nextInt(3) == 0 && decided.compareAndSet(false, true)) {
                    over.incrementAndGet();
                    permits.leave(waiter);
                  }
                  Runnable other = holders.poll();
                  if (other != null) {
                    other.run();
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }

    go.countDown();
    for (Thread thread : threads) {
      thread.join(TimeUnit.SECONDS.toMillis(60));
    }
    for (Runnable holder = holders.poll(); holder != null; holder = holders.poll()) {
      holder.run();
    }

    assertThat(mostHeld).hasValueLessThanOrEqualTo(size);
    assertThat(over).hasValue(8 * perThread);
    assertThat(permits.waiting()).isZero();
    assertThat(permits.free()).isEqualTo(size);
  }
}
