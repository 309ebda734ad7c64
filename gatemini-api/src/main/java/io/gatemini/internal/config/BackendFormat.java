package io.gatemini.internal.config;

import io.gatemini.BackendConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One backend in the gateway's own format. */
final class BackendFormat {
  private static final String STDIO = "stdio";
  private static final String HTTP = "streamable-http";
  private static final String CLI = "cli-adapter";
  private static final String TOOLS = "tools";
  private static final String ADAPTER_FILE = "adapter_file";

  static final Set<String> KEYS =
      union(
          ordered(
              "transport",
              "command",
              "args",
              "env",
              "cwd",
              "url",
              "headers",
              "namespace",
              "description",
              "timeout",
              "start_timeout",
              "tags",
              "required_keys",
              "validate_arguments",
              "options"),
          LimitsFormat.KEYS);

  /**
   * Keys that only the provider of a shipped transport understands; the configuration hands them on
   * as they are. Other transports take theirs under {@code options}.
   */
  static final Map<String, Set<String>> TRANSPORT_OPTIONS =
      Map.of(
          STDIO, ordered("shutdown_grace_period", "max_message_bytes"),
          HTTP, ordered("max_message_bytes", "oauth"),
          CLI,
              ordered(
                  TOOLS,
                  ADAPTER_FILE,
                  "health_check",
                  "shutdown_grace_period",
                  "max_output_bytes"));

  /** What a shell or a program may read itself: a {@code ${…}} in it is not a variable of ours. */
  private static final Set<String> VERBATIM = Set.of(TOOLS, "health_check");

  /** Those that hold secrets. */
  private static final Set<String> SECRET_OPTIONS = Set.of("oauth");

  private BackendFormat() {}

  static BackendConfig read(Section section) {
    // First what no transport knows: a misspelled key is why another one seems to be missing.
    Set<String> anyOption =
        TRANSPORT_OPTIONS.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    section.allow(union(KEYS, anyOption));
    String transport = transport(section);
    Set<String> options = TRANSPORT_OPTIONS.getOrDefault(transport, Set.of());
    section.allow(union(KEYS, options));

    BackendConfig config = connection(section, BackendConfig.of(transport));
    config = LimitsFormat.read(section, attributes(section, config));
    for (String option : options) {
      Optional<Entry> at = section.get(option);
      if (at.isPresent()) {
        config = config.option(option, value(option, at.get()));
      }
    }
    Optional<Entry> further = section.get("options");
    if (further.isPresent()) {
      for (Map.Entry<String, Entry> option : further.get().section().entries().entrySet()) {
        config = config.option(option.getKey(), option.getValue().json());
      }
    }
    return config;
  }

  private static Object value(String option, Entry at) {
    if (option.equals(ADAPTER_FILE)) {
      String written = at.text();
      // The home directory is the provider's to find; all other paths begin where the file is.
      return written.startsWith("~") ? written : at.filePath().toString();
    }
    if (SECRET_OPTIONS.contains(option)) {
      return at.secretJson();
    }
    return VERBATIM.contains(option) ? at.verbatim() : at.json();
  }

  private static String transport(Section section) {
    Optional<Entry> stated = section.get("transport");
    boolean command = section.has("command");
    boolean url = section.has("url");
    boolean tools = section.has(TOOLS) || section.has(ADAPTER_FILE);
    if (tools && (command || url)) {
      throw section.wrong(
          "there are both command-line tools and \""
              + (command ? "command" : "url")
              + "\"; make two backends of them");
    }
    if (stated.isEmpty() && tools) {
      return CLI;
    }
    if (stated.isEmpty()) {
      if (command == url) {
        throw section.wrong(
            command
                ? "there are both \"command\" and \"url\"; keep one of them"
                : "there is neither \"command\" nor \"url\"; write the program to start, the"
                    + " address of the server, or command-line \"tools\"");
      }
      return command ? STDIO : HTTP;
    }
    String transport = stated.get().text();
    if (transport.equals("in-process")) {
      throw stated
          .get()
          .wrong("in-process backends are written in Java; add them with GatewayBuilder.backend");
    }
    require(section, transport, STDIO, "command", command);
    require(section, transport, HTTP, "url", url);
    require(section, transport, CLI, TOOLS, tools);
    return transport;
  }

  private static void require(
      Section section, String transport, String of, String key, boolean present) {
    if (transport.equals(of) && !present) {
      throw section.wrong("a backend of transport " + of + " needs \"" + key + "\"; add it");
    }
  }

  private static BackendConfig connection(Section section, BackendConfig from) {
    BackendConfig config = from;
    Optional<Entry> command = section.get("command");
    if (command.isPresent()) {
      List<String> line = new ArrayList<>();
      line.add(nonBlank(command.get(), command.get().secretText()));
      section.get("args").ifPresent(at -> line.addAll(at.secretStrings()));
      config = config.command(line);
    } else if (section.has("args")) {
      throw section.get("args").orElseThrow().wrong("there are arguments but no \"command\"");
    }
    for (Map.Entry<String, String> variable : secrets(section, "env").entrySet()) {
      config = config.env(variable.getKey(), variable.getValue());
    }
    for (Map.Entry<String, String> header : secrets(section, "headers").entrySet()) {
      config = config.header(header.getKey(), header.getValue());
    }
    Optional<Entry> cwd = section.get("cwd");
    if (cwd.isPresent()) {
      config = config.cwd(nonBlank(cwd.get(), cwd.get().text()));
    }
    Optional<Entry> url = section.get("url");
    return url.isPresent() ? config.url(nonBlank(url.get(), url.get().secretText())) : config;
  }

  private static BackendConfig attributes(Section section, BackendConfig from) {
    BackendConfig config = from;
    Optional<Entry> namespace = section.get("namespace");
    if (namespace.isPresent()) {
      config = config.namespace(nonBlank(namespace.get(), namespace.get().text()));
    }
    Optional<Entry> description = section.get("description");
    if (description.isPresent()) {
      config = config.description(description.get().text());
    }
    Optional<Entry> timeout = section.get("timeout");
    if (timeout.isPresent()) {
      config = config.timeout(timeout.get().duration());
    }
    Optional<Entry> startTimeout = section.get("start_timeout");
    if (startTimeout.isPresent()) {
      config = config.startTimeout(startTimeout.get().duration());
    }
    Optional<Entry> tags = section.get("tags");
    if (tags.isPresent()) {
      config = config.tags(tags.get().strings().toArray(String[]::new));
    }
    Optional<Entry> requiredKeys = section.get("required_keys");
    if (requiredKeys.isPresent()) {
      config = config.requiredKeys(requiredKeys.get().strings().toArray(String[]::new));
    }
    Optional<Entry> validate = section.get("validate_arguments");
    return validate.isPresent() ? config.validateArguments(validate.get().bool()) : config;
  }

  private static Map<String, String> secrets(Section section, String key) {
    return section.get(key).map(Entry::secretStringMap).orElseGet(Map::of);
  }

  private static String nonBlank(Entry at, String text) {
    if (text.isBlank()) {
      throw at.wrong("the text is blank; write a value or remove the key");
    }
    return text;
  }

  private static Set<String> union(Set<String> first, Set<String> second) {
    Set<String> all = new LinkedHashSet<>(first);
    all.addAll(second);
    return all;
  }

  private static Set<String> ordered(String... keys) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(keys)));
  }
}
