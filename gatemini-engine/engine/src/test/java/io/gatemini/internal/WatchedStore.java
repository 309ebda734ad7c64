package io.gatemini.internal;

import io.gatemini.spi.StateStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A store to which other gateways write as well, so that each looks at it often. */
class WatchedStore implements StateStore {
  private final StateStore store;

  WatchedStore(StateStore store) {
    this.store = store;
  }

  @Override
  public Optional<byte[]> read(String area, String key) {
    return store.read(area, key);
  }

  @Override
  public void write(String area, String key, byte[] value) {
    store.write(area, key, value);
  }

  @Override
  public void remove(String area, String key) {
    store.remove(area, key);
  }

  @Override
  public Optional<byte[]> update(String area, String key, UnaryOperator<Optional<byte[]>> change) {
    return store.update(area, key, change);
  }

  @Override
  public Duration refreshInterval() {
    return Duration.ofMillis(50);
  }
}
