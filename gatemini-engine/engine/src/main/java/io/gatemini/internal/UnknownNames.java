package io.gatemini.internal;

import io.gatemini.BackendStatus;
import io.gatemini.Session;
import io.gatemini.UnknownBackendException;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.internal.text.NamePatterns;
import io.gatemini.internal.text.NearMatches;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The errors for tools and backends that are not there. Thread-safe. */
record UnknownNames(
    Catalog catalog, Backends backends, ToolAdmission admission, Settings settings) {
  /** Names what was probably meant, or why the tool may not be used. */
  UnknownToolException unknownTool(String name, Session session) {
    String tool = settings.now().aliases().getOrDefault(name, name);
    String problem =
        admission
            .quarantine(tool)
            .orElseGet(
                () ->
                    NearMatches.unknownTool(catalog.snapshot(session), tool, backends.starting())
                        + keptAway(tool));
    return new UnknownToolException(
        tool.equals(name) ? problem : "\"" + name + "\" is an alias of " + tool + ": " + problem);
  }

  /** How the configuration keeps a tool away, and who can change that; empty where it does not. */
  private String keptAway(String tool) {
    String own = tool.substring(tool.indexOf('.') + 1);
    return settings.now().allBackends().entrySet().stream()
        .filter(it -> tool.equals(BackendNames.namespace(it.getKey(), it.getValue()) + "." + own))
        .map(it -> keptAwayBy(it.getValue(), own))
        .filter(key -> !key.isEmpty())
        .map(key -> "; " + key + " of its backend keeps it away, which a person can change")
        .collect(Collectors.joining());
  }

  private static String keptAwayBy(BackendConfig config, String tool) {
    Predicate<String> denied = NamePatterns.anyOf(config.deniedTools());
    return config.disabled()
        ? "\"disabled: true\""
        : denied.test(tool)
            ? "denied_tools"
            : config.allowedTools().filter(it -> !NamePatterns.anyOf(it).test(tool)).isPresent()
                ? "allowed_tools"
                : "";
  }

  /**
   * The declarations of a backend that has no tools.
   *
   * @throws UnknownBackendException when there is no such backend
   */
  String withoutTools(String backend, Session viewer) {
    ManagedBackend known = catalog.isVisible(backend, viewer) ? backends.get(backend) : null;
    if (known == null) {
      Stream<String> names = backends.status().stream().map(BackendStatus::name);
      List<String> all = names.filter(name -> catalog.isVisible(name, viewer)).toList();
      throw new UnknownBackendException(
          NearMatches.unknownBackend(all, backend, backends.starting()));
    }
    String state = known.status().state().label().toLowerCase(Locale.ROOT);
    return "// backend \"" + backend + "\" has no tools at the moment (" + state + ")\n";
  }
}
