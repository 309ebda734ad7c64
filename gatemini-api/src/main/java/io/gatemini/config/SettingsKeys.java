package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.choice;
import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.durationOrZero;
import static io.gatemini.spi.option.OptionType.integer;
import static io.gatemini.spi.option.OptionType.longInteger;
import static io.gatemini.spi.option.OptionType.path;
import static io.gatemini.spi.option.OptionType.secretText;
import static io.gatemini.spi.option.OptionType.text;
import static io.gatemini.spi.option.OptionType.textMap;
import static io.gatemini.spi.option.OptionType.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.GatewaySettings.RegistrationVisible;
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

  private static final OptionTable PASSTHROUGH_KEYS = new OptionTable("passthrough");
  static final OptionKey<Passthrough> PASSED_RESOURCES =
      PASSTHROUGH_KEYS.add(
          "resources",
          choice(Passthrough.class),
          Passthrough.HIDDEN,
          "Whether resources of backends are in the gateway's own list. Hidden ones can "
              + "be read at their addresses.");
  static final OptionKey<Passthrough> PASSED_PROMPTS =
      PASSTHROUGH_KEYS.add(
          "prompts",
          choice(Passthrough.class),
          Passthrough.HIDDEN,
          "Whether prompts of backends are in the gateway's own list, as backend/prompt. "
              + "Hidden ones can be used by that name.");

  private static final OptionTable REGISTRATION_KEYS = new OptionTable("registration");
  static final OptionKey<Policy> POLICY =
      REGISTRATION_KEYS.add(
          "policy",
          choice(Policy.class),
          Policy.GUARDED,
          "guarded allows public https servers and the subjects below; open everything; "
              + "off nothing.");
  static final OptionKey<List<String>> ALLOWED_COMMANDS =
      REGISTRATION_KEYS.add(
          "allowed_commands",
          texts(),
          "Programs that agents may start, with any arguments, or command lines with any "
              + "further ones, for example npx -y @scope/package.");
  static final OptionKey<List<String>> ALLOWED_HOSTS =
      REGISTRATION_KEYS.add(
          "allowed_hosts",
          texts(),
          "Hosts, as host or host:port, that agents may register although they are not "
              + "public or not https.");
  static final OptionKey<List<String>> ALLOWED_SECRETS =
      REGISTRATION_KEYS.add(
          "allowed_secrets",
          texts(),
          "Secrets that agents may name in headers and variables, as "
              + "provider:reference@host, for example env:GITHUB_TOKEN@api.github.com. Without "
              + "a host they may go anywhere.");
  static final OptionKey<Integer> MAX_DYNAMIC_BACKENDS =
      REGISTRATION_KEYS.add(
          "max_dynamic_backends",
          integer(0, Integer.MAX_VALUE),
          10,
          "The number of backends that agents may register, for each client with a token.");
  static final OptionKey<RegistrationVisible> REGISTRATION_VISIBLE =
      REGISTRATION_KEYS.add(
          "visible",
          choice(RegistrationVisible.class),
          RegistrationVisible.OWNER,
          "Who sees, calls and removes what an agent registers: owner, the client whose token it "
              + "came with; or all. Without tokens it is all.");
  static final OptionKey<Boolean> SHARED_REGISTRATIONS =
      REGISTRATION_KEYS.add(
          "shared",
          bool(),
          false,
          "Whether registrations of agents are kept in the state store, with variables "
              + "and headers as given. They return after a restart, and in other gateways on "
              + "the store, under their own policy.");

  private static final OptionTable SEARCH_KEYS = new OptionTable("search");
  static final OptionKey<String> RETRIEVAL =
      SEARCH_KEYS.add(
          "retrieval", text(), "The retriever; the one of the highest weight by default.");
  static final OptionKey<Boolean> USAGE_BOOST =
      SEARCH_KEYS.add(
          "usage_boost", bool(), true, "Whether tools called with success lead near-equals.");
  static final OptionKey<Path> EXAMPLES =
      SEARCH_KEYS.add("examples", path(), "A file of your own requests and their tools.");

  private static final OptionTable SEMANTIC_KEYS = new OptionTable("semantic");
  static final OptionKey<Boolean> SEMANTIC_ENABLED =
      SEMANTIC_KEYS.add("enabled", bool(), true, "Whether meanings are compared.");
  static final OptionKey<Path> SEMANTIC_MODEL =
      SEMANTIC_KEYS.add(
          "model", path(), "The directory of another embedding model, relative to this file.");

  private static final OptionTable BWS_KEYS = new OptionTable("secrets.providers.bws");
  static final OptionKey<Boolean> BWS_ENABLED =
      BWS_KEYS.add(
          "enabled",
          bool(),
          false,
          "Whether secretref:bws:project/<name>/key/<key> asks the program bws; otherwise "
              + "its last part names an environment variable.");
  static final OptionKey<String> BWS_ACCESS_TOKEN =
      BWS_KEYS.add("access_token", secretText(), "The token; BWS_ACCESS_TOKEN by default.");
  static final OptionKey<String> BWS_ORGANIZATION_ID =
      BWS_KEYS.add("organization_id", text(), "The organization; BWS_ORG_ID by default.");

  private static final OptionTable FILE_KEYS = new OptionTable("secrets.providers.file");
  static final OptionKey<Path> SECRETS_DIRECTORY =
      FILE_KEYS.add(
          "directory",
          path(),
          "The base of relative paths in secretref:file:<path>; the working directory by "
              + "default.");

  private static final OptionTable PROVIDER_KEYS = new OptionTable("secrets.providers");
  static final OptionKey<OptionValues> FILE_SECRETS =
      section(PROVIDER_KEYS, "file", FILE_KEYS, "Secrets that are files.");
  static final OptionKey<Map<String, List<String>>> SECRET_COMMANDS =
      PROVIDER_KEYS.add(
          "command",
          commands(),
          Map.of(),
          "Programs that print a secret, by name, with their arguments: "
              + "secretref:command:<name> runs one. No others are run.");
  static final OptionKey<OptionValues> BWS =
      section(PROVIDER_KEYS, "bws", BWS_KEYS, "Bitwarden Secrets Manager.");

  private static final OptionTable SECRETS_KEYS = new OptionTable("secrets");
  static final OptionKey<Boolean> STRICT =
      SECRETS_KEYS.add(
          "strict",
          bool(),
          false,
          "Whether a missing secret or variable is an error of the configuration; "
              + "otherwise it stops its backend alone.");
  static final OptionKey<OptionValues> PROVIDERS =
      section(SECRETS_KEYS, "providers", PROVIDER_KEYS, "The sources of secrets.");

  private static final OptionTable DAEMON_KEYS = new OptionTable("daemon");

  static final OptionKey<Duration> IDLE_TIMEOUT =
      DAEMON_KEYS.add(
          "idle_timeout",
          durationOrZero(),
          Duration.ofMinutes(5),
          "The time a daemon runs without clients; 0 for ever.");
  static final OptionKey<Duration> CLIENT_DRAIN_TIMEOUT =
      DAEMON_KEYS.add(
          "client_drain_timeout",
          durationOrZero(),
          Duration.ofSeconds(30),
          "The time for open answers when a daemon ends.");

  static final OptionKey<Reload> RELOAD =
      DAEMON_KEYS.add(
          "reload",
          choice(Reload.class),
          Reload.ASK,
          "Which changes of this file take effect at once while the bundled server runs. ask: those"
              + " that remove, narrow or tune; others, and those of the files that this one names,"
              + " wait for \"gatemini reload\". all: every change, for files that nobody but an operator can write;"
              + " refused while a backend is given a folder that contains this file.");

  private static final OptionTable ADMIN_KEYS = new OptionTable("admin");

  static final OptionKey<Boolean> ADMIN_ENABLED =
      ADMIN_KEYS.add("enabled", bool(), false, "Whether a port for operators is open.");
  static final OptionKey<String> ADMIN_LISTEN =
      ADMIN_KEYS.add(
          "listen",
          text().check(AdminKeys::faultOfAddress),
          "127.0.0.1:19999",
          "Its address, as host:port; one that other machines can reach needs a token.");
  static final OptionKey<List<String>> ADMIN_ALLOWED_CIDRS =
      ADMIN_KEYS.add(
          "allowed_cidrs",
          texts().check(AdminKeys::faultOfRanges),
          List.of("127.0.0.1/32", "::1/128"),
          "The ranges of addresses that may connect; this machine by default.");
  static final OptionKey<String> ADMIN_TOKEN =
      ADMIN_KEYS.add(
          "token",
          secretText().nonBlank(),
          "The token of Authorization: Bearer <token>, as ${NAME} or secretref:env:NAME.");

  static final OptionTable TOP = new OptionTable("");
  static final OptionKey<Map<String, BackendConfig>> BACKENDS =
      TOP.add(
          "backends",
          readByName("backend", "^\\S(.{0,62}\\S)?$"),
          Map.of(),
          "The backends, by name: 1 to 64 visible characters, without blanks at the ends.");
  static final OptionKey<Map<String, String>> ALIASES =
      TOP.add(
          "aliases",
          textMap().over((at, before) -> joined(before, at.stringMap())),
          "Other names for tools: alias to tool key, for example find: files.search_files.");
  static final OptionKey<Map<String, CompositeTool>> COMPOSITE_TOOLS =
      TOP.add(
          "composite_tools",
          readByName("compositeTool", "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"),
          Map.of(),
          "Tools that are programs over other tools, by name; called as __composite.name.");
  static final OptionKey<Map<String, JsonNode>> PLUGINS =
      TOP.add(
          "plugins",
          OptionType.any(mapOf(objects()), SettingsKeys::plugins)
              .over((at, before) -> joined(before, plugins(at))),
          Map.of(),
          "The configuration of plug-ins, by name.");
  static final OptionKey<String> SURFACE =
      TOP.add(
          "surface",
          text(),
          "meta",
          "The tools for agents: meta, the seven meta-tools; servers, five that walk from "
              + "servers to tools; auto, all tools of a small catalog; or those of a plug-in.");
  static final OptionKey<Boolean> DISCOVER =
      TOP.add("discover", bool(), true, "Whether plug-ins are discovered on the class path.");
  static final OptionKey<Boolean> LAZY_START =
      TOP.add(
          "lazy_start", bool(), false, "Whether backends start at first use, as the server's do.");
  static final OptionKey<List<String>> EXCLUDE =
      TOP.add(
          "exclude",
          texts().over((at, before) -> appended(before, at.strings())),
          "Names of discovered plug-ins to leave out.");
  static final OptionKey<OptionValues> SEARCH =
      section("search", SEARCH_KEYS, "The search for tools.");
  static final OptionKey<OptionValues> SEMANTIC =
      section(
          "semantic",
          SEMANTIC_KEYS,
          "The semantic side of the search; the same as semantic under plugins.");
  static final OptionKey<Integer> MAX_OUTPUT_BYTES =
      TOP.add(
          "max_output_bytes",
          integer(1, Integer.MAX_VALUE),
          200_000,
          "The bound of a chain's answer in UTF-8 bytes, unless the call states one.");
  static final OptionKey<Long> MAX_IN_FLIGHT_BYTES =
      TOP.add(
          "max_in_flight_bytes",
          longInteger(LEAST_IN_FLIGHT_BYTES),
          "The bound of all messages in flight, in bytes; a twelfth of the heap by "
              + "default. An answer without room waits, then fails alone.");
  static final OptionKey<Duration> CHAIN_TIMEOUT =
      TOP.add(
          "chain_timeout",
          duration(),
          Duration.ofSeconds(30),
          "The wall-clock bound of a program, unless the call states one.");
  static final OptionKey<OptionValues> PASSTHROUGH =
      section(
          "passthrough", PASSTHROUGH_KEYS, "The visibility of backends' resources and prompts.");
  static final OptionKey<OutputConfig> OUTPUT =
      TOP.add(
          "output_config",
          ConfigValues.type(OutputConfig.OPTIONS, OutputConfig::new),
          OutputConfig.defaults(),
          "The reduction of answers, and the time for which originals are kept.");
  static final OptionKey<SandboxConfig> SANDBOX =
      TOP.add(
          "sandbox",
          ConfigValues.type(SandboxConfig.OPTIONS, SandboxConfig::new),
          SandboxConfig.defaults(),
          "The bounds and the isolation of programs.");
  static final OptionKey<OptionValues> REGISTRATION =
      section(
          "registration", REGISTRATION_KEYS, "The backends that agents may register at run time.");
  static final OptionKey<Pinning> PINNING =
      TOP.add(
          "pinning",
          choice(Pinning.class),
          Pinning.REPORT,
          "The reaction to a changed tool definition: none, a report in status and log, "
              + "or quarantine until the operator accepts it.");
  static final OptionKey<InspectionGuard> INSPECTION_GUARD =
      TOP.add(
          "inspection_guard",
          choice(InspectionGuard.class),
          InspectionGuard.OFF,
          "The reaction to a program that calls a tool its session has not inspected: "
              + "none, a note on the answer, or a refusal. Only the surface servers has it.");
  static final OptionKey<HealthConfig> HEALTH =
      TOP.add(
          "health",
          ConfigValues.type(HealthConfig.OPTIONS, HealthConfig::new),
          HealthConfig.defaults(),
          "Health checks, restarts and ends of backends.");
  static final OptionKey<String> CATALOG_DIGEST =
      TOP.add("catalog_digest", text(), "Text appended to the description of the search tool.");
  static final OptionKey<String> INSTRUCTIONS =
      TOP.add(
          "instructions",
          text(),
          "The instructions for clients, in place of generated ones; an empty text for none.");
  static final OptionKey<String> MORE_INSTRUCTIONS =
      TOP.add(
          "more_instructions", text(), "Text appended to the instructions, on a line of its own.");
  static final OptionKey<LogThreshold> LOG_LEVEL =
      TOP.add(
          "log_level",
          choice(LogThreshold.class),
          LogThreshold.INFO,
          "The log level of the bundled server on stderr; GATEMINI_LOG overrides it.");
  static final OptionKey<List<String>> INHERIT_ENV =
      TOP.add(
          "inherit_env",
          ConfigValues.INHERITED_VARIABLES,
          List.of(),
          "The default inherit_env of the backends of this file.");
  static final OptionKey<OptionValues> SECRETS =
      section("secrets", SECRETS_KEYS, "The resolution of secrets.");
  static final OptionKey<Path> CACHE_PATH =
      TOP.add(
          "cache_path",
          path(),
          "The file for known tools, usage and pins, unless a plug-in keeps them; "
              + "processes may share it. The bundled server has one per configuration in the "
              + "platform's cache directory, an embedded gateway none.");

  static final OptionKey<OptionValues> DAEMON =
      section("daemon", DAEMON_KEYS, "A server that several clients share.");

  static final OptionKey<OptionValues> ADMIN =
      section("admin", ADMIN_KEYS, "The port for operators.");

  private SettingsKeys() {}

  /** The changes that take effect when a file changes. */
  enum Reload {
    ASK,
    ALL
  }

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
    return section(TOP, name, table, description);
  }

  private static OptionKey<OptionValues> section(
      OptionTable parent, String name, OptionTable table, String description) {
    return parent.add(
        name,
        OptionType.section(table, table::read)
            .over((at, before) -> table.read(at.section(), before)),
        table.defaults(),
        description);
  }

  /** For members that are read one by one, because a name may be taken already. */
  private static <T> OptionType<Map<String, T>> readByName(String definition, String names) {
    ObjectNode schema =
        mapOf(JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + definition));
    schema.putObject("propertyNames").put("pattern", names);
    return OptionType.any(schema, at -> Map.of());
  }

  private static Map<String, JsonNode> plugins(Option at) {
    Map<String, JsonNode> plugins = new LinkedHashMap<>();
    at.section().all().forEach((name, config) -> plugins.put(name, config.section().secretJson()));
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

  /** Programs with their arguments, by name. */
  private static OptionType<Map<String, List<String>>> commands() {
    ObjectNode command =
        JsonNodeFactory.instance.objectNode().put("type", "array").put("minItems", 1);
    command.putObject("items").put("type", "string");
    return OptionType.any(
        mapOf(command),
        at -> {
          Map<String, List<String>> commands = new LinkedHashMap<>();
          at.section()
              .all()
              .forEach(
                  (name, argv) -> {
                    List<String> words = argv.strings();
                    if (words.isEmpty()) {
                      throw argv.invalid("write the program and its arguments as a list");
                    }
                    commands.put(name, words);
                  });
          return Collections.unmodifiableMap(commands);
        });
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
