package io.gatemini.internal;

import io.gatemini.BackendStatus;
import io.gatemini.UnknownBackendException;
import io.gatemini.UnknownToolException;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.lifecycle.Backends;
import io.gatemini.internal.lifecycle.ManagedBackend;
import java.util.List;
import java.util.Locale;

/** The errors for tools and backends that are not there. Thread-safe. */
final class UnknownNames {
  private final Catalog catalog;
  private final Backends backends;
  private final ToolAdmission admission;

  UnknownNames(Catalog catalog, Backends backends, ToolAdmission admission) {
    this.catalog = catalog;
    this.backends = backends;
    this.admission = admission;
  }

  /** Names what was probably meant, or why the tool may not be used. */
  UnknownToolException unknownTool(String name) {
    return new UnknownToolException(
        admission
            .quarantine(name)
            .orElseGet(
                () -> NearMatches.unknownTool(catalog.snapshot(), name, backends.starting())));
  }

  /**
   * The declarations of a backend that has no tools.
   *
   * @throws UnknownBackendException when there is no such backend
   */
  String withoutTools(String backend) {
    ManagedBackend known = backends.get(backend);
    if (known == null) {
      List<String> all = backends.status().stream().map(BackendStatus::name).toList();
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
