package io.gatemini.internal.surface.listing;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A text made of a whole catalog: once per generation, and kept for the newest alone. Nothing is
 * made before the first request; concurrent requests wait for it. Thread-safe.
 */
final class CatalogText<T> {
  private final Gateway gateway;
  private final Function<CatalogSnapshot, T> maker;
  private volatile @Nullable Made<T> newest;

  /**
   * @param gateway may still be under construction
   * @param maker must not keep the snapshot, which would outlive its generation
   */
  CatalogText(Gateway gateway, Function<CatalogSnapshot, T> maker) {
    this.gateway = gateway;
    this.maker = maker;
  }

  /** The text of the present catalog. */
  T get() {
    return of(gateway.catalog());
  }

  /** The text of a snapshot; for an old one it is made again. */
  T of(CatalogSnapshot snapshot) {
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
