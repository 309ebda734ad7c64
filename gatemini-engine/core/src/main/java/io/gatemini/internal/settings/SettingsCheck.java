package io.gatemini.internal.settings;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.spi.option.Faults;
import io.gatemini.spi.option.NearestKey;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Faults across keys: aliases and fallbacks that lead nowhere, and configurations of plug-ins that
 * are never read.
 */
public final class SettingsCheck {
  private static final Logger LOG = System.getLogger(SettingsCheck.class.getName());

  private final GatewaySettings settings;

  /** Whether a backend that is not there may still be registered. */
  private final boolean open;

  private final Faults faults = new Faults();

  private SettingsCheck(GatewaySettings settings, boolean open) {
    this.settings = settings;
    this.open = open;
  }

  /**
   * Checks settings that come from several places. A host can register backends that an alias or a
   * fallback waits for: the log names those that are not there.
   *
   * @throws io.gatemini.config.ConfigException naming the path of each key that is wrong
   */
  public static void check(GatewaySettings settings, Collection<? extends Provider> plugins) {
    ObjectNode written = JsonNodeFactory.instance.objectNode();
    ObjectNode aliases = written.putObject("aliases");
    settings.aliases().forEach(aliases::put);
    ObjectNode backends = written.putObject("backends");
    settings
        .backends()
        .forEach(
            (name, config) ->
                config
                    .fallbackChain()
                    .forEach(backends.withObjectProperty(name).withArray("fallback_chain")::add));
    written.putObject("plugins").setAll(settings.pluginConfigs());
    SettingsCheck check = new SettingsCheck(settings, true);
    Options all = Options.of("", written);
    check.targets(all);
    check.plugins(all, () -> plugins);
    check.faults.unlessFound(check);
  }

  /**
   * Checks where the aliases and fallbacks of one source lead.
   *
   * @param settings all that a host and its files say
   * @throws io.gatemini.config.ConfigException naming the place of each key that is wrong
   */
  static void check(GatewaySettings settings, Options written) {
    SettingsCheck check = new SettingsCheck(settings, false);
    check.targets(written);
    check.faults.unlessFound(check);
  }

  /**
   * Checks what one source says to plug-ins.
   *
   * @param plugins asked where plug-ins are configured
   * @throws io.gatemini.config.ConfigException naming the place of each key that is wrong
   */
  static void plugins(
      GatewaySettings settings,
      Options written,
      Supplier<? extends Collection<? extends Provider>> plugins) {
    SettingsCheck check = new SettingsCheck(settings, false);
    check.plugins(written, plugins);
    check.choice(written.get("surface"), SurfaceProvider.class, plugins);
    check.choice(
        Optional.ofNullable(members(written, "search").get("retrieval")),
        RetrieverProvider.class,
        plugins);
    check.faults.unlessFound(check);
  }

  /** A name of a plug-in in a file; the engine asks again once every plug-in is there. */
  private void choice(
      Optional<Option> written,
      Class<? extends Provider> kind,
      Supplier<? extends Collection<? extends Provider>> plugins) {
    Optional<Option> literal = written.filter(at -> at.written().matches("[^$]+"));
    if (literal.isEmpty()) {
      return;
    }
    String name = literal.get().written();
    Set<String> known = new TreeSet<>();
    plugins.get().stream().filter(kind::isInstance).forEach(plugin -> known.add(plugin.name()));
    if (!known.isEmpty() && !known.contains(name)) {
      fault(
          literal.get(),
          "\"" + name + "\" is not known; " + instead(name, known) + comesWith(name));
    }
  }

  /** The artifact of a plug-in that is not on the class path. */
  public static String comesWith(String name) {
    return switch (name) {
      case "stdio", "cli-adapter" ->
          " (\"" + name + "\" comes with io.gatemini:gatemini-transport-stdio)";
      case "streamable-http", "openapi" ->
          " (\"" + name + "\" comes with io.gatemini:gatemini-transport-http)";
      case "hybrid", "lexical", "semantic", "rrf" -> " (it comes with io.gatemini:gatemini-search)";
      case "auto" -> " (it comes with io.gatemini:gatemini-auto)";
      default -> "";
    };
  }

  private void targets(Options written) {
    members(written, "aliases").forEach(this::alias);
    members(written, "backends").forEach((name, at) -> fallbacks(name, at.section()));
  }

  private void plugins(
      Options written, Supplier<? extends Collection<? extends Provider>> plugins) {
    Map<String, Option> configs = members(written, "plugins");
    if (!configs.isEmpty()) {
      plugins(configs, plugins.get());
    }
  }

  static Map<String, Option> members(Options section, String key) {
    return section.get(key).filter(Option::isMap).map(at -> at.section().all()).orElseGet(Map::of);
  }

  private void fallbacks(String name, Options backend) {
    backend
        .get("fallback_chain")
        .filter(Option::isList)
        .ifPresent(at -> at.strings().forEach(other -> fallback(at, name, other)));
  }

  private void alias(String alias, Option at) {
    String tool = at.text();
    String namespace = tool.substring(0, Math.max(0, tool.indexOf('.')));
    if (tool.equals(alias)) {
      fault(at, "the alias leads to itself; write the tool it leads to");
    } else if (settings.aliases().containsKey(tool)) {
      fault(at, "\"" + tool + "\" is an alias too; write the tool it leads to");
    } else if (namespace.equals(BackendNames.COMPOSITE)) {
      String name = tool.substring(namespace.length() + 1);
      unlessKnown(at, "composite tool", name, settings.compositeTools().keySet(), false);
    } else if (!namespace.isEmpty()) {
      unlessKnown(at, "backend", namespace, namespaces(), open);
    }
  }

  private Set<String> namespaces() {
    Set<String> namespaces = new TreeSet<>();
    for (Map.Entry<String, BackendConfig> backend : settings.allBackends().entrySet()) {
      namespaces.add(BackendNames.namespace(backend.getKey(), backend.getValue()));
    }
    return namespaces;
  }

  private void fallback(Option at, String name, String other) {
    if (other.equals(name)) {
      fault(at, "a backend cannot stand in for itself; leave \"" + name + "\" out");
    } else if (open && !settings.allBackends().containsKey(other)) {
      LOG.log(
          Level.WARNING,
          "{0}: there is no backend \"{1}\"; calls skip it until it is registered",
          at.path(),
          other);
    } else {
      unlessKnown(at, "backend", other, settings.allBackends().keySet(), open);
    }
  }

  private void unlessKnown(
      Option at, String kind, String name, Set<String> known, boolean mayCome) {
    if (known.contains(name)) {
      return;
    }
    String problem = "there is no " + kind + " \"" + name + "\"";
    if (mayCome) {
      LOG.log(Level.INFO, "{0}: {1}", at.path(), problem);
    } else {
      fault(at, problem + "; " + instead(name, known));
    }
  }

  private void plugins(Map<String, Option> configs, Collection<? extends Provider> plugins) {
    Map<String, List<OptionTable>> tables = new TreeMap<>();
    for (Provider plugin : plugins) {
      if (!plugin.settings().keys().isEmpty()) {
        tables.computeIfAbsent(plugin.name(), name -> new ArrayList<>()).add(plugin.settings());
      }
    }
    configs.forEach((name, at) -> faults.in(() -> plugin(name, at.section(), at, tables)));
  }

  private void plugin(
      String name, Options section, Option at, Map<String, List<OptionTable>> tables) {
    List<OptionTable> own = tables.getOrDefault(name, List.of());
    boolean mayBeMissing = name.equals("semantic"); // a key of every configuration sets it
    if (own.isEmpty() && !section.all().isEmpty() && !mayBeMissing) {
      fault(at, "no plug-in of this name takes settings; " + instead(name, tables.keySet()));
    }
    Set<String> keys = new HashSet<>();
    own.forEach(table -> keys.addAll(table.names()));
    if (!own.isEmpty()) {
      faults.in(() -> section.allow(keys));
    }
    own.forEach(table -> faults.in(() -> table.readKnown(section, table.defaults())));
  }

  static String instead(String name, Collection<String> known) {
    return NearestKey.of(name, known)
        .map(near -> "did you mean \"" + near + "\"?")
        .orElse(known.isEmpty() ? "there is none" : "there is " + String.join(", ", known));
  }

  private void fault(Option at, String problem) {
    faults.in(
        () -> {
          throw at.invalid(problem);
        });
  }
}
