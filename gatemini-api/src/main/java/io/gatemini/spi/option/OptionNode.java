package io.gatemini.spi.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of a configuration file as it was written, with its place: that of its key, where it has
 * one. Immutable.
 */
sealed interface OptionNode {
  /** Schemas of tools are nested, a few levels for each object; stacks of small threads end. */
  int MAX_DEPTH = 100;

  /** Where in a file a value stands, from 1; 0 where it was in none. */
  record Mark(int line, int column) {
    static final Mark NONE = new Mark(0, 0);
  }

  Mark mark();

  /** The same value at another place. */
  OptionNode at(Mark mark);

  /** How many values this one is made of, itself included; an alias counts what it stands for. */
  int size();

  /** A value of JSON, from a source of this name. */
  static OptionNode of(String source, JsonNode json, int depth) {
    if (depth > MAX_DEPTH) {
      throw new ConfigException(
          source + " is nested too deeply; " + MAX_DEPTH + " levels are enough for every field");
    }
    if (json.isObject()) {
      Map<String, OptionNode> members = new LinkedHashMap<>();
      json.properties()
          .forEach(
              member -> members.put(member.getKey(), of(source, member.getValue(), depth + 1)));
      return new Mapping(members, Mark.NONE);
    }
    if (json.isArray()) {
      List<OptionNode> items = new ArrayList<>();
      json.forEach(item -> items.add(of(source, item, depth + 1)));
      return new Sequence(items, Mark.NONE);
    }
    return new Scalar(json.asText(), json, Mark.NONE);
  }

  /** A map of JSON; what is no object has no members. */
  static Mapping mapping(String source, JsonNode json) {
    return of(source, json, 1) instanceof Mapping mapping
        ? mapping
        : new Mapping(Map.of(), Mark.NONE);
  }

  /** The value as it was written, numbers and booleans typed; nothing is put into its texts. */
  JsonNode json();

  /**
   * A scalar.
   *
   * @param text the characters in the file, so that {@code VERSION: 1.10} stays {@code 1.10}
   * @param typed what the format takes it for
   */
  record Scalar(String text, JsonNode typed, Mark mark) implements OptionNode {
    @Override
    public Scalar at(Mark other) {
      return new Scalar(text, typed, other);
    }

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
  record Sequence(List<OptionNode> items, Mark mark, int size) implements OptionNode {
    Sequence(List<OptionNode> items, Mark mark) {
      this(List.copyOf(items), mark, sizeOf(items));
    }

    @Override
    public Sequence at(Mark other) {
      return new Sequence(items, other, size);
    }

    @Override
    public JsonNode json() {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      items.forEach(item -> array.add(item.json()));
      return array;
    }

    private static int sizeOf(List<OptionNode> items) {
      return 1 + items.stream().mapToInt(OptionNode::size).sum();
    }
  }

  /** A map, in the order of the file. */
  record Mapping(Map<String, OptionNode> members, Mark mark, int size) implements OptionNode {
    Mapping(Map<String, OptionNode> members, Mark mark) {
      this(new LinkedHashMap<>(members), mark, sizeOf(members));
    }

    @Override
    public Mapping at(Mark other) {
      return new Mapping(members, other, size);
    }

    @Override
    public JsonNode json() {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      members.forEach((key, member) -> object.set(key, member.json()));
      return object;
    }

    private static int sizeOf(Map<String, OptionNode> members) {
      return 1 + members.values().stream().mapToInt(OptionNode::size).sum();
    }
  }
}
