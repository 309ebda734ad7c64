package io.gatemini.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CompositeTool;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One composite tool. */
final class CompositeFormat {
  static final Set<String> KEYS =
      Collections.unmodifiableSet(
          new LinkedHashSet<>(List.of("description", "code", "input_schema", "read_only")));

  private CompositeFormat() {}

  static CompositeTool read(Section section) {
    section.allow(KEYS);
    Optional<JsonNode> schema = section.get("input_schema").map(CompositeFormat::schema);
    return new CompositeTool(
        required(section, "description").text(),
        // As it is written: in a program, a variable in braces is the program's own.
        required(section, "code").written(),
        schema,
        section.get("read_only").map(Entry::bool).orElse(false));
  }

  private static Entry required(Section section, String key) {
    Entry at =
        section
            .get(key)
            .orElseThrow(() -> section.wrong("a composite tool needs \"" + key + "\"; add it"));
    if (at.written().isBlank()) {
      throw at.wrong("a text was expected here");
    }
    return at;
  }

  private static JsonNode schema(Entry at) {
    if (!at.isMap()) {
      throw at.wrong("a JSON schema was expected: a map of keys, for example {type: object}");
    }
    return at.json();
  }
}
