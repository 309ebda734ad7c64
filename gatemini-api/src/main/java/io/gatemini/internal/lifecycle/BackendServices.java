package io.gatemini.internal.lifecycle;

import io.gatemini.HealthConfig;
import io.gatemini.internal.async.Deadlines;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ToolAdmission;
import io.gatemini.internal.state.GatewayEvents;
import io.gatemini.spi.PluginContext;

/** What the backends of a gateway share. */
public record BackendServices(
    PluginContext engine,
    Catalog catalog,
    ToolAdmission admission,
    Deadlines deadlines,
    HealthConfig health,
    Prerequisites prerequisites,
    GatewayEvents events) {}
