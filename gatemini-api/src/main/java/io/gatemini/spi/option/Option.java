package io.gatemini.spi.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import io.gatemini.config.ConfigException.Place;
import io.gatemini.spi.option.OptionNode.Mapping;
import io.gatemini.spi.option.OptionNode.Scalar;
import io.gatemini.spi.option.OptionNode.Sequence;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value and the key path that leads to it. Each reading method says what the value has to be, and
 * fails with file, key path and line where it is something else.
 */
public final class Option {
  private final OptionSource source;
  private final String path;
  private final OptionNode value;

  Option(OptionSource source, String path, OptionNode value) {
    this.source = source;
    this.path = path;
    this.value = value;
  }

  public String path() {
    return path;
  }

  /** Text with its variables expanded; numbers and booleans as they were written. */
  public String text() {
    return expanded(value, path, source.variables());
  }

  /** Text with its variables put in, where secrets may be referred to. */
  public String secretText() {
    return expanded(value, path, this::withSecrets);
  }

  /** Text as it is written: nothing is put in. */
  public String verbatimText() {
    return expanded(value, path, UnaryOperator.identity());
  }

  /** The characters of a scalar before anything is put in: what a message may show. */
  public String written() {
    return value instanceof Scalar scalar ? scalar.text() : "";
  }

  public boolean bool() {
    return switch (text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid("\"" + written() + "\" is neither true nor false");
    };
  }

  /** A whole number that fits an {@code int}; the caller knows its bounds. */
  public int integer() {
    return (int) wholeNumber(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** The same for a {@code long}. */
  public long longInteger() {
    return wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private long wholeNumber(long least, long most) {
    try {
      long number = Long.parseLong(text());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      if (!text().matches("[+-]?\\d+")) {
        throw invalid("\"" + written() + "\" is not a whole number");
      }
    }
    throw invalid("\"" + written() + "\" is not a whole number from " + least + " to " + most);
  }

  public double decimal() {
    try {
      return Double.parseDouble(text());
    } catch (NumberFormatException e) {
      throw invalid("\"" + written() + "\" is not a number");
    }
  }

  /** A duration: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 1h}, or a number of seconds. */
  public Duration duration() {
    return OptionType.parseDuration(text())
        .orElseThrow(
            () ->
                invalid(
                    "\""
                        + written()
                        + "\" is not a duration; write for example 500ms, 30s, 5m or 1h"));
  }

  /**
   * A path of the file system. One that begins with {@code ~} begins in the home directory, one
   * that is not absolute where the configuration is.
   */
  public Path filePath() {
    String text = text();
    try {
      if (text.equals("~") || text.startsWith("~/")) {
        return Path.of(System.getProperty("user.home"), text.substring(1));
      }
      if (!text.isBlank()) {
        return source.directory().resolve(text);
      }
    } catch (InvalidPathException e) {
      // Reported below, together with blank ones.
    }
    throw invalid("\"" + written() + "\" is not a path");
  }

  public List<String> strings() {
    return strings(source.variables());
  }

  public List<String> secretStrings() {
    return strings(this::withSecrets);
  }

  public Map<String, String> stringMap() {
    return stringMap(source.variables());
  }

  public Map<String, String> secretStringMap() {
    return stringMap(this::withSecrets);
  }

  /** Whether there is a list here. */
  public boolean isList() {
    return value instanceof Sequence;
  }

  /** Whether there is a map here. */
  public boolean isMap() {
    return value instanceof Mapping;
  }

  /** The keys below; a value that was left out has none. */
  public Options section() {
    if (value instanceof Mapping mapping) {
      return new Options(source, path, mapping);
    }
    if (value instanceof Scalar scalar && scalar.isNull()) {
      return new Options(source, path, new Mapping(Map.of(), value.mark()));
    }
    throw invalid("a map of keys was expected here");
  }

  /** The value as JSON, variables expanded, numbers and booleans typed. */
  public JsonNode json() {
    return json(value, path, source.variables());
  }

  /** The same where secrets may be referred to. */
  public JsonNode secretJson() {
    return json(value, path, this::withSecrets);
  }

  /** The value as JSON, exactly as it was written. */
  public JsonNode verbatim() {
    return value.json();
  }

  /** An error at this place. */
  public ConfigException invalid(String problem) {
    return invalid(path, value, problem);
  }

  /** Does something with this value; an error of it names this place. */
  public void locating(Runnable work) {
    try {
      work.run();
    } catch (ConfigException e) {
      throw located(e);
    }
  }

  /** The same error at this place, unless it names its place. */
  public ConfigException located(ConfigException problem) {
    String message = String.valueOf(problem.getMessage());
    boolean placed =
        source.name().isEmpty()
            ? message.startsWith(path)
            : message.startsWith(source.name() + ", line ")
                || message.startsWith(source.name() + ": ");
    return placed ? problem : invalid(message);
  }

  private List<String> strings(UnaryOperator<String> expand) {
    if (!(value instanceof Sequence sequence)) {
      throw invalid("a list was expected; write it as [first, second]");
    }
    List<String> strings = new ArrayList<>();
    for (OptionNode item : sequence.items()) {
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
      throw invalid("a map of names to texts was expected; write NAME: value, a line each");
    }
    return strings;
  }

  private String withSecrets(String text) {
    return source.secrets().apply(source.variables().apply(text));
  }

  private String expanded(OptionNode at, String atPath, UnaryOperator<String> expand) {
    if (!(at instanceof Scalar scalar)) {
      throw invalid(atPath, at, "a text was expected here, not a list or a map");
    }
    if (scalar.isNull()) {
      throw invalid(atPath, at, "there is no value; write \"\" for an empty text");
    }
    try {
      return expand.apply(scalar.text());
    } catch (IllegalArgumentException e) {
      // The cause distinguishes a missing value from a wrong one.
      throw invalid(atPath, at, String.valueOf(e.getMessage()), e);
    }
  }

  private JsonNode json(OptionNode at, String atPath, UnaryOperator<String> expand) {
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

  private ConfigException invalid(String atPath, OptionNode at, String problem) {
    return invalid(atPath, at, problem, null);
  }

  private ConfigException invalid(
      String atPath, OptionNode at, String problem, @Nullable Throwable cause) {
    int row = at.mark().line();
    String line = row > 0 ? ", line " + row : "";
    String file = source.name().isEmpty() ? "" : source.name() + line + ": ";
    return new ConfigException(
        new Place(source.name(), row, at.mark().column(), atPath),
        file + atPath + ": " + problem,
        cause);
  }
}
