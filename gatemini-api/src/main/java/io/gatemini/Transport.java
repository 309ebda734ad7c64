package io.gatemini;

import io.gatemini.spi.PluginContext;
import io.gatemini.stability.Incubating;

/** A way for clients to reach the surface of a gateway. */
public interface Transport {
  /** The name it is configured under. */
  String name();

  /** Opens the surface to clients; returns when clients can come. */
  @Incubating
  Exposure open(Surface surface, PluginContext context);
}
