package io.gatemini.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.testing.Patience;
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
  void servesSessionsInTurns() {
    Permits permits = new Permits(1);
    List<String> served = new ArrayList<>();
    assertThat(permits.tryAcquire()).isTrue();
    for (String call : List.of("a1", "a2", "a3", "a4", "b1", "b2", "c1")) {
      permits.acquire(new InSession(call, served));
    }

    for (int i = 0; i < 7; i++) {
      permits.release();
    }

    assertThat(served).containsExactly("c1", "b1", "a1", "b2", "a2", "a3", "a4");
    permits.release();
    assertThat(permits.free()).isEqualTo(1);
  }

  @Test
  void servesASessionWithManyCallsThoughOthersComeAgainAndAgain() {
    Permits permits = new Permits(1);
    List<String> served = new ArrayList<>();
    assertThat(permits.tryAcquire()).isTrue();
    permits.acquire(new InSession("a", served));
    permits.acquire(new InSession("b", served));
    permits.acquire(new InSession("a", served));

    for (int i = 0; i < 3; i++) {
      permits.acquire(new InSession("c", served));
      permits.release();
      permits.acquire(new InSession("b", served));
      permits.release();
    }

    assertThat(served).containsExactly("c", "b", "a", "c", "b", "a");
  }

  /** A call whose first letter is its session. */
  private static final class InSession implements Permits.Waiter {
    private final String call;
    private final List<String> served;

    InSession(String call, List<String> served) {
      this.call = call;
      this.served = served;
    }

    @Override
    public boolean granted() {
      return served.add(call);
    }

    @Override
    public String party() {
      return call.substring(0, 1);
    }
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

  @Test
  void losesNoPermitThatIsPromisedToOneWhoLeaves() throws Exception {
    Permits permits = new Permits(1);
    assertThat(permits.tryAcquire()).isTrue();
    Lingering leaving = new Lingering(() -> true);
    permits.acquire(leaving);
    leaving.lingers = true;

    Thread leave = started(() -> permits.leave(leaving));
    leaving.entered.await();
    Thread release = blocked(permits::release);
    leaving.go.countDown();
    leave.join();
    release.join();

    assertThat(permits.free()).isEqualTo(1);
    assertThat(permits.tryAcquire()).isTrue();
  }

  /** Who comes first to the lock is up to the machine: the permit goes to the waiter either way. */
  @Test
  void losesNoPermitThatIsPromisedToOneWhoIsJustComing() throws Exception {
    Permits permits = new Permits(1);
    assertThat(permits.tryAcquire()).isTrue();
    Lingering stranger = new Lingering(() -> true);
    stranger.lingers = true;

    Thread leave = started(() -> permits.leave(stranger));
    stranger.entered.await();
    AtomicBoolean served = new AtomicBoolean();
    Thread acquire = blocked(() -> served.compareAndSet(false, permits.acquire(granted(served))));
    Thread release = blocked(permits::release);
    stranger.go.countDown();
    leave.join();
    acquire.join();
    release.join();

    assertThat(served).isTrue();
    assertThat(permits.free()).isZero();
    permits.release();
    assertThat(permits.free()).isEqualTo(1);
  }

  @Test
  void losesNoPermitWhenOneLeavesAsAnotherComes() throws Exception {
    Permits permits = new Permits(1);
    assertThat(permits.tryAcquire()).isTrue();
    Lingering leaving = new Lingering(() -> true);
    permits.acquire(leaving);
    leaving.lingers = true;

    Thread leave = started(() -> permits.leave(leaving));
    leaving.entered.await();
    Thread release = blocked(permits::release);
    AtomicBoolean served = new AtomicBoolean();
    Thread acquire = blocked(() -> served.compareAndSet(false, permits.acquire(granted(served))));
    leaving.go.countDown();
    leave.join();
    release.join();
    acquire.join();

    assertThat(served).isTrue();
    assertThat(permits.waiting()).isZero();
    assertThat(permits.free()).isZero();
    permits.release();
    assertThat(permits.free()).isEqualTo(1);
  }

  private static Permits.Waiter granted(AtomicBoolean served) {
    return () -> served.compareAndSet(false, true);
  }

  private static Thread started(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** A thread that has come as far as the lock. */
  private static Thread blocked(Runnable work) {
    Thread thread = started(work);
    await().until(() -> thread.getState() == Thread.State.BLOCKED);
    return thread;
  }

  /** Keeps a thread that looks for it among the waiting ones, and so the lock of that. */
  private static final class Lingering implements Permits.Waiter {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    volatile boolean lingers;
    private final Permits.Waiter waiter;

    Lingering(Permits.Waiter waiter) {
      this.waiter = waiter;
    }

    @Override
    public boolean granted() {
      return waiter.granted();
    }

    @Override
    public String party() {
      if (lingers) {
        entered.countDown();
        Patience.await(go);
      }
      return Permits.Waiter.super.party();
    }
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
                Patience.await(go);
                ThreadLocalRandom random = ThreadLocalRandom.current();
                for (int i = 0; i < perThread; i++) {
                  AtomicBoolean decided = new AtomicBoolean();
                  Runnable give =
                      () -> {
                        held.decrementAndGet();
                        over.incrementAndGet();
                        permits.release();
                      };
                  String session = String.valueOf(i % 4);
                  Permits.Waiter waiter =
                      new Permits.Waiter() {
                        @Override
                        public boolean granted() {
                          if (!decided.compareAndSet(false, true)) {
                            return false;
                          }
                          mostHeld.accumulateAndGet(held.incrementAndGet(), Math::max);
                          holders.add(give);
                          return true;
                        }

                        @Override
                        public String party() {
                          return session;
                        }
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
