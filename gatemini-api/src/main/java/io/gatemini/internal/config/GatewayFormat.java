package io.gatemini.internal.config;

import io.gatemini.CompositeTool;
import io.gatemini.ConfigException;
import io.gatemini.GatewayBuilder;
import io.gatemini.Pinning;
import io.gatemini.spi.RegistrationPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** The gateway's own format: every builder setter under its name in snake case. */
final class GatewayFormat {
  static final Set<String> KEYS =
      ordered(
          "backends",
          "aliases",
          "composite_tools",
          "plugins",
          "discover",
          "exclude",
          "search",
          "semantic",
          "lazy_start",
          "max_output_bytes",
          "max_in_flight_bytes",
          "chain_timeout",
          "output_config",
          "sandbox",
          "registration",
          "pinning",
          "health",
          "catalog_digest",
          "instructions",
          "more_instructions");

  static final Set<String> SEARCH_KEYS = ordered("retrieval", "usage_boost");

  static final Set<String> SEMANTIC_KEYS = ordered("enabled", "model");

  static final Set<String> REGISTRATION_KEYS =
      ordered(
          "policy", "allowed_commands", "allowed_hosts", "allowed_secrets", "max_dynamic_backends");

  static final List<String> POLICIES = List.of("guarded", "open", "off");

  private final List<Setting> settings = new ArrayList<>();

  private GatewayFormat() {}

  static List<Setting> read(Section top) {
    top.get("retrieval")
        .ifPresent(
            at -> {
              throw at.wrong(
                  "this key stands under \"search\" now; write search: {retrieval: "
                      + at.written()
                      + "}");
            });
    if (!top.has("backends") && top.entries().keySet().stream().noneMatch(KEYS::contains)) {
      throw top.wrong(
          "there is neither \"backends\" nor \"mcpServers\"; list the backends under one of them");
    }
    top.allow(KEYS);
    GatewayFormat format = new GatewayFormat();
    format.readAll(top);
    return format.settings;
  }

  private void readAll(Section top) {
    top.get("backends").ifPresent(this::backends);
    top.get("aliases")
        .ifPresent(
            at ->
                at.stringMap()
                    .forEach((alias, tool) -> add(at, builder -> builder.alias(alias, tool))));
    top.get("composite_tools").ifPresent(this::compositeTools);
    top.get("plugins").ifPresent(this::plugins);
    set(top, "discover", Entry::bool, GatewayBuilder::discover);
    set(top, "lazy_start", Entry::bool, GatewayBuilder::lazyStart);
    top.get("exclude")
        .ifPresent(at -> at.strings().forEach(name -> add(at, builder -> builder.exclude(name))));
    top.get("search").ifPresent(at -> search(at.section()));
    // After the plug-ins: it changes what was said there.
    top.get("semantic").ifPresent(at -> semantic(at.section()));
    set(top, "max_output_bytes", at -> at.integer(1), GatewayBuilder::maxOutputBytes);
    set(top, "max_in_flight_bytes", Entry::longInteger, GatewayBuilder::maxInFlightBytes);
    set(top, "chain_timeout", Entry::duration, GatewayBuilder::chainTimeout);
    top.get("output_config").ifPresent(at -> settings.addAll(OutputFormat.read(at.section())));
    top.get("sandbox").ifPresent(at -> settings.addAll(SandboxFormat.read(at.section())));
    top.get("registration").ifPresent(at -> registration(at.section()));
    set(top, "pinning", at -> Pinning.of(at.text()), GatewayBuilder::pinning);
    top.get("health").ifPresent(at -> settings.addAll(HealthFormat.read(at.section())));
    set(top, "catalog_digest", Entry::text, GatewayBuilder::catalogDigest);
    set(top, "instructions", Entry::text, GatewayBuilder::instructions);
    set(top, "more_instructions", Entry::text, GatewayBuilder::moreInstructions);
  }

  private void backends(Entry backends) {
    backends
        .section()
        .entries()
        .forEach(
            (name, at) -> {
              var config = BackendFormat.read(at.section());
              add(at, builder -> builder.backend(name, config));
            });
  }

  private void compositeTools(Entry tools) {
    tools
        .section()
        .entries()
        .forEach(
            (name, at) -> {
              CompositeTool tool = CompositeFormat.read(at.section());
              add(at, builder -> builder.compositeTool(name, tool));
            });
  }

  private void plugins(Entry plugins) {
    plugins
        .section()
        .entries()
        .forEach(
            (name, at) -> {
              var config = at.section().json();
              add(at, builder -> builder.pluginConfig(name, config));
            });
  }

  private void search(Section search) {
    search.allow(SEARCH_KEYS);
    set(search, "retrieval", Entry::text, GatewayBuilder::retrieval);
    set(search, "usage_boost", Entry::bool, GatewayBuilder::usageBoost);
  }

  private void semantic(Section semantic) {
    semantic.allow(SEMANTIC_KEYS);
    set(semantic, "enabled", Entry::bool, GatewayBuilder::semantic);
    set(semantic, "model", Entry::filePath, GatewayBuilder::semanticModel);
  }

  private void registration(Section registration) {
    registration.allow(REGISTRATION_KEYS);
    registration
        .get("policy")
        .ifPresent(
            at -> {
              switch (at.text()) {
                case "guarded" -> {} // what a builder does that is not told otherwise
                case "open" ->
                    add(at, builder -> builder.registrationPolicy(RegistrationPolicy.open()));
                case "off" ->
                    add(at, builder -> builder.registrationPolicy(RegistrationPolicy.off()));
                default ->
                    throw at.wrong(
                        "\""
                            + at.written()
                            + "\" is no policy; write one of "
                            + String.join(", ", POLICIES));
              }
            });
    set(registration, "allowed_commands", GatewayFormat::distinct, GatewayBuilder::allowedCommands);
    set(registration, "allowed_hosts", GatewayFormat::distinct, GatewayBuilder::allowedHosts);
    set(registration, "allowed_secrets", GatewayFormat::distinct, GatewayBuilder::allowedSecrets);
    set(
        registration,
        "max_dynamic_backends",
        at -> at.integer(0),
        GatewayBuilder::maxDynamicBackends);
  }

  /** Reads a key at once, so that a wrong value is told, and sets it when the builder is there. */
  private <T> void set(
      Section section, String key, Function<Entry, T> read, BiConsumer<GatewayBuilder, T> setter) {
    section
        .get(key)
        .ifPresent(
            at -> {
              T value = read(at, read);
              add(at, builder -> setter.accept(builder, value));
            });
  }

  private static <T> T read(Entry at, Function<Entry, T> read) {
    try {
      return read.apply(at);
    } catch (ConfigException e) {
      throw at.located(e);
    }
  }

  private void add(Entry at, Consumer<GatewayBuilder> change) {
    settings.add(new Setting(at, change));
  }

  private static String[] distinct(Entry at) {
    return new LinkedHashSet<>(at.strings()).toArray(String[]::new);
  }

  private static Set<String> ordered(String... keys) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(keys)));
  }
}
