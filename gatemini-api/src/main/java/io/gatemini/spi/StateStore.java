package io.gatemini.spi;

import io.gatemini.internal.engine.Engine;
import io.gatemini.stability.Stable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The memory of gateways beyond their end: bytes by area and key. Their content is of the gateway's
 * own making and may change with its version; a reader treats values it cannot read as absent.
 * Thread-safe.
 *
 * <p>Methods may block: they are called at the start of a gateway and on its executor, a write a
 * moment after something has changed and at the end. Exceptions are logged, and cost only the
 * values that would have been remembered.
 *
 * <p>The areas today are {@code usage}, {@code pins}, {@code tools} and {@code registrations}; a
 * plug-in names its area after itself.
 */
@Stable
public interface StateStore {
  /** The bytes that were written there last. The caller owns the array. */
  Optional<byte[]> read(String area, String key);

  /** Writes in place of what is there, the whole or nothing of it. */
  void write(String area, String key, byte[] value);

  /** Removes what is there, if there is anything. */
  void remove(String area, String key);

  /**
   * Changes what is there, so that nothing that others write meanwhile is lost: counts of several
   * gateways add up. As it is here it keeps the threads of one process from each other; a store
   * that processes share does it as one step.
   *
   * @param change gives what is to be there for what is, empty for nothing. It may be asked several
   *     times, and later, on any thread; it answers at once and does nothing else
   * @return what is there now
   */
  default Optional<byte[]> update(String area, String key, UnaryOperator<Optional<byte[]>> change) {
    synchronized (this) {
      Optional<byte[]> now = change.apply(read(area, key));
      now.ifPresentOrElse(value -> write(area, key, value), () -> remove(area, key));
      return now;
    }
  }

  /**
   * Makes what was written and removed outlast this process. Called once after a group of changes,
   * so that a store with expensive writes can combine them; the gateway calls it after its own
   * changes and at its end. Does nothing in a store that keeps each change at once.
   */
  default void flush() {}

  /**
   * Lets go of what it holds, such as connections. The gateway calls it once, as the last thing at
   * its end, where a provider made the store; one that a host gave is the host's to close.
   */
  default void close() {}

  /**
   * A store in a file of JSON, which several gateways and processes may use at once. A change stays
   * in memory until {@link #flush}; then the file is replaced as a whole, and only its owner may
   * read it. A file that is torn, foreign or of a later version is put aside; where none can be
   * written, everything stays in memory. Both are a line in the log, and neither throws.
   *
   * <p>A {@code cache.json} of PrismGate is taken over: usage, and its tools until their backends
   * are up.
   *
   * @param file made with its directory when something is written first
   */
  static StateStore file(Path file) {
    return Engine.get().stateStore(file);
  }

  /**
   * How often a gateway looks at what others have made of counts, pins and registrations meanwhile;
   * zero where it need not. It hears of them when it writes, too. Asked once.
   */
  default Duration refreshInterval() {
    return Duration.ZERO;
  }

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

      @Override
      public Optional<byte[]> update(
          String area, String key, UnaryOperator<Optional<byte[]>> change) {
        return Optional.ofNullable(
                values.compute(
                    new Place(area, key),
                    (place, value) -> change.apply(Optional.ofNullable(value)).orElse(null)))
            .map(byte[]::clone);
      }
    };
  }
}
