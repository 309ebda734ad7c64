package io.gatemini.server.serve;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.Options;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The difference between two texts of a configuration, and the part of it that waits for an
 * operator. The texts are compared as they are written, for a variable may hide a command from one
 * client and show it to another.
 *
 * <p>A short list names what takes effect at once: what removes, narrows or tunes. Everything else
 * waits, keys that are added to the gateway later, too.
 *
 * @param all each changed key, with what became of it
 * @param waiting those that may start something new, lead elsewhere, let more callers do more, or
 *     silence the audit
 */
record ConfigDifference(List<String> all, List<String> waiting) {
  /** Removed members take effect at once, new ones wait. */
  private static final Set<String> MEMBERS = Set.of("backends", "mcpServers", "composite_tools");

  /** Whatever their values are. A name stands for everything below it, too. */
  private static final Set<String> FREE =
      Set.of(
          "chain_timeout",
          "daemon.client_drain_timeout",
          "daemon.idle_timeout",
          "health",
          "lazy_start",
          "max_output_bytes",
          "output_config",
          "search.usage_boost",
          "backends.*.instance_mode",
          "backends.*.max_concurrent_calls",
          "backends.*.max_memory_mb",
          "backends.*.max_timeout",
          "backends.*.pool",
          "backends.*.question_timeout",
          "backends.*.retry",
          "backends.*.semaphore_timeout",
          "backends.*.start_timeout",
          "backends.*.timeout");

  /** Levels that keep the lines of the audit. */
  private static final Set<String> AUDITED = Set.of("trace", "debug", "info", "warn", "warning");

  /** Lists that take members away when they grow. */
  private static final Set<String> GROWING = Set.of("backends.*.denied_tools");

  /** Lists that take something away when they shrink; one that is absent is empty. */
  private static final Set<String> SHRINKING =
      Set.of(
          "registration.allowed_commands",
          "registration.allowed_hosts",
          "registration.allowed_secrets");

  /** Values from the strictest to the widest. */
  private static final Map<String, List<String>> RANKS =
      Map.ofEntries(
          entry("admin.enabled", List.of("false", "true")),
          entry("backends.*.disabled", List.of("true", "false")),
          entry("backends.*.enabled", List.of("false", "true")),
          entry("backends.*.trust.elicitation", List.of("none", "form", "url")),
          entry("backends.*.trust.roots", List.of("false", "true")),
          entry("backends.*.trust.sampling", List.of("false", "true")),
          entry("backends.*.validate_arguments", List.of("true", "false")),
          entry("daemon.reload", List.of("ask", "all")),
          entry("inspection_guard", List.of("enforce", "warn", "off")),
          entry("pinning", List.of("enforce", "report", "off")),
          entry("registration.policy", List.of("off", "guarded", "open")),
          entry("registration.shared", List.of("false", "true")));

  /** Their values where none is written. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "backends.*.enabled", "true",
          "backends.*.trust.elicitation", "form",
          "backends.*.validate_arguments", "true",
          "daemon.reload", "ask",
          "inspection_guard", "off",
          "log_level", "info",
          "pinning", "report",
          "registration.policy", "guarded");

  /**
   * Compares two texts.
   *
   * @throws io.gatemini.config.ConfigException where one is malformed
   */
  static ConfigDifference of(String file, String before, String after) {
    ConfigDifference difference = new ConfigDifference(new ArrayList<>(), new ArrayList<>());
    difference.compare("", "", tree(file, before), tree(file, after));
    return difference;
  }

  private static JsonNode tree(String file, String text) {
    return Options.parse(text, OptionSource.verbatim(file), "backends").json();
  }

  /** Compares backends that both have; the files {@code .env} may have changed their meaning. */
  void compare(GatewaySettings before, GatewaySettings after) {
    Map<String, BackendConfig> next = after.allBackends();
    before
        .allBackends()
        .forEach(
            (name, config) -> {
              BackendConfig now = next.get(name);
              if (now != null && !now.disabled()) {
                compare("backends." + name, "backends.*", config.toJson(), now.toJson());
              }
            });
  }

  /** Compares the files that both name. */
  void compare(ConfigSnapshot before, ConfigSnapshot after) {
    compare("", "files", before.files(), after.files());
  }

  /** Compares the values at a path, of which {@code rule} is the form without names. */
  private void compare(String path, String rule, JsonNode before, JsonNode after) {
    if (before.equals(after)) {
      return;
    }
    // An empty section beside none is a difference, too: it may add a plug-in.
    if (isObjectOrAbsent(before)
        && isObjectOrAbsent(after)
        && !(before.isEmpty() && after.isEmpty())) {
      Set<String> names = new LinkedHashSet<>();
      before.fieldNames().forEachRemaining(names::add);
      after.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        JsonNode old = present(before.path(name));
        JsonNode next = present(after.path(name));
        String at = path.isEmpty() ? name : path + "." + name;
        if (!MEMBERS.contains(rule)) {
          compare(at, rule.isEmpty() ? name : rule + "." + name, old, next);
        } else if (old.isMissingNode() != next.isMissingNode()) {
          note(at, old, next, next.isMissingNode());
        } else {
          // A client's file has some keys of the gateway's own, under the same names.
          compare(at, rule.replace("mcpServers", "backends") + ".*", old, next);
        }
      }
    } else {
      note(path, before, after, takesEffectAtOnce(rule, before, after));
    }
  }

  private static boolean isObjectOrAbsent(JsonNode value) {
    return value.isObject() || value.isMissingNode();
  }

  /** A key that is left blank counts as absent. */
  private static JsonNode present(JsonNode value) {
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  private void note(String path, JsonNode before, JsonNode after, boolean atOnce) {
    String became =
        before.isMissingNode() ? " added" : after.isMissingNode() ? " removed" : " changed";
    if (!all.contains(path + became)) {
      all.add(path + became);
    }
    if (!atOnce && !waiting.contains(path + became)) {
      waiting.add(path + became);
    }
  }

  private static boolean takesEffectAtOnce(String rule, JsonNode before, JsonNode after) {
    if (FREE.stream().anyMatch(free -> rule.equals(free) || rule.startsWith(free + "."))) {
      return true;
    }
    if (GROWING.contains(rule)) {
      return members(after).containsAll(members(before));
    }
    if (SHRINKING.contains(rule)) {
      return members(before).containsAll(members(after));
    }
    if (rule.equals("backends.*.allowed_tools")) { // absent, it allows all
      return after.isArray()
          && (before.isMissingNode() || members(before).containsAll(members(after)));
    }
    if (rule.equals("log_level")) {
      return AUDITED.contains(value(rule, after));
    }
    List<String> ranks = RANKS.getOrDefault(rule, List.of());
    int next = ranks.indexOf(value(rule, after));
    return next >= 0 && next <= ranks.indexOf(value(rule, before));
  }

  private static Set<JsonNode> members(JsonNode list) {
    Set<JsonNode> members = new LinkedHashSet<>();
    // Anything but a list is one member, which no list has.
    (list.isArray() || list.isMissingNode()
            ? list
            : JsonNodeFactory.instance.arrayNode().add(list.toString()))
        .forEach(members::add);
    return members;
  }

  private static String value(String rule, JsonNode value) {
    return value.isMissingNode() ? DEFAULTS.getOrDefault(rule, "false") : value.asText();
  }
}
