package io.gatemini.spi.option;

import io.gatemini.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The faults of a configuration, collected while it is read, so that its author learns all at once.
 * Not thread-safe.
 */
public final class Faults {
  private final List<ConfigException> found = new ArrayList<>();

  /** Reads a part, or notes what is wrong with it. */
  public void in(Runnable reading) {
    try {
      reading.run();
    } catch (ConfigException e) {
      found.add(e);
    }
  }

  /** Reads a part; returns a fallback if it is wrong. */
  public <T> T in(Supplier<T> reading, T otherwise) {
    try {
      return reading.get();
    } catch (ConfigException e) {
      found.add(e);
      return otherwise;
    }
  }

  /** Whether nothing was wrong so far. */
  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** The value that was read, if nothing is wrong with any part of it. */
  public <T> T unlessFound(T read) {
    if (!found.isEmpty()) {
      throw ConfigException.of(found);
    }
    return read;
  }
}
