package io.gatemini.transport.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Transport;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TransportProvider;
import io.gatemini.spi.option.OptionTable;

/** Makes the transport over a Unix-domain socket. */
public final class DaemonTransportProvider implements TransportProvider {
  /** For {@link java.util.ServiceLoader}. */
  public DaemonTransportProvider() {}

  @Override
  public String name() {
    return "daemon";
  }

  @Override
  public OptionTable settings() {
    return DaemonTransport.OPTIONS;
  }

  @Override
  public Transport create(JsonNode config, PluginContext context) {
    return DaemonTransport.of(config);
  }
}
