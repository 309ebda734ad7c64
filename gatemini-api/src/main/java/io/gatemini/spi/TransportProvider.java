package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Transport;

/** Makes a transport. */
public interface TransportProvider extends Provider {
  /**
   * Makes the transport; nothing is opened yet.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   */
  Transport create(JsonNode config);
}
