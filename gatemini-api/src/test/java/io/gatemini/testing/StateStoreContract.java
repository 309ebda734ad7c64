package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.StateStore;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every {@link StateStore}; a test of one extends this. */
public abstract class StateStoreContract {
  /** A store that is empty. */
  protected abstract StateStore store();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void readsWhatWasWrittenLast() {
    StateStore store = store();

    store.write("pins", "files", bytes("old"));
    store.write("pins", "files", bytes("é😀\0"));

    assertThat(store.read("pins", "files")).hasValue(bytes("é😀\0"));
  }

  @Test
  void keepsAreasAndKeysApart() {
    StateStore store = store();

    store.write("a", "b/c", bytes("1"));
    store.write("a/b", "c", bytes("2"));
    store.write("a", "B/C", bytes("3"));
    store.write("a", "../b", bytes("4"));

    assertThat(store.read("a", "b/c")).hasValue(bytes("1"));
    assertThat(store.read("a/b", "c")).hasValue(bytes("2"));
    assertThat(store.read("a", "B/C")).hasValue(bytes("3"));
    assertThat(store.read("a", "../b")).hasValue(bytes("4"));
    assertThat(store.read("a", "b")).isEmpty();
  }

  @Test
  void hasNothingOfWhatWasRemoved() {
    StateStore store = store();
    store.write("usage", "tools", bytes("{}"));

    store.remove("usage", "tools");
    store.remove("usage", "never");

    assertThat(store.read("usage", "tools")).isEmpty();
  }

  @Test
  void doesNotShareItsArrays() {
    StateStore store = store();
    byte[] given = bytes("kept");
    store.write("a", "k", given);

    given[0] = 'X';
    store.read("a", "k").orElseThrow()[1] = 'X';

    assertThat(store.read("a", "k")).hasValue(bytes("kept"));
  }

  @Test
  void keepsAnEmptyValueAndALargeOne() {
    StateStore store = store();
    byte[] large = new byte[5_000_000];
    large[large.length - 1] = 7;

    store.write("a", "empty", new byte[0]);
    store.write("a", "large", large);

    assertThat(store.read("a", "empty")).hasValue(new byte[0]);
    assertThat(store.read("a", "large")).hasValue(large);
  }

  /** A reader beside writers gets one whole value. */
  @Test
  void neverGivesHalfAValue() {
    StateStore store = store();
    byte[] ones = bytes("1".repeat(10_000));
    byte[] twos = bytes("2".repeat(20_000));
    store.write("a", "k", ones);

    CompletableFuture<Void> writes =
        CompletableFuture.runAsync(
            () ->
                IntStream.range(0, 200)
                    .forEach(i -> store.write("a", "k", i % 2 == 0 ? twos : ones)));
    while (!writes.isDone()) {
      assertThat(store.read("a", "k").orElseThrow()).isIn(ones, twos);
    }

    writes.join();
  }

  @Test
  void changesWhatIsThere() {
    StateStore store = store();

    assertThat(store.update("a", "k", was -> was.or(() -> Optional.of(bytes("new")))))
        .hasValue(bytes("new"));
    assertThat(
            store.update(
                "a",
                "k",
                was -> was.map(it -> bytes(new String(it, StandardCharsets.UTF_8) + "er"))))
        .hasValue(bytes("newer"));
    assertThat(store.read("a", "k")).hasValue(bytes("newer"));
    assertThat(store.update("a", "k", was -> Optional.empty())).isEmpty();
    assertThat(store.read("a", "k")).isEmpty();
  }

  /** Counters that several count lose nothing. */
  @Test
  void losesNoChangeOfSeveral() {
    StateStore store = store();

    Counting.together(50, store, store);

    assertThat(Counting.read(store)).isEqualTo(200);
  }
}
