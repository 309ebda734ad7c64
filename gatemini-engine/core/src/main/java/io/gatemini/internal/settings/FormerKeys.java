package io.gatemini.internal.settings;

import io.gatemini.internal.json.JsonValues;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that keys have in files of the gateway's predecessor. They remain accepted; one line of
 * the log lists their current names.
 */
final class FormerKeys {
  private static final Logger LOG = System.getLogger(FormerKeys.class.getName());

  /** A path, the path here, and the values that are written in another way. */
  private record Former(String name, String here, Map<String, String> values) {
    Former(String name, String here) {
      this(name, here, Map.of());
    }
  }

  private static final List<Former> ALL =
      List.of(
          new Former("retrieval", "search.retrieval"),
          new Former("sandbox.timeout", "chain_timeout"),
          new Former("sandbox.max_output_size", "max_output_bytes"),
          new Former("sandbox.max_concurrent_sandboxes", "sandbox.max_concurrent_programs"),
          new Former("sandbox.output", "output_config"),
          new Former("semantic.model_path", "semantic.model"),
          new Former("semantic.cache_dir", ""), // no model is downloaded
          new Former("max_dynamic_backends", "registration.max_dynamic_backends"),
          new Former(
              "allow_runtime_registration",
              "registration.policy",
              Map.of("true", "open", "false", "off")));

  /** Keys at the top of the other predecessor's file, and what takes their place. */
  private static final Map<String, String> OF_SERVERS =
      Map.of(
          "transport", "clients are served over stdio",
          "port", "clients are served over stdio",
          "host", "clients are served over stdio",
          "skills", "there are no skills; composite_tools and more_instructions take their place",
          "acp", "no agent answers in a client's place; one that offers sampling is needed",
          "dashboard", "write admin: {enabled: true} in a file of the gateway's own format",
          "database", "results are kept in memory; cache_path names the file for remembered state",
          "logging", "write log_level in a file of the gateway's own format",
          "resultSizeThreshold", "write max_output_bytes in a file of the gateway's own format");

  /** A whole value, or a token in a header: text with a dollar inside may be a password. */
  private static final Pattern BARE_VARIABLE =
      Pattern.compile("\"(?:Bearer )?\\$([A-Za-z_][A-Za-z0-9_]*)\"");

  private FormerKeys() {}

  /** Writes a line of the log for each key of the other predecessor that has no meaning here. */
  static void warnOfServers(Options top) {
    OF_SERVERS.forEach(
        (key, instead) -> top.get(key).ifPresent(at -> warn(at, "it says nothing; " + instead)));
  }

  /** Predecessors put a variable in for {@code $NAME}. */
  static void warnOfBareVariables(Options section) {
    for (String key : List.of("command", "args", "env", "url", "headers", "cwd")) {
      section
          .get(key)
          .ifPresent(
              at -> {
                Matcher found = BARE_VARIABLE.matcher(JsonValues.text(at.verbatim()));
                if (found.find()) {
                  String name = found.group(1);
                  warn(
                      at,
                      "\"$" + name + "\" stays as it is; write ${" + name + "} for the variable");
                }
              });
    }
  }

  private static Options withoutMissingModel(Options top) {
    Optional<Option> model =
        top.get("semantic")
            .filter(Option::isMap)
            .flatMap(at -> at.section().get("model_path"))
            .filter(at -> !Files.isDirectory(at.filePath()));
    model.ifPresent(at -> warn(at, "there is no such folder; the bundled model is used"));
    return model.isPresent() ? top.moved("semantic.model_path", "", Map.of()) : top;
  }

  /** Writes a line of the log with the place of a value. */
  static void warn(Option at, String problem) {
    LOG.log(Level.WARNING, String.valueOf(at.invalid(problem).getMessage()));
  }

  /**
   * The map with the names of here.
   *
   * @throws io.gatemini.config.ConfigException naming each key that stands there twice, with two
   *     values
   */
  static Options renamed(Options top) {
    Faults faults = new Faults();
    Options renamed = faults.in(() -> withoutMissingModel(top), top);
    List<String> notes = new ArrayList<>();
    for (Former former : ALL) {
      Options before = renamed;
      renamed = faults.in(() -> before.moved(former.name, former.here, former.values), before);
      if (renamed != before) {
        notes.add(former.name + (former.here.isEmpty() ? " says nothing" : " is " + former.here));
      }
    }
    if (!notes.isEmpty()) {
      LOG.log(Level.INFO, "configuration: names of the predecessor: {0}", String.join(", ", notes));
    }
    return faults.unlessFound(renamed);
  }
}
