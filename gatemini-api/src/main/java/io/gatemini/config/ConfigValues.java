package io.gatemini.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The values of one section of a configuration. Immutable; two of a kind with equal values, given
 * or by default, are equal.
 */
abstract class ConfigValues {
  /** The type of the key {@code inherit_env}, which backends and their prerequisites have. */
  static final OptionType<List<String>> INHERITED_VARIABLES =
      OptionType.texts().reader(ConfigValues::inheritedVariables).describedBy(listOrWord());

  static final String INHERITED_MEANING =
      "Further variables of the gateway's environment for the program: a list of "
          + "names or patterns with *, or all, or none. Variables that look like secrets "
          + "need their exact name.";

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

  private static List<String> inheritedVariables(Option at) {
    if (at.isList()) {
      return at.strings();
    }
    String word = at.text();
    if (!word.equals("all") && !word.equals("none")) {
      throw at.invalid("write a list of names or patterns, [\"" + word + "\"], or all, or none");
    }
    return List.of(word);
  }

  private static ObjectNode listOrWord() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema
        .putArray("anyOf")
        .add(JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/list"))
        .addObject()
        .putArray("enum")
        .add("all")
        .add("none");
    return schema;
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
