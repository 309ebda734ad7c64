package io.gatemini.config;

import io.gatemini.GatewayException;
import org.jspecify.annotations.Nullable;

/** A configuration is wrong; the message names the key and says what to change. */
public final class ConfigException extends GatewayException {
  private static final long serialVersionUID = 1L;

  public ConfigException(String message) {
    super(message);
  }

  public ConfigException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
