package io.gatemini.internal.async;

import io.gatemini.CatalogSnapshot;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value made of a whole catalog: once per generation, and kept for the newest alone. Nothing is
 * made before the first request; concurrent requests wait for it. Thread-safe.
 */
public final class PerGeneration<T> {
  private final Function<CatalogSnapshot, T> maker;
  private volatile @Nullable Made<T> newest;

  /**
   * @param maker must not keep the snapshot, which would outlive its generation
   */
  public PerGeneration(Function<CatalogSnapshot, T> maker) {
    this.maker = maker;
  }

  /** The value of a snapshot; for an old one it is made again. */
  public T of(CatalogSnapshot snapshot) {
    Made<T> known = newest;
    return known != null && known.generation == snapshot.generation()
        ? known.value
        : make(snapshot);
  }

  private synchronized T make(CatalogSnapshot snapshot) {
    Made<T> known = newest;
    if (known != null && known.generation == snapshot.generation()) {
      return known.value;
    }
    T value = maker.apply(snapshot);
    if (known == null || known.generation < snapshot.generation()) {
      newest = new Made<>(snapshot.generation(), value);
    }
    return value;
  }

  private record Made<T>(long generation, T value) {}
}
