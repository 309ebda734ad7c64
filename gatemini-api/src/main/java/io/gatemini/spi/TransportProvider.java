package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Transport;
import io.gatemini.stability.Stable;

/** Makes a transport. */
@Stable
public interface TransportProvider extends Provider {
  /**
   * Makes the transport; nothing is opened yet.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   * @param context what it may use
   */
  Transport create(JsonNode config, PluginContext context);
}
