package io.gatemini.internal.backend;

import io.gatemini.config.HealthConfig;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.prerequisite.Prerequisites;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.internal.state.RememberedState;
import io.gatemini.spi.PluginContext;

/** The services that the backends of a gateway share. */
public record BackendServices(
    PluginContext engine,
    Catalog catalog,
    ToolAdmission admission,
    RememberedState state,
    Settings settings,
    Prerequisites prerequisites,
    GatewayEvents events) {
  HealthConfig health() {
    return settings.now().health();
  }

  Deadlines deadlines() {
    return Deadlines.of(engine);
  }
}
