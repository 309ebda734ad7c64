package io.gatemini.spi.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The values of the keys of one {@link OptionTable}. Immutable; two with equal values are equal.
 */
public final class OptionValues {
  private final OptionTable table;

  /** By the index of the key; null where the default holds. */
  private final @Nullable Object[] values;

  OptionValues(OptionTable table, @Nullable Object[] values) {
    this.table = table;
    this.values = values;
  }

  /**
   * The value of a key, or its default.
   *
   * @throws NoSuchElementException when there is neither
   */
  public <T> T get(OptionKey<T> key) {
    T value = value(key); // asked for at every call of a tool
    if (value == null) {
      throw new NoSuchElementException(key + " has no value");
    }
    return value;
  }

  /** The value of a key or its default, if there is one. */
  public <T> Optional<T> find(OptionKey<T> key) {
    return Optional.ofNullable(value(key));
  }

  /** Whether a value was set, be it the default. */
  public boolean isSet(OptionKey<?> key) {
    return values[key.index()] != null;
  }

  /**
   * The same with another value.
   *
   * @throws io.gatemini.config.ConfigException when it is out of its bounds
   */
  public <T> OptionValues with(OptionKey<T> key, T value) {
    @Nullable Object[] changed = copy();
    changed[key.index()] = key.check(value);
    return new OptionValues(table, changed);
  }

  /**
   * These values with the secrets in place of what refers to them.
   *
   * @param secrets makes the text of what is written at a path; throws what the caller gets
   */
  public OptionValues withSecrets(BinaryOperator<String> secrets) {
    @Nullable Object[] resolved = copy();
    for (OptionKey<?> key : table.keys()) {
      if (isSet(key)) {
        resolved[key.index()] = resolved(key, secrets);
      }
    }
    return new OptionValues(table, resolved);
  }

  private <T> T resolved(OptionKey<T> key, BinaryOperator<String> secrets) {
    return key.type().resolved(get(key), key.toString(), secrets);
  }

  /** The keys of which another has another value, of one table. */
  public List<OptionKey<?>> changed(OptionValues other) {
    List<OptionKey<?>> changed = new ArrayList<>();
    for (OptionKey<?> key : table.keys()) {
      if (!Objects.equals(value(key), other.value(key))) {
        changed.add(key);
      }
    }
    return changed;
  }

  /** The values that were set, as a configuration writes them. */
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    table.keys().stream().filter(this::isSet).forEach(key -> json.set(key.name(), json(key)));
    return json;
  }

  private <T> JsonNode json(OptionKey<T> key) {
    return key.type().json(get(key));
  }

  @Nullable Object[] copy() {
    return values.clone();
  }

  @SuppressWarnings("unchecked") // a value is written with its own key
  private <T> @Nullable T value(OptionKey<T> key) {
    Object value = values[key.index()];
    return value == null ? key.fallbackOrNull() : (T) value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OptionValues that
        && table == that.table
        && Arrays.equals(effective(), that.effective());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(effective());
  }

  private @Nullable Object[] effective() {
    return table.keys().stream().map(this::value).toArray();
  }

  /** All keys with their values: what a log may show, unless a value is a secret. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (OptionKey<?> key : table.keys()) {
      text.append(text.length() > 1 ? ", " : "").append(key.name()).append('=').append(value(key));
    }
    return text.append('}').toString();
  }
}
