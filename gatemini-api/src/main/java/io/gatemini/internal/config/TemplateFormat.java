package io.gatemini.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.BackendConfig;
import io.gatemini.ConfigException;
import io.gatemini.internal.config.ConfigValue.Mapping;
import io.gatemini.internal.config.ConfigValue.Scalar;
import io.gatemini.internal.config.ConfigValue.Sequence;
import io.gatemini.internal.config.Entry.Origin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A backend as an agent describes it, read by the rules of the configuration file. {@code tools}
 * makes it one of command-line tools, else {@code url} one over HTTP, else {@code command} a child
 * process.
 *
 * <p>An agent may set less than an operator, and no value is expanded: variables of the environment
 * stay as they are written, references to secrets are left to who decides about them.
 *
 * @param config how to reach the backend
 * @param ignored fields that say nothing about a backend of this kind
 */
public record TemplateFormat(BackendConfig config, List<String> ignored) {
  private static final String NAME = "manual_call_template";
  private static final String CLI = "cli-adapter";

  /** Schemas of tools are nested, a few levels for each object; stacks of small threads end. */
  private static final int MAX_DEPTH = 100;

  /** What may be said of a backend of any kind. */
  private static final Set<String> ANY =
      ordered("transport", "env", "description", "timeout", "tags", "required_keys");

  private static final Set<String> STDIO = ordered("command", "args", "cwd");
  private static final Set<String> HTTP = ordered("url", "headers");
  private static final Set<String> TOOLS = ordered("tools", "health_check", "cwd");

  /** Where a reference to a secret may stand. */
  private static final Set<String> SECRET = ordered("env", "headers");

  /**
   * Reads a template, which is an object.
   *
   * @throws ConfigException naming the field that is wrong and what to write
   */
  public static TemplateFormat read(JsonNode template) {
    Origin origin = new Origin(NAME, Path.of(""), Variables.unexpanded(), Secrets.unresolved());
    Mapping all = mapping(template, 1);
    Section section = new Section(origin, "", all);
    String kind = kind(section);
    checkKind(section, kind);
    Map<String, ConfigValue> read = new LinkedHashMap<>();
    List<String> ignored = new ArrayList<>();
    Set<String> own = own(kind);
    section
        .entries()
        .forEach(
            (key, at) -> {
              if (ANY.contains(key) || own.contains(key)) {
                checkSecrets(key, at, template.get(key));
                read.put(key, all.members().get(key));
              } else if (STDIO.contains(key) || HTTP.contains(key) || TOOLS.contains(key)) {
                ignored.add(key);
              } else if (isOperators(key)) {
                throw at.wrong(
                    "only the operator may set this, in the configuration; leave it out");
              } else if (!key.equals("name")) {
                ignored.add(key);
              }
            });
    read.put("transport", scalar(TextNode.valueOf(kind)));
    if (kind.equals(CLI)) {
      checkTools(section);
    }
    BackendConfig config = BackendFormat.read(new Section(origin, "", new Mapping(read, 0)));
    checkUrl(section, config);
    return new TemplateFormat(config, List.copyOf(ignored));
  }

  private static String kind(Section section) {
    if (section.has("tools")) {
      return CLI;
    }
    if (section.has("url")) {
      return "streamable-http";
    }
    if (section.get("command").filter(at -> !at.isMap() && !at.written().isBlank()).isEmpty()) {
      throw new ConfigException(
          NAME
              + " needs \"command\" (a program), \"url\" (an MCP server over HTTP) or \"tools\""
              + " (command-line tools)");
    }
    return "stdio";
  }

  private static Set<String> own(String kind) {
    return switch (kind) {
      case CLI -> TOOLS;
      case "stdio" -> STDIO;
      default -> HTTP;
    };
  }

  private static void checkKind(Section section, String kind) {
    section
        .get("transport")
        .filter(at -> !at.written().equals(kind))
        .ifPresent(
            at -> {
              throw at.wrong(
                  "what is described is a backend of transport "
                      + kind
                      + "; leave"
                      + " transport out");
            });
  }

  private static boolean isOperators(String key) {
    return BackendFormat.KEYS.contains(key)
        || key.equals("adapter_file")
        || key.equals("oauth")
        || BackendFormat.TRANSPORT_OPTIONS.values().stream().anyMatch(keys -> keys.contains(key));
  }

  private static void checkSecrets(String key, Entry at, JsonNode value) {
    if (!SECRET.contains(key) && Secrets.refers(value.toString())) {
      throw at.wrong("a secretref may stand in headers and env only");
    }
  }

  private static void checkTools(Section section) {
    Entry tools = section.get("tools").orElseThrow();
    if (!tools.isMap() || tools.section().entries().isEmpty()) {
      throw tools.wrong(
          "an object of tool definitions by name was expected, such as {\"greet\":"
              + " {\"description\": \"Greet\", \"command\": \"echo {{name}}\"}}");
    }
    tools
        .section()
        .entries()
        .forEach(
            (name, tool) -> {
              if (!tool.isMap() || !tool.section().has("command")) {
                throw tool.wrong("an object with a \"command\" was expected");
              }
            });
  }

  private static void checkUrl(Section section, BackendConfig config) {
    String url = config.url().orElse("https://");
    if (!url.regionMatches(true, 0, "http://", 0, 7)
        && !url.regionMatches(true, 0, "https://", 0, 8)) {
      throw section.get("url").orElseThrow().wrong("it must begin with https:// or http://");
    }
  }

  private static ConfigValue value(JsonNode json, int depth) {
    if (depth > MAX_DEPTH) {
      throw new ConfigException(
          NAME + " is nested too deeply; " + MAX_DEPTH + " levels are enough for every field");
    }
    if (json.isObject()) {
      return mapping(json, depth);
    }
    if (json.isArray()) {
      List<ConfigValue> items = new ArrayList<>();
      for (JsonNode item : json) {
        items.add(value(item, depth + 1));
      }
      return new Sequence(items, 0);
    }
    return scalar(json);
  }

  private static Mapping mapping(JsonNode json, int depth) {
    Map<String, ConfigValue> members = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      members.put(member.getKey(), value(member.getValue(), depth + 1));
    }
    return new Mapping(members, 0);
  }

  private static Scalar scalar(JsonNode json) {
    return new Scalar(json.asText(), json, 0);
  }

  private static Set<String> ordered(String... keys) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(keys)));
  }
}
