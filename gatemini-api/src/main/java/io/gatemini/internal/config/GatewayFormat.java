package io.gatemini.internal.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.ConfigException;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.Pinning;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.inprocess.UnconfiguredBackend;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The gateway's own format: every builder setter under its name in snake case. Each key is declared
 * here with the setter it stands for, or is a section that declares its own.
 */
final class GatewayFormat {
  private static final Logger LOG = System.getLogger(GatewayFormat.class.getName());

  private static final GatewayFormat REGISTRATION =
      new GatewayFormat("registration")
          .key(
              "policy",
              OptionType.choice(Policy.class),
              Policy.GUARDED,
              "guarded lets through what is allowed below and public https servers.",
              (builder, policy) -> policy.apply(builder))
          .key(
              "allowed_commands",
              OptionType.texts(),
              "Programs that agents may start, alone or with their first arguments, for example npx"
                  + " -y @scope/package. A program alone may be started with any arguments.",
              (builder, commands) -> builder.allowedCommands(distinct(commands)))
          .key(
              "allowed_hosts",
              OptionType.texts(),
              "Hosts, as host or host:port, that agents may register without being public or"
                  + " https.",
              (builder, hosts) -> builder.allowedHosts(distinct(hosts)))
          .key(
              "allowed_secrets",
              OptionType.texts(),
              "Secrets that agents may name in headers and variables, as provider:reference@host,"
                  + " for example env:GITHUB_TOKEN@api.github.com; without a host they may be sent"
                  + " anywhere.",
              (builder, secrets) -> builder.allowedSecrets(distinct(secrets)))
          .key(
              "max_dynamic_backends",
              OptionType.integer(0, Integer.MAX_VALUE),
              GatewayBuilder.DEFAULT_MAX_DYNAMIC_BACKENDS,
              "How many backends agents may register.",
              GatewayBuilder::maxDynamicBackends);

  private static final GatewayFormat SEARCH =
      new GatewayFormat("search")
          .key(
              "retrieval",
              OptionType.text(),
              "The retriever that answers searches; the one of the highest weight by default.",
              GatewayBuilder::retrieval)
          .key(
              "usage_boost",
              OptionType.bool(),
              true,
              "Whether, of tools that answer a query about equally well, those that have been"
                  + " called with success come first.",
              GatewayBuilder::usageBoost);

  private static final GatewayFormat SEMANTIC =
      new GatewayFormat("semantic")
          .key(
              "enabled",
              OptionType.bool(),
              true,
              "Whether meanings are compared.",
              GatewayBuilder::semantic)
          .key(
              "model",
              OptionType.path(),
              "The directory of an embedding model, instead of the one that comes with the search;"
                  + " where it is not absolute, from the directory of this file.",
              GatewayBuilder::semanticModel);

  private static final GatewayFormat TOP =
      new GatewayFormat("")
          .key(
              "backends",
              mapOf("backend", "^\\S(.{0,62}\\S)?$"),
              "The backends, by name: 1 to 64 visible characters of any script, the first and the"
                  + " last no blanks.",
              // See apply: they are read by the transports that are there.
              (builder, at) -> {})
          .key(
              "aliases",
              OptionType.textMap(),
              "Other names for tools: alias to tool key, for example find: files.search_files.",
              (builder, aliases) -> aliases.forEach(builder::alias))
          .key(
              "composite_tools",
              mapOf("compositeTool", "^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"),
              "Tools that are programs over other tools, by name; they are called as"
                  + " __composite.name.",
              GatewayFormat::compositeTools)
          .key(
              "plugins",
              OptionType.any(mapOf(objects())),
              "What plug-ins receive as their configuration, by name.",
              GatewayFormat::plugins)
          .key(
              "discover",
              OptionType.bool(),
              true,
              "Whether plug-ins are looked for on the class path.",
              GatewayBuilder::discover)
          .key(
              "lazy_start",
              OptionType.bool(),
              false,
              "Whether backends wait with their start for the first use; the bundled server does.",
              GatewayBuilder::lazyStart)
          .key(
              "exclude",
              OptionType.texts(),
              "Names of discovered plug-ins to leave out.",
              (builder, names) -> names.forEach(builder::exclude))
          .section("search", SEARCH, "How tools are found.")
          // After the plug-ins: it changes what was said there.
          .section(
              "semantic",
              SEMANTIC,
              "Comparing meanings beside words; the same as semantic under plugins.")
          .key(
              "max_output_bytes",
              OptionType.integer(1, Integer.MAX_VALUE),
              GatewayBuilder.DEFAULT_MAX_OUTPUT_BYTES,
              "Bound of a chain's answer in UTF-8 bytes, where the call does not say.",
              GatewayBuilder::maxOutputBytes)
          .key(
              "max_in_flight_bytes",
              OptionType.longInteger(GatewayBuilder.LEAST_IN_FLIGHT_BYTES),
              "Bound of all messages together that are on their way, in bytes as they arrive; a"
                  + " twelfth of the heap by default. An answer that does not fit waits for a"
                  + " moment, then fails alone.",
              GatewayBuilder::maxInFlightBytes)
          .key(
              "chain_timeout",
              OptionType.duration(),
              GatewayBuilder.DEFAULT_CHAIN_TIMEOUT,
              "Wall-clock bound of a program, where the call does not say.",
              GatewayBuilder::chainTimeout)
          .key(
              "output_config",
              section(OutputConfig.options()),
              "How answers are made to fit, and how long what was left out can be had.",
              (builder, at) -> builder.outputConfig(output -> output.read(at.section())))
          .key(
              "sandbox",
              section(SandboxConfig.options()),
              "What programs of call_tool_chain may use, and where they run.",
              (builder, at) -> builder.sandbox(sandbox -> sandbox.read(at.section())))
          .section("registration", REGISTRATION, "Which backends agents may register at run time.")
          .key(
              "pinning",
              OptionType.choice(Pinning.class),
              Pinning.REPORT,
              "What happens when a tool's definition is no longer what the gateway saw first:"
                  + " nothing, a report in status and log, or quarantine until the operator accepts"
                  + " it.",
              GatewayBuilder::pinning)
          .key(
              "health",
              section(HealthConfig.options()),
              "How backends are watched, started again and ended.",
              (builder, at) -> builder.health(health -> health.read(at.section())))
          .key(
              "catalog_digest",
              OptionType.text(),
              "What the description of search_tools says of the catalog, instead of the digest the"
                  + " gateway makes.",
              GatewayBuilder::catalogDigest)
          .key(
              "instructions",
              OptionType.text(),
              "What clients are told at initialization, instead of what the gateway makes of its"
                  + " catalog; an empty text tells them nothing.",
              GatewayBuilder::instructions)
          .key(
              "more_instructions",
              OptionType.text(),
              "What clients are told after the instructions, on a line of its own: what is special"
                  + " about this gateway.",
              GatewayBuilder::moreInstructions);

  private final OptionTable table;
  private final List<Setting<?>> settings = new ArrayList<>();

  /** A key and what it tells a builder. */
  private record Setting<T>(OptionKey<T> key, BiConsumer<GatewayBuilder, T> setter) {
    void apply(Options section, GatewayBuilder builder) {
      section
          .get(key.name())
          .ifPresent(at -> at.locating(() -> setter.accept(builder, key.read(at))));
    }
  }

  /** Which backends agents may register. */
  private enum Policy {
    GUARDED,
    OPEN,
    OFF;

    void apply(GatewayBuilder builder) {
      builder.registrationPolicy(
          switch (this) {
            case GUARDED -> RegistrationPolicy.guarded();
            case OPEN -> RegistrationPolicy.open();
            case OFF -> RegistrationPolicy.off();
          });
    }
  }

  private GatewayFormat(String name) {
    table = new OptionTable(name);
  }

  private <T> GatewayFormat key(
      String name,
      OptionType<T> type,
      T fallback,
      String description,
      BiConsumer<GatewayBuilder, T> setter) {
    settings.add(new Setting<>(table.add(name, type, fallback, description), setter));
    return this;
  }

  private <T> GatewayFormat key(
      String name, OptionType<T> type, String description, BiConsumer<GatewayBuilder, T> setter) {
    settings.add(new Setting<>(table.add(name, type, description), setter));
    return this;
  }

  private GatewayFormat section(String name, GatewayFormat format, String description) {
    return key(
        name,
        section(format.table),
        description,
        (builder, at) -> format.read(at.section(), builder));
  }

  /** The keys at the top of a file. */
  static OptionTable keys() {
    return TOP.table;
  }

  /** Tells a builder all that a file says. */
  static void apply(Options top, BackendFormat backends, GatewayBuilder builder) {
    top.get("retrieval")
        .ifPresent(
            at -> {
              throw at.invalid(
                  "this key stands under \"search\" now; write search: {retrieval: "
                      + at.written()
                      + "}");
            });
    if (!top.has("backends") && top.all().keySet().stream().noneMatch(keys().names()::contains)) {
      throw top.invalid(
          "there is neither \"backends\" nor \"mcpServers\"; list the backends under one of them");
    }
    TOP.read(top, builder);
    top.get("backends").ifPresent(at -> backends(at, backends, builder));
  }

  private void read(Options section, GatewayBuilder builder) {
    section.allow(table.names());
    settings.forEach(setting -> setting.apply(section, builder));
  }

  private static void backends(Option at, BackendFormat format, GatewayBuilder builder) {
    at.section()
        .all()
        .forEach(
            (name, backend) ->
                backend.locating(
                    () -> builder.backend(name, complete(() -> format.read(backend.section())))));
  }

  /** What is read; a backend that is down where a value is missing that the file only refers to. */
  static BackendConfig complete(Supplier<BackendConfig> read) {
    try {
      return read.get();
    } catch (ConfigException e) {
      if (!(e.getCause() instanceof MissingValueException missing)) {
        throw e;
      }
      LOG.log(Level.WARNING, "one backend is left out: " + e.getMessage());
      return UnconfiguredBackend.config(String.valueOf(missing.getMessage()));
    }
  }

  private static void compositeTools(GatewayBuilder builder, Option tools) {
    tools
        .section()
        .all()
        .forEach(
            (name, at) -> {
              CompositeTool tool = CompositeFormat.read(at.section());
              at.locating(() -> builder.compositeTool(name, tool));
            });
  }

  private static void plugins(GatewayBuilder builder, Option plugins) {
    plugins.section().all().forEach((name, at) -> builder.pluginConfig(name, at.section().json()));
  }

  private static String[] distinct(List<String> texts) {
    return new LinkedHashSet<>(texts).toArray(String[]::new);
  }

  private static OptionType<Option> section(OptionTable table) {
    return OptionType.any(table.schema());
  }

  private static OptionType<Option> mapOf(String definition, String names) {
    ObjectNode schema =
        mapOf(JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + definition));
    schema.putObject("propertyNames").put("pattern", names);
    return OptionType.any(schema);
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
