package io.gatemini.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ConfigException;
import io.gatemini.internal.config.ConfigValue.Mapping;
import io.gatemini.internal.config.ConfigValue.Scalar;
import io.gatemini.internal.config.Entry.Origin;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The keys of one map of a configuration file. */
final class Section {
  private final Origin origin;
  private final String path;
  private final Mapping mapping;

  Section(Origin origin, String path, Mapping mapping) {
    this.origin = origin;
    this.path = path;
    this.mapping = mapping;
  }

  /** The value of a key; one that is left blank counts as absent. */
  Optional<Entry> get(String key) {
    ConfigValue value = mapping.members().get(key);
    return value == null || (value instanceof Scalar scalar && scalar.isNull())
        ? Optional.empty()
        : Optional.of(new Entry(origin, pathOf(key), value));
  }

  boolean has(String key) {
    return get(key).isPresent();
  }

  /** All keys in the order of the file; also those that are left blank. */
  Map<String, Entry> entries() {
    Map<String, Entry> entries = new LinkedHashMap<>();
    mapping
        .members()
        .forEach((key, value) -> entries.put(key, new Entry(origin, pathOf(key), value)));
    return entries;
  }

  /**
   * Refuses keys that are not known.
   *
   * @throws ConfigException naming the key and the one that was probably meant
   */
  void allow(Collection<String> known) {
    entries()
        .forEach(
            (key, entry) -> {
              if (!known.contains(key)) {
                throw entry.wrong(
                    "this key is not known; "
                        + NearestKey.of(key, known)
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("there are " + String.join(", ", new TreeSet<>(known))));
              }
            });
  }

  /** The map as JSON, see {@link Entry#json}. */
  JsonNode json() {
    return new Entry(origin, path, mapping).json();
  }

  /** An error about this map as a whole. */
  ConfigException wrong(String problem) {
    return new Entry(origin, path.isEmpty() ? "top level" : path, mapping).wrong(problem);
  }

  /** A key that is not to be told from several is quoted. */
  private String pathOf(String key) {
    boolean several = key.indexOf('.') >= 0 || key.indexOf(' ') >= 0;
    String shown = several ? '"' + key + '"' : key;
    return path.isEmpty() ? shown : path + "." + shown;
  }
}
