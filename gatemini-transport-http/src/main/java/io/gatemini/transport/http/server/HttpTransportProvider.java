package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Transport;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.TransportProvider;
import io.gatemini.spi.option.OptionTable;

/** Makes the transport over HTTP. */
public final class HttpTransportProvider implements TransportProvider {
  /** For {@link java.util.ServiceLoader}. */
  public HttpTransportProvider() {}

  @Override
  public String name() {
    return "http";
  }

  @Override
  public OptionTable settings() {
    return HttpOptions.TABLE;
  }

  @Override
  public Transport create(JsonNode config, PluginContext context) {
    return HttpTransport.of(config);
  }
}
