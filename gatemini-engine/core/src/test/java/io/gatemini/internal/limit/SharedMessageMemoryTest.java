package io.gatemini.internal.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.limit.SharedMessageMemory.BoundedShare;
import io.gatemini.spi.MessageMemory.Share;
import io.gatemini.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SharedMessageMemoryTest {
  private static final long MIB = 1 << 20;
  private static final Duration LONG = Duration.ofMinutes(1);

  private final SharedMessageMemory memory = SharedMessageMemory.of(10 * MIB, LONG);

  @Test
  void givesRoomAtOnceAndTakesItBackOnce() {
    Share share = memory.open();

    assertThat(share.grow(4 * MIB)).isCompletedWithValue(true);
    assertThat(share.await(6 * MIB)).isTrue();
    assertThat(memory.usage().bytes()).isEqualTo(10 * MIB);

    share.shrinkTo(MIB);
    assertThat(memory.usage().bytes()).isEqualTo(MIB);

    share.close();
    share.close();
    share.claim(MIB);
    assertThat(memory.usage().bytes()).isZero();
    assertThat(share.await(1)).isFalse();
  }

  @Test
  void refusesAtOnceWhatCanNeverFit() {
    Share share = memory.open();

    assertThat(share.grow(10 * MIB + 1)).isCompletedWithValue(false);

    assertThat(share.refusal())
        .contains("10485760 bytes")
        .contains("max_in_flight_bytes")
        .contains("ask for less");
    assertThat(memory.usage().refused()).isEqualTo(1);
    assertThat(share.bytes()).isZero();
  }

  @Test
  void servesTheShareThatWasOpenedFirstWhenRoomComes() {
    Share first = memory.open();
    Share second = memory.open();
    Share holder = memory.claim(9 * MIB);

    CompletableFuture<Boolean> later = second.grow(2 * MIB);
    CompletableFuture<Boolean> sooner = first.grow(9 * MIB);
    assertThat(later).isNotDone();
    assertThat(sooner).isNotDone();
    assertThat(memory.usage().waiting()).isEqualTo(2);

    holder.close();
    assertThat(sooner).isCompletedWithValue(true);
    assertThat(later).isNotDone();

    first.close();
    assertThat(later).isCompletedWithValue(true);
    second.close();
    assertThat(memory.usage().bytes()).isZero();
  }

  @Test
  void refusesTheYoungestOfThoseThatWaitForEachOther() {
    Share elder = memory.open();
    Share younger = memory.open();
    elder.await(5 * MIB);
    younger.await(5 * MIB);

    CompletableFuture<Boolean> first = elder.grow(MIB);
    assertThat(first).isNotDone();
    CompletableFuture<Boolean> second = younger.grow(MIB);

    assertThat(second).isCompletedWithValue(false);
    assertThat(younger.refusal()).contains("ask again in a moment");
    assertThat(first).isNotDone();
    younger.close();
    assertThat(first).isCompletedWithValue(true);
  }

  @Test
  void refusesAnElderShareOfThePeerThatHoldsMost() {
    Share elder = memory.forPeer().open();
    Share younger = memory.forPeer().open();
    elder.await(8 * MIB);
    younger.await(2 * MIB);

    CompletableFuture<Boolean> greedy = elder.grow(MIB);
    CompletableFuture<Boolean> neighbour = younger.grow(MIB);

    assertThat(greedy).isCompletedWithValue(false);
    elder.close();
    assertThat(neighbour).isCompletedWithValue(true);
  }

  @Test
  void refusesAYoungerShareThatWaitedBeforeTheElderOne() {
    Share elder = memory.open();
    Share younger = memory.open();
    elder.await(5 * MIB);
    younger.await(5 * MIB);

    CompletableFuture<Boolean> second = younger.grow(MIB);
    assertThat(second).isNotDone();
    CompletableFuture<Boolean> first = elder.grow(MIB);

    assertThat(second).isCompletedWithValue(false);
    younger.close();
    assertThat(first).isCompletedWithValue(true);
  }

  @Test
  void refusesAfterItsPatience() throws Exception {
    SharedMessageMemory impatient = SharedMessageMemory.of(MIB, Duration.ofMillis(20));
    Share holder = impatient.claim(MIB);
    Share late = impatient.open();

    assertThat(late.grow(1).get(60, TimeUnit.SECONDS)).isFalse();
    assertThat(late.refusal()).contains("max_in_flight_bytes");
    assertThat(impatient.usage().waiting()).isZero();

    holder.close();
    late.close();
    assertThat(impatient.usage().bytes()).isZero();
  }

  @Test
  void refusesAThreadThatIsInterrupted() throws Exception {
    Share holder = memory.claim(10 * MIB);
    CountDownLatch refused = new CountDownLatch(1);
    Thread reader =
        new Thread(
            () -> {
              if (!memory.open().await(1) && Thread.currentThread().isInterrupted()) {
                refused.countDown();
              }
            });
    reader.start();

    reader.interrupt();

    assertThat(refused.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(memory.usage().waiting()).isZero();
    holder.close();
  }

  @Test
  void closingRefusesWhatWaits() {
    Share holder = memory.claim(10 * MIB);
    Share waiting = memory.open();
    CompletableFuture<Boolean> answer = waiting.grow(1);

    waiting.close();

    assertThat(answer).isCompletedWithValue(false);
    assertThat(memory.usage().waiting()).isZero();
    holder.close();
  }

  @Test
  void claimsNeverWaitAndHoldOthersUp() {
    Share written = memory.claim(20 * MIB);
    Share read = memory.open();

    CompletableFuture<Boolean> answer = read.grow(1);
    assertThat(answer).isNotDone();
    written.close();

    assertThat(answer).isCompletedWithValue(true);
    read.close();
  }

  @Test
  void onePeerLeavesRoomForTheOthers() {
    SharedMessageMemory greedy = memory.forPeer();
    Share held = greedy.open();

    assertThat(held.grow(10 * MIB)).isCompletedWithValue(false);
    assertThat(held.refusal()).contains("one backend may have (9830400 bytes)");
    assertThat(held.grow(greedy.maxBytes())).isCompletedWithValue(true);
    CompletableFuture<Boolean> second = greedy.open().grow(1);
    assertThat(second).isNotDone();

    assertThat(memory.forPeer().open().grow(memory.maxBytes() / 16)).isCompletedWithValue(true);
    held.close();
    assertThat(second).isCompletedWithValue(true);
  }

  @Test
  void refusesTheYoungerOfTwoOfOnePeerThatWaitForEachOther() {
    SharedMessageMemory peer = memory.forPeer();
    Share elder = peer.open();
    Share younger = peer.open();
    elder.await(5 * MIB);
    younger.await(4 * MIB);

    CompletableFuture<Boolean> first = elder.grow(MIB / 2);
    assertThat(younger.grow(MIB / 2)).isCompletedWithValue(false);

    younger.close();
    assertThat(first).isCompletedWithValue(true);
  }

  @Test
  void endsWhoHoldsOthersUpForLong() {
    SharedMessageMemory quick = SharedMessageMemory.of(10 * MIB, LONG, Duration.ofMillis(20));
    Share slow = quick.forPeer().open();
    CompletableFuture<String> ended = new CompletableFuture<>();
    slow.onEnded(() -> ended.complete(slow.refusal()));
    slow.await(8 * MIB);
    Share bystander = quick.forPeer().open();
    bystander.onEnded(() -> ended.complete("the wrong one"));
    bystander.await(MIB);

    CompletableFuture<Boolean> neighbour = quick.forPeer().open().grow(2 * MIB);

    assertThat(Patience.join(ended))
        .startsWith("which took long and held up others for more than 20 ms; ask for less at once");
    assertThat(slow.grow(1)).isCompletedWithValue(false);
    assertThat(slow.refusal()).contains("held up others");
    slow.close();
    assertThat(neighbour).isCompletedWithValue(true);
  }

  @Test
  void endsNobodyWhereThatWouldNotMakeRoom() throws Exception {
    SharedMessageMemory quick =
        SharedMessageMemory.of(10 * MIB, Duration.ofMillis(200), Duration.ofMillis(10));
    Share written = quick.claim(10 * MIB);
    Share slow = quick.forPeer().open();
    AtomicLong ended = new AtomicLong();
    slow.onEnded(ended::incrementAndGet);
    slow.claim(MIB);

    assertThat(quick.forPeer().open().grow(2 * MIB).get(60, TimeUnit.SECONDS)).isFalse();

    assertThat(ended).hasValue(0);
    written.close();
  }

  @Test
  void knowsWhoseReaderWaitedOrReadMeanwhile() {
    SharedMessageMemory peer = memory.forPeer();
    SharedMessageMemory other = memory.forPeer();
    long before = System.nanoTime();
    Share holder = memory.claim(10 * MIB);
    Share waiting = peer.open();

    waiting.grow(MIB);
    assertThat(peer.wasBusySince(System.nanoTime())).isTrue();
    assertThat(other.wasBusySince(before)).isFalse();

    holder.close();
    assertThat(peer.wasBusySince(before)).isTrue();
    assertThat(peer.wasBusySince(System.nanoTime())).isFalse();
    waiting.close();
  }

  /** Readers, claims, early closes and refusals in any order: all of it comes back. */
  @Property(tries = 200)
  void everythingIsGivenBack(@ForAll long seed) {
    SharedMessageMemory shared = SharedMessageMemory.of(10 * MIB, LONG);
    Random random = new Random(seed);
    SharedMessageMemory one = shared.forPeer();
    SharedMessageMemory two = shared.forPeer();
    List<Share> open = new ArrayList<>();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();

    for (int step = 0; step < 200; step++) {
      if (open.isEmpty()) {
        open.add(shared.open());
      }
      Share share = open.get(random.nextInt(open.size()));
      switch (random.nextInt(7)) {
        case 0 -> open.add(shared.open());
        case 4 -> open.add((random.nextBoolean() ? one : two).open());
        case 1 -> open.add(shared.claim(random.nextInt(3) * MIB));
        case 2 -> share.shrinkTo(random.nextInt(4) * MIB);
        case 3 -> {
          share.close();
          open.remove(share);
        }
        default -> {
          if (!((BoundedShare) share).isWaiting()) {
            answers.add(share.grow(random.nextInt(4) * MIB));
          }
        }
      }
    }
    open.forEach(Share::close);

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(shared.usage().bytes()).isZero();
    assertThat(shared.usage().waiting()).isZero();
    assertThat(shared.isIdle()).isTrue();
    assertThat(one.isIdle()).isTrue();
    assertThat(two.isIdle()).isTrue();
  }

  @Test
  void readersOfManyThreadsAllComeToAnEnd() throws Exception {
    SharedMessageMemory shared = SharedMessageMemory.of(8 * MIB, Duration.ofSeconds(20));
    AtomicLong most = new AtomicLong();
    AtomicLong read = new AtomicLong();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Thread reader =
          new Thread(
              () -> {
                for (int message = 0; message < 50; message++) {
                  try (Share share = shared.open()) {
                    int parts = 1 + message % 7;
                    while (parts > 0 && share.await(MIB)) {
                      most.accumulateAndGet(shared.usage().bytes(), Math::max);
                      parts--;
                    }
                    if (parts == 0) {
                      read.incrementAndGet();
                    }
                  }
                }
              });
      reader.start();
      readers.add(reader);
    }
    for (Thread reader : readers) {
      reader.join(TimeUnit.SECONDS.toMillis(60));
      assertThat(reader.isAlive()).isFalse();
    }

    assertThat(most.get()).isLessThanOrEqualTo(8 * MIB);
    assertThat(read.get()).isPositive();
    assertThat(read.get() + shared.usage().refused()).isEqualTo(16 * 50);
    assertThat(shared.usage().bytes()).isZero();
    assertThat(shared.isIdle()).isTrue();
  }
}
