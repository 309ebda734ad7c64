package io.gatemini.config;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of one section of a configuration. Immutable; two of a kind with equal values, given
 * or by default, are equal.
 */
abstract class ConfigValues {
  final OptionValues values;

  ConfigValues(OptionValues values) {
    this.values = values;
  }

  /**
   * The type of a key that is such a section. Keys that are absent keep their value.
   *
   * @param make checks what no key can check alone
   */
  static <T extends ConfigValues> OptionType<T> type(
      OptionTable table, Function<OptionValues, T> make) {
    return OptionType.section(table, section -> make.apply(table.read(section)))
        .writer(value -> value.values.json())
        .over((at, before) -> make.apply(table.read(at.section(), before.values)))
        .resolving((value, secrets) -> make.apply(value.values.withSecrets(secrets)));
  }

  final <T> T get(OptionKey<T> key) {
    return values.get(key);
  }

  final <T> Optional<T> find(OptionKey<T> key) {
    return values.find(key);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this
        || (other instanceof ConfigValues that
            && getClass() == that.getClass()
            && values.equals(that.values));
  }

  @Override
  public int hashCode() {
    return Objects.hash(getClass(), values);
  }

  /** All keys with their values: what a log may show, unless a value is a secret. */
  @Override
  public String toString() {
    return getClass().getSimpleName() + values;
  }
}
