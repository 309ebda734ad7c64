package io.gatemini.spi.option;

import io.gatemini.config.ConfigException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One key of an {@link OptionTable}: its name, type, default and description. Immutable.
 *
 * @param <T> what its values are
 */
public final class OptionKey<T> {
  private final String section;
  private final String name;
  private final OptionType<T> type;
  private final @Nullable T fallback;
  private final String description;
  private final int index;

  OptionKey(
      String section,
      String name,
      OptionType<T> type,
      @Nullable T fallback,
      String description,
      int index) {
    this.section = section;
    this.name = name;
    this.type = type;
    this.fallback = fallback;
    this.description = description;
    this.index = index;
  }

  /** The name as configurations write it. */
  public String name() {
    return name;
  }

  /** The type of its value. */
  public OptionType<T> type() {
    return type;
  }

  /** The value where none is written. */
  public Optional<T> fallback() {
    return Optional.ofNullable(fallback);
  }

  /** Its meaning, in a sentence. */
  public String description() {
    return description;
  }

  @Nullable T fallbackOrNull() {
    return fallback;
  }

  int index() {
    return index;
  }

  /**
   * The value that is written at a place.
   *
   * @throws ConfigException naming the place, when it is none or out of its bounds
   */
  public T read(Option at) {
    return read(at, null);
  }

  T read(Option at, @Nullable T before) {
    T value;
    try {
      value = type.read(at, before);
    } catch (ConfigException e) {
      throw at.located(e);
    }
    type.problem(value)
        .ifPresent(
            problem -> {
              throw at.invalid(name + " " + problem);
            });
    return value;
  }

  /**
   * The value, if it is within its bounds.
   *
   * @throws ConfigException naming the key, when it is not
   */
  public T check(T value) {
    Objects.requireNonNull(value, name);
    type.problem(value)
        .ifPresent(
            problem -> {
              throw new ConfigException(this + " " + problem);
            });
    return value;
  }

  /** The key with its section: {@code health.interval}. */
  @Override
  public String toString() {
    return section.isEmpty() ? name : section + "." + name;
  }
}
