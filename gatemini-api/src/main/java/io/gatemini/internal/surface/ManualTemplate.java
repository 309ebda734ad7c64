package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A backend as an agent describes it. {@code tools} makes it one of command-line tools, else {@code
 * url} one over HTTP, else {@code command} a child process.
 *
 * @param name the backend's name
 * @param config how to reach it
 * @param ignored fields that say nothing about a backend of this kind
 */
record ManualTemplate(String name, BackendConfig config, List<String> ignored) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  /**
   * Reads a template.
   *
   * @param refuse turns what is wrong into the exception to throw
   */
  static ManualTemplate read(JsonNode template, Function<String, RuntimeException> refuse) {
    return new Reader(template, refuse).read();
  }

  /** One pass over a template; remembers which fields were looked at. */
  private static final class Reader {
    private final JsonNode template;
    private final Function<String, RuntimeException> refuse;
    private final Set<String> used = new LinkedHashSet<>();

    Reader(JsonNode template, Function<String, RuntimeException> refuse) {
      this.template = template;
      this.refuse = refuse;
    }

    ManualTemplate read() {
      String name =
          string("name")
              .orElseThrow(() -> refuse.apply("manual_call_template needs a \"name\", a string"));
      if (!NAME.matcher(name).matches()) {
        throw refuse.apply(
            "\"name\" must be 1 to 64 letters, digits, '-' and '_', beginning with a letter or"
                + " digit, such as \"my-server\", not "
                + Arguments.shown(template.get("name")));
      }
      BackendConfig config = config();
      List<String> ignored = new ArrayList<>();
      template.fieldNames().forEachRemaining(ignored::add);
      ignored.removeAll(used);
      return new ManualTemplate(name, config, List.copyOf(ignored));
    }

    private BackendConfig config() {
      if (template.hasNonNull("tools")) {
        return commandLineTools();
      }
      if (template.hasNonNull("url")) {
        return http();
      }
      return childProcess();
    }

    private BackendConfig commandLineTools() {
      JsonNode tools = field("tools");
      if (!tools.isObject() || tools.isEmpty()) {
        throw refuse.apply(
            "\"tools\" must be an object of tool definitions by name, such as {\"greet\":"
                + " {\"description\": \"Greet\", \"command\": \"echo {{name}}\"}}, not "
                + (tools.isObject() ? "an empty one" : Arguments.shown(tools)));
      }
      tools
          .properties()
          .forEach(
              tool -> {
                if (!tool.getValue().isObject()) {
                  throw refuse.apply(
                      "\"tools."
                          + tool.getKey()
                          + "\" must be an object with a \"command\", not "
                          + Arguments.shown(tool.getValue()));
                }
              });
      BackendConfig config = BackendConfig.of("cli-adapter").option("tools", tools);
      Optional<String> healthCheck = string("health_check");
      if (healthCheck.isPresent()) {
        config = config.option("health_check", healthCheck.get());
      }
      return withProcess(config);
    }

    private BackendConfig http() {
      String url = string("url").orElse("");
      if (!url.regionMatches(true, 0, "http://", 0, 7)
          && !url.regionMatches(true, 0, "https://", 0, 8)) {
        throw refuse.apply("\"url\" must begin with https:// or http://");
      }
      BackendConfig config = BackendConfig.streamableHttp(url);
      for (Map.Entry<String, String> header : strings("headers").entrySet()) {
        config = config.header(header.getKey(), header.getValue());
      }
      return withEnvironment(config);
    }

    private BackendConfig childProcess() {
      String command = string("command").orElse("");
      if (command.isBlank()) {
        throw refuse.apply(
            "manual_call_template needs \"command\" (a program), \"url\" (an MCP server over HTTP)"
                + " or \"tools\" (command-line tools)");
      }
      return withProcess(BackendConfig.stdio(command, array("args")));
    }

    private BackendConfig withProcess(BackendConfig config) {
      Optional<String> directory = string("cwd");
      return withEnvironment(directory.isPresent() ? config.cwd(directory.get()) : config);
    }

    private BackendConfig withEnvironment(BackendConfig config) {
      BackendConfig all = config;
      for (Map.Entry<String, String> variable : strings("env").entrySet()) {
        all = all.env(variable.getKey(), variable.getValue());
      }
      return all;
    }

    private JsonNode field(String name) {
      used.add(name);
      return template.path(name);
    }

    private Optional<String> string(String name) {
      JsonNode value = field(name);
      if (value.isMissingNode() || value.isNull()) {
        return Optional.empty();
      }
      return Optional.of(text(name, value));
    }

    private String[] array(String name) {
      JsonNode value = field(name);
      if (!value.isMissingNode() && !value.isNull() && !value.isArray()) {
        throw wrongType(name, "an array of strings", value);
      }
      String[] texts = new String[value.size()];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = text(name + "[" + i + "]", value.get(i));
      }
      return texts;
    }

    private Map<String, String> strings(String name) {
      JsonNode value = field(name);
      if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
        throw wrongType(name, "an object of strings", value);
      }
      Map<String, String> texts = new LinkedHashMap<>();
      value
          .properties()
          .forEach(
              member ->
                  texts.put(
                      member.getKey(), text(name + "." + member.getKey(), member.getValue())));
      return texts;
    }

    private String text(String name, JsonNode value) {
      if (!value.isTextual()) {
        throw wrongType(name, "a string", value);
      }
      return value.textValue();
    }

    /** Tells the kind of the value only: what stands in a template may be a secret. */
    private RuntimeException wrongType(String name, String expected, JsonNode value) {
      return refuse.apply(
          "\""
              + name
              + "\" must be "
              + expected
              + ", not of type "
              + value.getNodeType().name().toLowerCase(Locale.ROOT));
    }
  }
}
