package io.gatemini.spi;

import io.gatemini.spi.option.OptionTable;
import io.gatemini.stability.Stable;

/**
 * The base of every provider of a plug-in. Providers are found by {@link java.util.ServiceLoader}
 * or given to the builder; of two with one name the given one wins, then the one of the higher
 * weight.
 */
@Stable
public interface Provider {
  /** The weight of a provider that states none. */
  int DEFAULT_WEIGHT = 100;

  /** The name the plug-in is configured and excluded under; lower case, words joined by hyphens. */
  String name();

  /**
   * The keys of what it receives as its configuration, from under its name in {@code plugins}; they
   * are checked before it is asked to make anything. A plug-in that names none receives nothing.
   */
  default OptionTable settings() {
    return OptionTable.none();
  }

  /**
   * Whether it is used only where {@code plugins} has a section of its name, or where it is given
   * to the builder: a store that comes along with a library must not become every gateway's store.
   */
  default boolean isOptIn() {
    return false;
  }

  /** The order among providers of one kind, highest first. */
  default int weight() {
    return DEFAULT_WEIGHT;
  }
}
