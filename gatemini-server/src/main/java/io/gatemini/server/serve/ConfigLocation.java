package io.gatemini.server.serve;

import io.gatemini.config.ConfigException;
import io.gatemini.internal.process.Environment;
import io.gatemini.server.ipc.DaemonPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the configuration is when no {@code --config} names it: {@code gatemini/gatemini.yaml}, or
 * {@code config.yaml} there, in {@code $XDG_CONFIG_HOME} or {@code ~/.config} on Linux, {@code
 * ~/Library/Application Support} on macOS, {@code %APPDATA%} on Windows.
 */
public final class ConfigLocation {
  private ConfigLocation() {}

  /**
   * The file that was named, else the one in the platform's directory.
   *
   * @throws ConfigException saying what to write when there is neither
   */
  public static Path orDefault(@Nullable Path named) {
    if (named != null) {
      return named;
    }
    Path standard = standard();
    for (Path file : List.of(standard, standard.resolveSibling("config.yaml"))) {
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new ConfigException(
        "there is no configuration; name one with --config FILE, or \"gatemini config init\" begins"
            + " gatemini.yaml in "
            + standard.getParent()
            + " (\"gatemini demo\" needs none)");
  }

  /** The file in the platform's directory, whether or not it exists. */
  public static Path standard() {
    return Environment.configDirectory().resolve("gatemini").resolve("gatemini.yaml");
  }

  /**
   * Where the server remembers what it has learnt, when the configuration does not say: in the
   * platform's cache directory, a file for each configuration.
   */
  public static Path cacheFile(Path config) {
    return own(config, "cache.json");
  }

  /** Where the server keeps the configuration that it accepted last, in the same directory. */
  public static Path acceptedFile(Path config) {
    return own(config, "accepted.json");
  }

  private static Path own(Path config, String name) {
    Path identity;
    try {
      identity = config.toRealPath();
    } catch (IOException e) {
      identity = config.toAbsolutePath().normalize(); // the reader reports that it is missing
    }
    return Environment.cacheDirectory()
        .resolve("gatemini")
        .resolve(DaemonPlaces.hash(identity.toString()))
        .resolve(name);
  }
}
