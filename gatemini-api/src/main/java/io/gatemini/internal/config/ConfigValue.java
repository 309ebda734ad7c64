package io.gatemini.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a configuration file as it was written, with the line it stands on. Immutable. */
sealed interface ConfigValue {
  /** The line, from 1; 0 where the value was in no file. */
  int line();

  /** How many values this one is made of, itself included; an alias counts what it stands for. */
  int size();

  /** The value as it was written, numbers and booleans typed; nothing is put into its texts. */
  JsonNode json();

  /**
   * A scalar.
   *
   * @param text the characters in the file, so that {@code VERSION: 1.10} stays {@code 1.10}
   * @param typed what the format takes it for
   */
  record Scalar(String text, JsonNode typed, int line) implements ConfigValue {
    @Override
    public int size() {
      return 1;
    }

    @Override
    public JsonNode json() {
      return typed;
    }

    boolean isNull() {
      return typed.isNull();
    }
  }

  /** A list. */
  record Sequence(List<ConfigValue> items, int line, int size) implements ConfigValue {
    Sequence(List<ConfigValue> items, int line) {
      this(List.copyOf(items), line, sizeOf(items));
    }

    @Override
    public JsonNode json() {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      items.forEach(item -> array.add(item.json()));
      return array;
    }

    private static int sizeOf(List<ConfigValue> items) {
      return 1 + items.stream().mapToInt(ConfigValue::size).sum();
    }
  }

  /** A map, in the order of the file. */
  record Mapping(Map<String, ConfigValue> members, int line, int size) implements ConfigValue {
    Mapping(Map<String, ConfigValue> members, int line) {
      this(new LinkedHashMap<>(members), line, sizeOf(members));
    }

    @Override
    public JsonNode json() {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      members.forEach((key, member) -> object.set(key, member.json()));
      return object;
    }

    private static int sizeOf(Map<String, ConfigValue> members) {
      return 1 + members.values().stream().mapToInt(ConfigValue::size).sum();
    }
  }
}
