package io.gatemini.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.StateStore;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The contract of several stores, each perhaps in a process of its own, with the same state: within
 * one test, every store sees the values of the others.
 */
public abstract class SharedStateContract extends StateStoreContract {
  private static Optional<byte[]> bytes(String text) {
    return Optional.of(text.getBytes(UTF_8));
  }

  @Test
  void countsWithAnotherStoreToTheSameNumber() {
    StateStore one = store();
    StateStore other = store();

    Counting.together(50, one, other);

    assertThat(Counting.read(one)).isEqualTo(200);
    assertThat(Counting.read(other)).isEqualTo(200);
  }

  /**
   * Whatever another store does between what is read and what is written, nothing of it is lost.
   */
  @Test
  void beginsAgainWhereTheValueChangedMeanwhile() {
    StateStore store = store();
    StateStore other = store();

    Optional<byte[]> inserted =
        store.update("a", "k", afterwards(() -> other.write("a", "k", new byte[] {'1'})));
    assertThat(inserted).hasValue("1+".getBytes(UTF_8));

    Optional<byte[]> replaced =
        store.update("a", "k", afterwards(() -> other.write("a", "k", new byte[] {'2'})));
    assertThat(replaced).hasValue("2+".getBytes(UTF_8));

    Optional<byte[]> removed = store.update("a", "k", afterwards(() -> other.remove("a", "k")));
    assertThat(removed).hasValue("+".getBytes(UTF_8));

    Optional<byte[]> madeAgain =
        store.update(
            "a",
            "k",
            afterwards(
                () -> {
                  other.remove("a", "k");
                  other.write("a", "k", new byte[] {'3'});
                }));
    assertThat(madeAgain).hasValue("3+".getBytes(UTF_8));
    assertThat(other.read("a", "k")).hasValue("3+".getBytes(UTF_8));
  }

  /** Adds a character; what others do meanwhile is done when it is asked first. */
  private static UnaryOperator<Optional<byte[]>> afterwards(Runnable meanwhile) {
    Iterator<Runnable> once = List.of(meanwhile).iterator();
    return was -> {
      if (once.hasNext()) {
        once.next().run();
      }
      return bytes(new String(was.orElseGet(() -> new byte[0]), UTF_8) + "+");
    };
  }

  @Test
  void removesOnlyWhatItHasSeen() {
    StateStore store = store();
    StateStore other = store();
    store.write("a", "k", new byte[] {'1'});
    Iterator<Runnable> once =
        List.<Runnable>of(() -> other.write("a", "k", new byte[2])).iterator();

    Optional<byte[]> kept =
        store.update(
            "a",
            "k",
            was -> {
              if (once.hasNext()) {
                once.next().run();
                return Optional.empty();
              }
              return was;
            });

    assertThat(kept).hasValue(new byte[2]);
    assertThat(store.read("a", "k")).hasValue(new byte[2]);
  }
}
