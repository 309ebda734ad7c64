package io.gatemini.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.MessageMemory.Share;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnboundedMemoryTest {
  private static final long HUGE = 1L << 50;

  private final MessageMemory memory = MessageMemory.unbounded();

  private long used() {
    return memory.usage().bytes();
  }

  @Test
  void hasRoomForEveryMessageAtOnce() {
    try (Share share = memory.open()) {
      assertThat(share.grow(HUGE)).isCompletedWithValue(true);
      assertThat(share.await(HUGE)).isTrue();
      assertThat(share.bytes()).isEqualTo(2 * HUGE);
      assertThat(share.refusal()).isEmpty();
    }
  }

  @Test
  void countsWhatAllPeersHold() {
    Share one = memory.forPeer().claim(100);
    Share other = memory.forPeer(1).claim(50);
    assertThat(used()).isEqualTo(150);

    one.shrinkTo(70);
    one.shrinkTo(90);
    assertThat(used()).isEqualTo(120);

    one.close();
    one.close();
    assertThat(used()).isEqualTo(50);
    other.close();
    assertThat(used()).isZero();
  }

  @Test
  void givesAShareThatIsClosedNothingMore() {
    Share share = memory.claim(10);
    share.close();

    assertThat(share.await(5)).isFalse();
    assertThat(share.grow(5)).isCompletedWithValue(false);
    share.claim(5);
    assertThat(share.bytes()).isZero();
    assertThat(used()).isZero();
    assertThat(share.refusal()).isEqualTo("for which no caller waits any more");
  }

  @Test
  void isBusyWithThePeerWhoseMessageGrows() {
    MessageMemory peer = memory.forPeer();
    MessageMemory other = memory.forPeer();
    long before = System.nanoTime();

    peer.claim(10);

    assertThat(peer.wasBusySince(before)).isTrue();
    assertThat(other.wasBusySince(before)).isFalse();
    assertThat(peer.wasBusySince(System.nanoTime())).isFalse();
  }

  @Test
  void losesNoByteBetweenThreads() {
    CompletableFuture<?>[] all =
        IntStream.range(0, 8)
            .mapToObj(
                thread ->
                    CompletableFuture.runAsync(
                        () -> {
                          for (int i = 0; i < 1_000; i++) {
                            try (Share share = memory.forPeer().claim(i)) {
                              share.shrinkTo(i / 2);
                            }
                          }
                        }))
            .toArray(CompletableFuture<?>[]::new);

    CompletableFuture.allOf(all).join();

    assertThat(used()).isZero();
  }
}
