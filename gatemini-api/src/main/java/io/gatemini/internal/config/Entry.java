package io.gatemini.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ConfigException;
import io.gatemini.internal.config.ConfigValue.Mapping;
import io.gatemini.internal.config.ConfigValue.Scalar;
import io.gatemini.internal.config.ConfigValue.Sequence;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A value and the key path that leads to it. Each reading method says what the value has to be, and
 * fails with file, key path and line where it is something else.
 */
final class Entry {
  private final Origin origin;
  private final String path;
  private final ConfigValue value;

  /**
   * Where values come from and what is put into them.
   *
   * @param fileName the name of the file, without its directories
   * @param directory where the file is, for paths in it that are told from there
   */
  record Origin(String fileName, Path directory, Variables variables, Secrets secrets) {}

  Entry(Origin origin, String path, ConfigValue value) {
    this.origin = origin;
    this.path = path;
    this.value = value;
  }

  String path() {
    return path;
  }

  /** Text with its variables expanded; numbers and booleans as they were written. */
  String text() {
    return expanded(value, path, origin.variables()::expand);
  }

  /** Text with its variables and its secrets put in. */
  String secretText() {
    return expanded(value, path, this::withSecrets);
  }

  /** The characters of a scalar before anything is put in: what a message may show. */
  String written() {
    return value instanceof Scalar scalar ? scalar.text() : "";
  }

  boolean bool() {
    return switch (text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong("\"" + written() + "\" is neither true nor false");
    };
  }

  int integer(int least) {
    String text = text();
    try {
      int number = Integer.parseInt(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, together with what is out of range.
    }
    throw wrong("\"" + written() + "\" is not a whole number of at least " + least);
  }

  /** A whole number that fits an {@code int}; whoever takes it knows its bounds. */
  int integer() {
    return (int) wholeNumber(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** The same for a {@code long}. */
  long longInteger() {
    return wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long wholeNumber(long least, long most) {
    try {
      long number = Long.parseLong(text());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, together with what is out of range.
    }
    throw wrong("\"" + written() + "\" is not a whole number of at most " + most);
  }

  double decimal() {
    try {
      return Double.parseDouble(text());
    } catch (NumberFormatException e) {
      throw wrong("\"" + written() + "\" is not a number");
    }
  }

  Duration duration() {
    String text = text();
    return Durations.parse(text)
        .orElseThrow(
            () ->
                wrong(
                    "\""
                        + written()
                        + "\" is not a positive duration; write for example 500ms, 30s, 5m or 1h"));
  }

  /** A path of the file system; one that is not absolute begins where the file is. */
  Path filePath() {
    String text = text();
    try {
      if (!text.isBlank()) {
        return origin.directory().resolve(text);
      }
    } catch (InvalidPathException e) {
      // Told below, together with what is blank.
    }
    throw wrong("\"" + written() + "\" is not a path");
  }

  List<String> strings() {
    return strings(origin.variables()::expand);
  }

  List<String> secretStrings() {
    return strings(this::withSecrets);
  }

  Map<String, String> stringMap() {
    return stringMap(origin.variables()::expand);
  }

  Map<String, String> secretStringMap() {
    return stringMap(this::withSecrets);
  }

  boolean isMap() {
    return value instanceof Mapping;
  }

  /** The keys below; a value that was left out has none. */
  Section section() {
    if (value instanceof Mapping mapping) {
      return new Section(origin, path, mapping);
    }
    if (value instanceof Scalar scalar && scalar.isNull()) {
      return new Section(origin, path, new Mapping(Map.of(), value.line()));
    }
    throw wrong("a map of keys was expected here");
  }

  /** The value as JSON, variables expanded, numbers and booleans typed. */
  JsonNode json() {
    return json(value, path, origin.variables()::expand);
  }

  /** The same with secrets put into its texts. */
  JsonNode secretJson() {
    return json(value, path, this::withSecrets);
  }

  /** The value as JSON, exactly as it was written. */
  JsonNode verbatim() {
    return value.json();
  }

  /** An error at this place. */
  ConfigException wrong(String problem) {
    return wrong(path, value, problem);
  }

  /** The same error at this place, if it does not tell its place yet. */
  ConfigException located(ConfigException problem) {
    String message = String.valueOf(problem.getMessage());
    return message.startsWith(origin.fileName() + ", line ")
            || message.startsWith(origin.fileName() + ": ")
        ? problem
        : wrong(message);
  }

  private List<String> strings(UnaryOperator<String> expand) {
    if (!(value instanceof Sequence sequence)) {
      throw wrong("a list was expected; write it as [first, second]");
    }
    List<String> strings = new ArrayList<>();
    for (ConfigValue item : sequence.items()) {
      strings.add(expanded(item, path + "[" + strings.size() + "]", expand));
    }
    return strings;
  }

  private Map<String, String> stringMap(UnaryOperator<String> expand) {
    Map<String, String> strings = new LinkedHashMap<>();
    if (value instanceof Mapping mapping) {
      mapping
          .members()
          .forEach((key, member) -> strings.put(key, expanded(member, path + "." + key, expand)));
    } else if (!(value instanceof Scalar scalar && scalar.isNull())) {
      throw wrong("a map of names to texts was expected; write NAME: value, a line each");
    }
    return strings;
  }

  private String withSecrets(String text) {
    return origin.secrets().resolve(origin.variables().expand(text));
  }

  private String expanded(ConfigValue at, String atPath, UnaryOperator<String> expand) {
    if (!(at instanceof Scalar scalar)) {
      throw wrong(atPath, at, "a text was expected here, not a list or a map");
    }
    if (scalar.isNull()) {
      throw wrong(atPath, at, "there is no value; write \"\" for an empty text");
    }
    try {
      return expand.apply(scalar.text());
    } catch (IllegalArgumentException e) {
      throw wrong(atPath, at, String.valueOf(e.getMessage()));
    }
  }

  private JsonNode json(ConfigValue at, String atPath, UnaryOperator<String> expand) {
    if (at instanceof Mapping mapping) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      mapping
          .members()
          .forEach((key, member) -> object.set(key, json(member, atPath + "." + key, expand)));
      return object;
    }
    if (at instanceof Sequence sequence) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      sequence
          .items()
          .forEach(item -> array.add(json(item, atPath + "[" + array.size() + "]", expand)));
      return array;
    }
    Scalar scalar = (Scalar) at;
    return scalar.typed().isTextual()
        ? JsonNodeFactory.instance.textNode(expanded(at, atPath, expand))
        : scalar.typed();
  }

  private ConfigException wrong(String atPath, ConfigValue at, String problem) {
    String line = at.line() > 0 ? ", line " + at.line() : "";
    return new ConfigException(origin.fileName() + line + ": " + atPath + ": " + problem);
  }
}
