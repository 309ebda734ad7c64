package io.gatemini.spi.option;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one section of a configuration, each declared once. It reads them, checks them, and
 * describes them.
 *
 * <p>Keys are added while the class that owns the table is initialized; from its first use on it is
 * immutable.
 */
public final class OptionTable {
  private static final OptionTable NONE = new OptionTable("");

  private final String name;
  private final List<OptionKey<?>> keys = new ArrayList<>();
  private final List<String> required = new ArrayList<>();

  /** Values that were read have no place for a further key. */
  private volatile boolean sealed;

  /**
   * A table without keys.
   *
   * @param name what stands before its keys in messages; may be empty
   */
  public OptionTable(String name) {
    this.name = name;
  }

  /** A table that has no keys. */
  public static OptionTable none() {
    NONE.keys();
    return NONE;
  }

  /**
   * Adds a key with a default.
   *
   * @throws IllegalStateException when the table has been used, as for every key
   */
  public <T> OptionKey<T> add(String name, OptionType<T> type, T fallback, String description) {
    return key(name, type, fallback, description);
  }

  /** Adds a key that may be left out. */
  public <T> OptionKey<T> add(String name, OptionType<T> type, String description) {
    return key(name, type, null, description);
  }

  /** Adds a key that must be there. */
  public <T> OptionKey<T> addRequired(String name, OptionType<T> type, String description) {
    OptionKey<T> key = key(name, type, null, description);
    required.add(name);
    return key;
  }

  private <T> OptionKey<T> key(
      String name, OptionType<T> type, @Nullable T fallback, String description) {
    if (sealed) {
      throw new IllegalStateException(
          "the keys are in use and \""
              + name
              + "\" comes too late; add all keys before the first use");
    }
    OptionKey<T> key = new OptionKey<>(this.name, name, type, fallback, description, keys.size());
    keys.add(key);
    return key;
  }

  /** The keys in the order they were added; no more can be added from now on. */
  public List<OptionKey<?>> keys() {
    sealed = true;
    return Collections.unmodifiableList(keys);
  }

  /** Their names, in the same order. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    keys().forEach(key -> names.add(key.name()));
    return names;
  }

  /** No key has a value; the defaults hold. */
  public OptionValues defaults() {
    return new OptionValues(this, new Object[keys().size()]);
  }

  /**
   * Reads all keys of a section.
   *
   * @throws ConfigException naming the place, when a key is not known or a value invalid
   */
  public OptionValues read(Options section) {
    return read(section, defaults());
  }

  /**
   * Reads all keys of a section over other values; what the section does not say stays.
   *
   * @throws ConfigException naming the place, when a key is not known or a value invalid
   */
  public OptionValues read(Options section, OptionValues from) {
    Faults faults = new Faults();
    faults.in(() -> section.allow(names()));
    // A misspelled key is why another one seems to be missing.
    List<String> missing = faults.isEmpty() ? required : List.of();
    return faults.unlessFound(faults.in(() -> readKnown(section, from, missing), from));
  }

  /**
   * Reads the keys of this table and passes over all others.
   *
   * @throws ConfigException naming the place, when a key is missing or a value invalid
   */
  public OptionValues readKnown(Options section, OptionValues from) {
    return readKnown(section, from, required);
  }

  private OptionValues readKnown(Options section, OptionValues from, List<String> needed) {
    Faults faults = new Faults();
    for (String key : needed) {
      faults.in(() -> section.require(key, "\"" + key + "\" is missing; add it"), section);
    }
    @Nullable Object[] read = from.copy();
    for (OptionKey<?> key : keys()) {
      section
          .get(key.name())
          .ifPresent(at -> faults.in(() -> read[key.index()] = read(key, at, from)));
    }
    return faults.unlessFound(new OptionValues(this, read));
  }

  private static <T> T read(OptionKey<T> key, Option at, OptionValues from) {
    return key.read(at, from.isSet(key) ? from.get(key) : null);
  }

  /**
   * Options of a backend with the secrets in place of what refers to them, in the sections among
   * the keys of this table.
   */
  public JsonNode withSecrets(JsonNode options, BinaryOperator<String> secrets) {
    ObjectNode resolved = options.deepCopy();
    for (OptionKey<?> key : keys()) {
      JsonNode value = options.path(key.name());
      if (key.type().keepsSecrets() && value.isObject()) {
        resolved.set(key.name(), resolved(value, key.name(), secrets));
      }
    }
    return resolved;
  }

  private static JsonNode resolved(JsonNode value, String path, BinaryOperator<String> secrets) {
    if (value.isTextual()) {
      return JsonNodeFactory.instance.textNode(secrets.apply(path, value.textValue()));
    }
    if (value instanceof ObjectNode object) {
      ObjectNode resolved = JsonNodeFactory.instance.objectNode();
      object
          .properties()
          .forEach(
              member ->
                  resolved.set(
                      member.getKey(),
                      resolved(member.getValue(), path + "." + member.getKey(), secrets)));
      return resolved;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode resolved = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> resolved.add(resolved(item, path, secrets)));
      return resolved;
    }
    return value;
  }

  /** The JSON schema of the section. */
  public ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("type", "object").put("additionalProperties", false);
    if (!required.isEmpty()) {
      required.forEach(schema.putArray("required")::add);
    }
    ObjectNode properties = schema.putObject("properties");
    keys().forEach(key -> properties.set(key.name(), schema(key)));
    return schema;
  }

  private static boolean isEmpty(JsonNode json) {
    return json.isContainerNode() ? json.isEmpty() : json.asText().isEmpty();
  }

  private static <T> ObjectNode schema(OptionKey<T> key) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("description", key.description());
    schema.setAll(key.type().schema());
    key.fallback()
        .map(key.type()::json)
        .filter(json -> !json.isMissingNode() && !isEmpty(json))
        .ifPresent(json -> schema.set("default", json));
    return schema;
  }
}
