package io.gatemini.server.serve;

import io.gatemini.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the configuration is when no {@code --config} names it: {@code gatemini/gatemini.yaml} in
 * {@code $XDG_CONFIG_HOME} or {@code ~/.config} on Linux, {@code ~/Library/Application Support} on
 * macOS, {@code %APPDATA%} on Windows.
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
    Path standard = directory().resolve("gatemini").resolve("gatemini.yaml");
    if (Files.exists(standard)) {
      return standard;
    }
    throw new ConfigException(
        "there is no configuration; name one with --config FILE, or create gatemini.yaml in "
            + standard.getParent()
            + " (\"gatemini demo\" needs none)");
  }

  /** The directory in which applications keep their configurations. */
  public static Path directory() {
    return directory(
        System.getProperty("os.name"), System.getProperty("user.home"), System.getenv());
  }

  static Path directory(String osName, String home, Map<String, String> environment) {
    String os = osName.toLowerCase(Locale.ROOT);
    Path directory;
    if (os.startsWith("windows")) {
      String appData = environment.get("APPDATA");
      directory = appData != null ? Path.of(appData) : Path.of(home, "AppData", "Roaming");
    } else if (os.startsWith("mac")) {
      directory = Path.of(home, "Library", "Application Support");
    } else {
      String xdg = environment.get("XDG_CONFIG_HOME");
      // The XDG specification has relative paths ignored.
      directory =
          xdg != null && Path.of(xdg).isAbsolute() ? Path.of(xdg) : Path.of(home, ".config");
    }
    return directory;
  }
}
