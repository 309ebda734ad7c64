package io.gatemini.transport.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Transport;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TransportProvider;
import io.gatemini.spi.option.OptionTable;

/** Makes the transport over this process's stdin and stdout. */
public final class StdioTransportProvider implements TransportProvider {
  /** For {@link java.util.ServiceLoader}. */
  public StdioTransportProvider() {}

  @Override
  public String name() {
    return "stdio";
  }

  @Override
  public OptionTable settings() {
    return StdioOptions.TRANSPORT;
  }

  @Override
  public Transport create(JsonNode config, PluginContext context) {
    return StdioTransport.ofProcess(config);
  }
}
