package io.gatemini.testing;

import io.gatemini.spi.StateStore;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Several who count in one place, as gateways count the calls of their tools. */
public final class Counting {
  private Counting() {}

  /** Adds to the number so many times, and to what others have counted meanwhile. */
  public static void count(StateStore store, int times) {
    for (int i = 0; i < times; i++) {
      store.update(
          "usage", "n", was -> Optional.of(bytes(was.map(Counting::number).orElse(0) + 1)));
    }
  }

  /** Has each of the stores count at the same time, by two threads. */
  public static void together(int times, StateStore... stores) {
    CompletableFuture.allOf(
            Stream.of(stores)
                .flatMap(store -> Stream.of(store, store))
                .map(store -> CompletableFuture.runAsync(() -> count(store, times)))
                .toArray(CompletableFuture<?>[]::new))
        .join();
  }

  /** The number as a store has it. */
  public static int read(StateStore store) {
    return store.read("usage", "n").map(Counting::number).orElse(0);
  }

  private static byte[] bytes(int number) {
    return Integer.toString(number).getBytes(StandardCharsets.UTF_8);
  }

  private static int number(byte[] text) {
    return Integer.parseInt(new String(text, StandardCharsets.UTF_8));
  }
}
