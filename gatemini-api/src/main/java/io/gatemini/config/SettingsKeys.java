package io.gatemini.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys at the top of a configuration, and those of the sections that have no type. */
final class SettingsKeys {
  /** The least bound of all messages that are on their way, in bytes. */
  static final long LEAST_IN_FLIGHT_BYTES = 1 << 20;

  private static final OptionTable REGISTRATION_KEYS = new OptionTable("registration");
  static final OptionKey<Policy> POLICY =
      REGISTRATION_KEYS.add(
          "policy",
          OptionType.choice(Policy.class),
          Policy.GUARDED,
          "guarded lets through what is allowed below and public https servers.");
  static final OptionKey<List<String>> ALLOWED_COMMANDS =
      REGISTRATION_KEYS.add(
          "allowed_commands",
          OptionType.texts(),
          "Programs that agents may start, alone or with their first arguments, for example npx"
              + " -y @scope/package. A program alone may be started with any arguments.");
  static final OptionKey<List<String>> ALLOWED_HOSTS =
      REGISTRATION_KEYS.add(
          "allowed_hosts",
          OptionType.texts(),
          "Hosts, as host or host:port, that agents may register without being public or"
              + " https.");
  static final OptionKey<List<String>> ALLOWED_SECRETS =
      REGISTRATION_KEYS.add(
          "allowed_secrets",
          OptionType.texts(),
          "Secrets that agents may name in headers and variables, as provider:reference@host,"
              + " for example env:GITHUB_TOKEN@api.github.com; without a host they may be sent"
              + " anywhere.");
  static final OptionKey<Integer> MAX_DYNAMIC_BACKENDS =
      REGISTRATION_KEYS.add(
          "max_dynamic_backends",
          OptionType.integer(0, Integer.MAX_VALUE),
          10,
          "How many backends agents may register.");

  private static final OptionTable SEARCH_KEYS = new OptionTable("search");
  static final OptionKey<String> RETRIEVAL =
      SEARCH_KEYS.add(
          "retrieval",
          OptionType.text(),
          "The retriever that answers searches; the one of the highest weight by default.");
  static final OptionKey<Boolean> USAGE_BOOST =
      SEARCH_KEYS.add(
          "usage_boost",
          OptionType.bool(),
          true,
          "Whether, of tools that answer a query about equally well, those that have been"
              + " called with success come first.");

  private static final OptionTable SEMANTIC_KEYS = new OptionTable("semantic");
  static final OptionKey<Boolean> SEMANTIC_ENABLED =
      SEMANTIC_KEYS.add("enabled", OptionType.bool(), true, "Whether meanings are compared.");
  static final OptionKey<Path> SEMANTIC_MODEL =
      SEMANTIC_KEYS.add(
          "model",
          OptionType.path(),
          "The directory of an embedding model, instead of the one that comes with the search;"
              + " where it is not absolute, from the directory of this file.");

  static final OptionTable TOP = new OptionTable("");
  static final OptionKey<Map<String, BackendConfig>> BACKENDS =
      TOP.add(
          "backends",
          readByName("backend", "^\\S(.{0,62}\\S)?$"),
          Map.of(),
          "The backends, by name: 1 to 64 visible characters of any script, the first and the"
              + " last no blanks.");
  static final OptionKey<Map<String, String>> ALIASES =
      TOP.add(
          "aliases",
          OptionType.textMap().over((at, before) -> joined(before, at.stringMap())),
          "Other names for tools: alias to tool key, for example find: files.search_files.");
  static final OptionKey<Map<String, CompositeTool>> COMPOSITE_TOOLS =
      TOP.add(
          "composite_tools",
          readByName("compositeTool", "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"),
          Map.of(),
          "Tools that are programs over other tools, by name; they are called as"
              + " __composite.name.");
  static final OptionKey<Map<String, JsonNode>> PLUGINS =
      TOP.add(
          "plugins",
          OptionType.any(mapOf(objects()), SettingsKeys::plugins)
              .over((at, before) -> joined(before, plugins(at))),
          Map.of(),
          "What plug-ins receive as their configuration, by name.");
  static final OptionKey<String> SURFACE =
      TOP.add(
          "surface",
          OptionType.text(),
          "meta",
          "The name of the surface: which tools agents are shown instead of those of backends.");
  static final OptionKey<Boolean> DISCOVER =
      TOP.add(
          "discover",
          OptionType.bool(),
          true,
          "Whether plug-ins are looked for on the class path.");
  static final OptionKey<Boolean> LAZY_START =
      TOP.add(
          "lazy_start",
          OptionType.bool(),
          false,
          "Whether backends wait with their start for the first use; the bundled server does.");
  static final OptionKey<List<String>> EXCLUDE =
      TOP.add(
          "exclude",
          OptionType.texts().over((at, before) -> appended(before, at.strings())),
          "Names of discovered plug-ins to leave out.");
  static final OptionKey<OptionValues> SEARCH =
      section("search", SEARCH_KEYS, "How tools are found.");
  static final OptionKey<OptionValues> SEMANTIC =
      section(
          "semantic",
          SEMANTIC_KEYS,
          "Comparing meanings beside words; the same as semantic under plugins.");
  static final OptionKey<Integer> MAX_OUTPUT_BYTES =
      TOP.add(
          "max_output_bytes",
          OptionType.integer(1, Integer.MAX_VALUE),
          200_000,
          "Bound of a chain's answer in UTF-8 bytes, where the call does not say.");
  static final OptionKey<Long> MAX_IN_FLIGHT_BYTES =
      TOP.add(
          "max_in_flight_bytes",
          OptionType.longInteger(LEAST_IN_FLIGHT_BYTES),
          "Bound of all messages together that are on their way, in bytes as they arrive; a"
              + " twelfth of the heap by default. An answer that does not fit waits for a"
              + " moment, then fails alone.");
  static final OptionKey<Duration> CHAIN_TIMEOUT =
      TOP.add(
          "chain_timeout",
          OptionType.duration(),
          Duration.ofSeconds(30),
          "Wall-clock bound of a program, where the call does not say.");
  static final OptionKey<OutputConfig> OUTPUT =
      TOP.add(
          "output_config",
          ConfigValues.type(OutputConfig.OPTIONS, OutputConfig::new),
          OutputConfig.defaults(),
          "How answers are made to fit, and how long what was left out can be had.");
  static final OptionKey<SandboxConfig> SANDBOX =
      TOP.add(
          "sandbox",
          ConfigValues.type(SandboxConfig.OPTIONS, SandboxConfig::new),
          SandboxConfig.defaults(),
          "What programs may use, and where they run.");
  static final OptionKey<OptionValues> REGISTRATION =
      section("registration", REGISTRATION_KEYS, "Which backends agents may register at run time.");
  static final OptionKey<Pinning> PINNING =
      TOP.add(
          "pinning",
          OptionType.choice(Pinning.class),
          Pinning.REPORT,
          "What happens when a tool's definition is no longer what the gateway saw first:"
              + " nothing, a report in status and log, or quarantine until the operator accepts"
              + " it.");
  static final OptionKey<HealthConfig> HEALTH =
      TOP.add(
          "health",
          ConfigValues.type(HealthConfig.OPTIONS, HealthConfig::new),
          HealthConfig.defaults(),
          "How backends are watched, started again and ended.");
  static final OptionKey<String> CATALOG_DIGEST =
      TOP.add(
          "catalog_digest",
          OptionType.text(),
          "What the surface says of the catalog, instead of the digest that the"
              + " gateway makes.");
  static final OptionKey<String> INSTRUCTIONS =
      TOP.add(
          "instructions",
          OptionType.text(),
          "What clients are told at initialization, instead of what the gateway makes of its"
              + " catalog; an empty text tells them nothing.");
  static final OptionKey<String> MORE_INSTRUCTIONS =
      TOP.add(
          "more_instructions",
          OptionType.text(),
          "What clients are told after the instructions, on a line of its own: what is special"
              + " about this gateway.");

  private SettingsKeys() {}

  /** The policies that a file can name. */
  enum Policy {
    GUARDED,
    OPEN,
    OFF;

    RegistrationPolicy made() {
      return switch (this) {
        case GUARDED -> RegistrationPolicy.guarded();
        case OPEN -> RegistrationPolicy.open();
        case OFF -> RegistrationPolicy.off();
      };
    }
  }

  private static OptionKey<OptionValues> section(
      String name, OptionTable table, String description) {
    return TOP.add(
        name,
        OptionType.section(table, table::read)
            .over((at, before) -> table.read(at.section(), before)),
        table.defaults(),
        description);
  }

  /** Of members that are read one by one, because a name may be taken already. */
  private static <T> OptionType<Map<String, T>> readByName(String definition, String names) {
    ObjectNode schema =
        mapOf(JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + definition));
    schema.putObject("propertyNames").put("pattern", names);
    return OptionType.any(schema, at -> Map.of());
  }

  private static Map<String, JsonNode> plugins(Option at) {
    Map<String, JsonNode> plugins = new LinkedHashMap<>();
    at.section().all().forEach((name, config) -> plugins.put(name, config.section().json()));
    return plugins;
  }

  static <T> Map<String, T> joined(Map<String, T> before, Map<String, T> more) {
    Map<String, T> joined = new LinkedHashMap<>(before);
    joined.putAll(more);
    return Collections.unmodifiableMap(joined);
  }

  static List<String> appended(List<String> before, List<String> more) {
    List<String> appended = new ArrayList<>(before);
    appended.addAll(more);
    return List.copyOf(appended);
  }

  private static ObjectNode mapOf(ObjectNode member) {
    ObjectNode schema = objects();
    schema.set("additionalProperties", member);
    return schema;
  }

  private static ObjectNode objects() {
    return JsonNodeFactory.instance.objectNode().put("type", "object");
  }
}
