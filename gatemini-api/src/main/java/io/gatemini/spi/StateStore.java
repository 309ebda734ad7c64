package io.gatemini.spi;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory of gateways beyond their end: bytes by area and key. What is in them is of the
 * gateway's own making and may change with its version; whoever cannot read what is there goes on
 * as if there were nothing. Thread-safe.
 *
 * <p>Methods may block: they are called at the start of a gateway and on its executor, a write a
 * moment after something has changed and at the end. What they throw is logged, and costs no more
 * than what would have been remembered.
 *
 * <p>The areas today are {@code usage}, {@code pins}, {@code tools} and {@code embeddings}; a
 * plug-in names its area after itself.
 */
public interface StateStore {
  /** The bytes that were written there last. The caller owns the array. */
  Optional<byte[]> read(String area, String key);

  /** Writes in place of what is there, the whole or nothing of it. */
  void write(String area, String key, byte[] value);

  /** Removes what is there, if there is anything. */
  void remove(String area, String key);

  /** A store in memory: for gateways that follow each other in one process. */
  static StateStore inMemory() {
    record Place(String area, String key) {}

    Map<Place, byte[]> values = new ConcurrentHashMap<>();
    return new StateStore() {
      @Override
      public Optional<byte[]> read(String area, String key) {
        return Optional.ofNullable(values.get(new Place(area, key))).map(byte[]::clone);
      }

      @Override
      public void write(String area, String key, byte[] value) {
        values.put(new Place(area, key), value.clone());
      }

      @Override
      public void remove(String area, String key) {
        values.remove(new Place(area, key));
      }
    };
  }
}
