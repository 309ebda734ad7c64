package io.gatemini.internal;

import io.gatemini.Exposure;
import io.gatemini.GatewayClosedException;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TransportProvider;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The transports through which clients reach a gateway. Thread-safe. */
final class Exposures implements AutoCloseable {
  private final Surface surface;
  private final Plugins plugins;
  private final PluginContext context;
  private final SingleClose gateway;
  private final Set<Exposure> open = ConcurrentHashMap.newKeySet();

  /**
   * @param gateway whether clients are still let in
   */
  Exposures(Surface surface, Plugins plugins, PluginContext context, SingleClose gateway) {
    this.surface = surface;
    this.plugins = plugins;
    this.context = context;
    this.gateway = gateway;
  }

  Exposure open(String transport) {
    TransportProvider provider = plugins.required(TransportProvider.class, transport, "transport");
    Transport made =
        plugins.made(provider, (transports, config) -> transports.create(config, context));
    return open(made);
  }

  /**
   * @throws GatewayClosedException once the gateway closes
   */
  Exposure open(Transport transport) {
    gateway.requireOpen();
    Exposure exposure = Plugins.opened(transport, surface, context);
    open.add(exposure);
    exposure.closed().whenComplete((nothing, failure) -> open.remove(exposure));
    if (gateway.hasBegun()) {
      // The close may have looked before it was there.
      SingleClose.step(exposure::close);
      gateway.requireOpen();
    }
    return exposure;
  }

  @Override
  public void close() {
    open.forEach(exposure -> SingleClose.step(exposure::close));
  }
}
