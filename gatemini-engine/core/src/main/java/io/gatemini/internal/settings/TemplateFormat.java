package io.gatemini.internal.settings;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
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

  /** The keys of a backend of any kind. */
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
  public static TemplateFormat read(JsonNode template, Transports transports) {
    Options section = Options.of(OptionSource.verbatim(NAME), "", template);
    String kind = kind(section);
    checkKind(section, kind);
    Set<String> read = new LinkedHashSet<>();
    List<String> ignored = new ArrayList<>();
    Set<String> own = own(kind);
    section
        .all()
        .forEach(
            (key, at) -> {
              if (ANY.contains(key) || own.contains(key)) {
                checkSecrets(key, at, template.get(key));
                read.add(key);
              } else if (key.equals("disabled")
                  || STDIO.contains(key)
                  || HTTP.contains(key)
                  || TOOLS.contains(key)) {
                ignored.add(key);
              } else if (BackendConfig.keys().names().contains(key)
                  || transports.allOptions().contains(key)) {
                throw at.invalid(
                    "only the operator may set this, in the configuration; leave it out");
              } else if (!key.equals("name")) {
                ignored.add(key);
              }
            });
    if (kind.equals(CLI)) {
      checkTools(section);
    }
    BackendConfig config = new BackendFormat(transports).read(kind, section.only(read));
    checkUrl(section, config);
    return new TemplateFormat(config, List.copyOf(ignored));
  }

  private static String kind(Options section) {
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

  private static void checkKind(Options section, String kind) {
    section
        .get("transport")
        .filter(at -> !BackendFormat.transport(at.written()).equals(kind))
        .ifPresent(
            at -> {
              throw at.invalid(
                  "the template describes a backend of transport "
                      + kind
                      + "; leave"
                      + " transport out");
            });
  }

  private static void checkSecrets(String key, Option at, JsonNode value) {
    if (!SECRET.contains(key) && Secrets.refers(JsonValues.text(value))) {
      throw at.invalid("a secretref is allowed in headers and env only");
    }
  }

  private static void checkTools(Options section) {
    Option tools = section.get("tools").orElseThrow();
    if (!tools.isMap() || tools.section().all().isEmpty()) {
      throw tools.invalid(
          "an object of tool definitions by name was expected, such as {\"greet\":"
              + " {\"description\": \"Greet\", \"command\": \"echo {{name}}\"}}");
    }
    tools
        .section()
        .all()
        .forEach(
            (name, tool) -> {
              if (!tool.isMap() || !tool.section().has("command")) {
                throw tool.invalid("an object with a \"command\" was expected");
              }
            });
  }

  private static void checkUrl(Options section, BackendConfig config) {
    String url = config.url().orElse("https://");
    if (!url.regionMatches(true, 0, "http://", 0, 7)
        && !url.regionMatches(true, 0, "https://", 0, 8)) {
      throw section.get("url").orElseThrow().invalid("it must begin with https:// or http://");
    }
  }

  private static Set<String> ordered(String... keys) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(keys)));
  }
}
