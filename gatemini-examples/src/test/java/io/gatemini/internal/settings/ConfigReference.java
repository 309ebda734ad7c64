package io.gatemini.internal.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the keys of a configuration as tables, a section each. */
final class ConfigReference {
  private final StringBuilder text = new StringBuilder();
  private final Map<String, JsonNode> sections = new LinkedHashMap<>();

  private ConfigReference() {}

  static String of(JsonNode schema) {
    ConfigReference reference = new ConfigReference();
    reference.text.append(
        """
        # Every key of a configuration

        Made of the tables that read it; how it is written, and what stands behind the larger parts, is in
        [Configuration](docs/configuration.md). A key in bold must be there.
        """);
    reference.sections.put("The top of the file", schema);
    reference.sections.put("A backend", schema.at("/$defs/backend"));
    reference.sections.put("A composite tool", schema.at("/$defs/compositeTool"));
    while (!reference.sections.isEmpty()) {
      Map.Entry<String, JsonNode> next = reference.sections.entrySet().iterator().next();
      reference.sections.remove(next.getKey());
      reference.section(next.getKey(), next.getValue());
    }
    return reference.text.toString();
  }

  private void section(String name, JsonNode schema) {
    text.append("\n## ").append(name).append("\n\n| key | | default |\n|---|---|---|\n");
    for (Map.Entry<String, JsonNode> key : schema.path("properties").properties()) {
      row(name, key.getKey(), key.getValue(), schema.path("required").toString());
    }
  }

  private void row(String section, String name, JsonNode key, String required) {
    String shown = '`' + name + '`';
    boolean must = required.contains('"' + name + '"');
    JsonNode member = key.path("additionalProperties");
    String title = section.startsWith("The top") ? shown : section + ": " + shown;
    if (key.has("properties")) {
      sections.put(title, key);
    } else if (member.has("properties")) {
      sections.put(title + ": an entry", member);
    }
    text.append("| ")
        .append(must ? "**" + shown + "**" : shown)
        .append(" | ")
        .append(key.path("description").asText().replace("|", "\\|"))
        .append(bounds(key))
        .append(" | ")
        .append(key.has("default") ? '`' + key.get("default").asText() + '`' : "")
        .append(" |\n");
  }

  private static String bounds(JsonNode key) {
    if (key.has("enum")) {
      StringBuilder names = new StringBuilder();
      key.get("enum").forEach(one -> names.append('`').append(one.asText()).append("`, "));
      return " One of " + names.substring(0, names.length() - 2) + '.';
    }
    if (key.has("maximum")) {
      return " " + number(key.get("minimum")) + " to " + number(key.get("maximum")) + '.';
    }
    return key.has("minimum") ? " At least " + number(key.get("minimum")) + '.' : "";
  }

  private static String number(JsonNode value) {
    return value.decimalValue().stripTrailingZeros().toPlainString();
  }
}
