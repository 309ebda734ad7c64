package io.gatemini.internal.settings;

import io.gatemini.config.BackendConfig;
import io.gatemini.internal.trust.StartSecrets;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The transports of backends, as a configuration sees them. Immutable. */
public final class Transports {
  /** The transports of every configuration, whether their jar is there or not. */
  private static final Map<String, List<String>> KNOWN =
      Map.of("stdio", List.of("command"), "streamable-http", List.of("url"));

  private final Map<String, BackendProvider> known = new HashMap<>();
  private final Map<String, OptionTable> options = new LinkedHashMap<>();
  private final Map<String, List<String>> impliedBy = new LinkedHashMap<>(KNOWN);

  /**
   * The transports of providers.
   *
   * @param providers of two with one name the first counts
   */
  public Transports(Collection<BackendProvider> providers) {
    for (BackendProvider provider : providers) {
      if (options.putIfAbsent(provider.name(), provider.options()) == null) {
        known.put(provider.name(), provider);
        impliedBy.put(provider.name(), provider.impliedBy());
      }
    }
  }

  /** The names that a configuration may have for one. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(impliedBy.keySet());
    names.addAll(List.of("cli-adapter", "openapi"));
    return names;
  }

  /** Whether there is a provider of a transport. */
  boolean has(String transport) {
    return options.containsKey(transport);
  }

  /** The keys that only backends of one transport take. */
  OptionTable options(String transport) {
    return options.getOrDefault(transport, OptionTable.none());
  }

  /** The keys that only backends of some transport take. */
  Set<String> allOptions() {
    Set<String> all = new LinkedHashSet<>();
    options.values().forEach(table -> all.addAll(table.names()));
    return all;
  }

  /** A file of another program, as far as a transport knows its words. */
  Options translated(Options file) {
    Options translated = file;
    for (BackendProvider provider : known.values()) {
      translated = provider.translated(translated);
    }
    return translated;
  }

  /**
   * Checks a backend, so far as its secrets are not needed for it.
   *
   * @throws io.gatemini.config.ConfigException when its transport would not take it
   */
  void validate(String name, BackendConfig config) {
    BackendProvider provider = known.get(config.transport());
    if (provider != null && !StartSecrets.areIn(config, provider.options())) {
      provider.validate(name, config);
    }
  }

  /** The keys of which a backend of a transport needs one. */
  List<String> impliedBy(String transport) {
    return impliedBy.getOrDefault(transport, List.of());
  }

  /** The transports that the keys of a backend imply, with the key that does. */
  Map<String, String> implied(Options section) {
    Map<String, String> implied = new LinkedHashMap<>();
    impliedBy.forEach(
        (transport, keys) -> first(section, keys).ifPresent(key -> implied.put(transport, key)));
    return implied;
  }

  private static Optional<String> first(Options section, List<String> keys) {
    return keys.stream().filter(section::has).findFirst();
  }
}
