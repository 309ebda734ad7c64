package io.gatemini.config;

import io.gatemini.GatewayException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A configuration is wrong; the message names the key and says what to change. Where a file has
 * several faults, it has a line for each.
 */
public final class ConfigException extends GatewayException {
  private static final long serialVersionUID = 1L;

  private final Place place;

  @SuppressWarnings("serial") // a List.copyOf, which is serializable
  private final List<ConfigException> several;

  /**
   * The place of a fault.
   *
   * @param file the file without its directories; empty where there is none
   * @param line that of the key, from 1; 0 where it is not known
   * @param column the same
   * @param key the path of the key
   */
  public record Place(String file, int line, int column, String key)
      implements java.io.Serializable {
    private static final Place UNKNOWN = new Place("", 0, 0, "");
  }

  public ConfigException(String message) {
    this(message, null);
  }

  public ConfigException(String message, @Nullable Throwable cause) {
    this(Place.UNKNOWN, message, cause);
  }

  /** With the place that the message names. */
  public ConfigException(Place place, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.place = place;
    this.several = List.of();
  }

  private ConfigException(List<ConfigException> several) {
    super(several.stream().map(Throwable::getMessage).collect(Collectors.joining("\n")));
    this.place = several.get(0).place;
    this.several = List.copyOf(several);
  }

  /**
   * Faults as one exception, in the order of their places.
   *
   * @param faults at least one
   */
  public static ConfigException of(List<ConfigException> faults) {
    List<ConfigException> all = new ArrayList<>();
    faults.forEach(fault -> all.addAll(fault.faults()));
    all.sort(
        Comparator.comparingInt((ConfigException fault) -> fault.place.line)
            .thenComparingInt(fault -> fault.place.column));
    return all.size() == 1 ? all.get(0) : new ConfigException(all);
  }

  /** The faults, each by itself; this exception where it is one. */
  public List<ConfigException> faults() {
    return several.isEmpty() ? List.of(this) : several;
  }

  /** The place of the first fault. */
  public Place place() {
    return place;
  }
}
