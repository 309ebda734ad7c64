package io.gatemini.internal.config;

import io.gatemini.GatewayBuilder;
import io.gatemini.spi.RegistrationPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The gateway's own format: every builder setter under its name in snake case. */
final class GatewayFormat {
  static final Set<String> KEYS =
      ordered(
          "backends",
          "aliases",
          "plugins",
          "discover",
          "exclude",
          "search",
          "semantic",
          "lazy_start",
          "max_output_bytes",
          "chain_timeout",
          "registration",
          "catalog_digest",
          "instructions");

  static final Set<String> SEARCH_KEYS = ordered("retrieval", "usage_boost");

  static final Set<String> SEMANTIC_KEYS = ordered("enabled", "model");

  static final Set<String> REGISTRATION_KEYS =
      ordered("policy", "allowed_commands", "allowed_hosts", "max_dynamic_backends");

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
    top.get("plugins").ifPresent(this::plugins);
    top.get("discover")
        .ifPresent(
            at -> {
              boolean discover = at.bool();
              add(at, builder -> builder.discover(discover));
            });
    top.get("lazy_start")
        .ifPresent(
            at -> {
              boolean lazyStart = at.bool();
              add(at, builder -> builder.lazyStart(lazyStart));
            });
    top.get("exclude")
        .ifPresent(at -> at.strings().forEach(name -> add(at, builder -> builder.exclude(name))));
    top.get("search").ifPresent(at -> search(at.section()));
    // After the plug-ins: it changes what was said there.
    top.get("semantic").ifPresent(at -> semantic(at.section()));
    top.get("max_output_bytes")
        .ifPresent(
            at -> {
              int bytes = at.integer(1);
              add(at, builder -> builder.maxOutputBytes(bytes));
            });
    top.get("chain_timeout")
        .ifPresent(
            at -> {
              Duration timeout = at.duration();
              add(at, builder -> builder.chainTimeout(timeout));
            });
    top.get("registration").ifPresent(at -> registration(at.section()));
    top.get("catalog_digest")
        .ifPresent(
            at -> {
              String digest = at.text();
              add(at, builder -> builder.catalogDigest(digest));
            });
    top.get("instructions")
        .ifPresent(
            at -> {
              String instructions = at.text();
              add(at, builder -> builder.instructions(instructions));
            });
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
    search
        .get("retrieval")
        .ifPresent(
            at -> {
              String name = at.text();
              add(at, builder -> builder.retrieval(name));
            });
    search
        .get("usage_boost")
        .ifPresent(
            at -> {
              boolean usageBoost = at.bool();
              add(at, builder -> builder.usageBoost(usageBoost));
            });
  }

  private void semantic(Section semantic) {
    semantic.allow(SEMANTIC_KEYS);
    semantic
        .get("enabled")
        .ifPresent(
            at -> {
              boolean enabled = at.bool();
              add(at, builder -> builder.semantic(enabled));
            });
    semantic
        .get("model")
        .ifPresent(
            at -> {
              Path model = at.filePath();
              add(at, builder -> builder.semanticModel(model));
            });
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
    registration
        .get("allowed_commands")
        .ifPresent(
            at -> {
              String[] commands = distinct(at);
              add(at, builder -> builder.allowedCommands(commands));
            });
    registration
        .get("allowed_hosts")
        .ifPresent(
            at -> {
              String[] hosts = distinct(at);
              add(at, builder -> builder.allowedHosts(hosts));
            });
    registration
        .get("max_dynamic_backends")
        .ifPresent(
            at -> {
              int count = at.integer(0);
              add(at, builder -> builder.maxDynamicBackends(count));
            });
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
