package io.gatemini.internal;

import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.internal.config.GatewayOptions;

/** Puts the parts of a gateway together. */
public abstract class GatewayEngine implements Gateway {
  /** Builds and starts a gateway. */
  @SuppressWarnings("NullAway")
  public static Gateway start(GatewayOptions options) {
    if (options.discover()) {
      throw new GatewayException("not assembled");
    }
    return null;
  }
}
