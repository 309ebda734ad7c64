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
import org.jspecify.annotations.Nullable;

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

  /** A value of JSON, from a source of this name; each part of it stands at the mark. */
  static OptionNode of(String source, JsonNode json, int depth, Mark mark) {
    if (depth > MAX_DEPTH) {
      throw new ConfigException(
          source + " is nested too deeply; " + MAX_DEPTH + " levels are enough for every field");
    }
    if (json.isObject()) {
      Map<String, OptionNode> members = new LinkedHashMap<>();
      json.properties()
          .forEach(
              member ->
                  members.put(member.getKey(), of(source, member.getValue(), depth + 1, mark)));
      return new Mapping(members, mark);
    }
    if (json.isArray()) {
      List<OptionNode> items = new ArrayList<>();
      json.forEach(item -> items.add(of(source, item, depth + 1, mark)));
      return new Sequence(items, mark);
    }
    return new Scalar(json.asText(), json, mark);
  }

  /** A map of JSON; what is no object has no members. */
  static Mapping mapping(String source, JsonNode json) {
    return of(source, json, 1, Mark.NONE) instanceof Mapping mapping
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

    Scalar withText(String other) {
      return new Scalar(other, JsonNodeFactory.instance.textNode(other), mark);
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

    /** The node under a path of keys; null if there is none. */
    @Nullable OptionNode find(List<String> path) {
      OptionNode member = members.get(path.get(0));
      if (path.size() > 1) {
        return member instanceof Mapping section ? section.find(rest(path)) : null;
      }
      return member instanceof Scalar scalar && scalar.isNull() ? null : member;
    }

    /** The map without what stands under a path. */
    Mapping without(List<String> path) {
      Map<String, OptionNode> left = new LinkedHashMap<>(members);
      if (path.size() == 1) {
        left.remove(path.get(0));
      } else if (left.get(path.get(0)) instanceof Mapping section) {
        left.put(path.get(0), section.without(rest(path)));
      }
      return new Mapping(left, mark);
    }

    /** The map with a value under a path. */
    Mapping with(List<String> path, OptionNode value) {
      Map<String, OptionNode> more = new LinkedHashMap<>(members);
      if (path.size() == 1) {
        more.put(path.get(0), value);
      } else {
        Mapping section =
            more.get(path.get(0)) instanceof Mapping known
                ? known
                : new Mapping(Map.of(), value.mark());
        more.put(path.get(0), section.with(rest(path), value));
      }
      return new Mapping(more, mark);
    }

    private static List<String> rest(List<String> path) {
      return path.subList(1, path.size());
    }

    private static int sizeOf(Map<String, OptionNode> members) {
      return 1 + members.values().stream().mapToInt(OptionNode::size).sum();
    }
  }
}
