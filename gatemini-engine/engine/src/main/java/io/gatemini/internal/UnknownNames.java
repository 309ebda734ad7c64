package io.gatemini.internal;

import io.gatemini.BackendStatus;
import io.gatemini.Session;
import io.gatemini.UnknownBackendException;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.backend.ManagedBackend;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.text.NearMatches;
import java.util.List;
import java.util.Locale;

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
                    NearMatches.unknownTool(catalog.snapshot(session), tool, backends.starting()));
    return new UnknownToolException(
        tool.equals(name) ? problem : "\"" + name + "\" is an alias of " + tool + ": " + problem);
  }

  /**
   * The declarations of a backend that has no tools.
   *
   * @throws UnknownBackendException when there is no such backend
   */
  String withoutTools(String backend, Session viewer) {
    ManagedBackend known = catalog.isVisible(backend, viewer) ? backends.get(backend) : null;
    if (known == null) {
      List<String> all =
          backends.status().stream()
              .map(BackendStatus::name)
              .filter(name -> catalog.isVisible(name, viewer))
              .toList();
      throw new UnknownBackendException(
          NearMatches.unknownBackend(all, backend, backends.starting()));
    }
    return "// backend \""
        + backend
        + "\" has no tools at the moment ("
        + known.status().state().label().toLowerCase(Locale.ROOT)
        + ")\n";
  }
}
