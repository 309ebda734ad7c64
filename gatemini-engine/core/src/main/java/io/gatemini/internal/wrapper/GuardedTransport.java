package io.gatemini.internal.wrapper;

import io.gatemini.Exposure;
import io.gatemini.GatewayException;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.PluginContext;
import java.lang.System.Logger;

/** A transport behind the wall. Its own refusals reach the host that opens it unchanged. */
public final class GuardedTransport implements Transport {
  private static final Logger LOG = System.getLogger(GuardedTransport.class.getName());

  private final Transport transport;

  public GuardedTransport(Transport transport) {
    this.transport = transport;
  }

  @Override
  public String name() {
    return transport.name();
  }

  @Override
  public Exposure open(Surface surface, PluginContext context) {
    Exposure open;
    try {
      open = transport.open(surface, context);
    } catch (Error e) { // a class of it may be missing, which is no reason to end its host
      Guarded.log(LOG, "transport " + name() + " could not be opened", e);
      throw new GatewayException("the transport could not be opened: " + e, e);
    }
    if (open == null) {
      throw new GatewayException("transport \"" + name() + "\" opened nothing");
    }
    return open;
  }
}
