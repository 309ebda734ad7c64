package io.gatemini.server.ipc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the configuration is: the rule of the bundled server, for who has none of its classes. */
public final class ConfigPath {
  private ConfigPath() {}

  /** The file that was named, else the one in the platform's directory; null where none is. */
  public static @Nullable Path find(
      @Nullable String named, String osName, String home, Map<String, String> environment) {
    if (named != null) {
      return Path.of(named).toAbsolutePath().normalize();
    }
    Path directory = directory(osName, home, environment).resolve("gatemini");
    for (String name : new String[] {"gatemini.yaml", "config.yaml"}) {
      if (Files.exists(directory.resolve(name))) {
        return directory.resolve(name);
      }
    }
    return null;
  }

  static Path directory(String osName, String home, Map<String, String> environment) {
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      String appData = environment.get("APPDATA");
      return appData != null ? Path.of(appData) : Path.of(home, "AppData", "Roaming");
    }
    if (os.startsWith("mac")) {
      return Path.of(home, "Library", "Application Support");
    }
    String xdg = environment.get("XDG_CONFIG_HOME");
    return xdg != null && Path.of(xdg).isAbsolute() ? Path.of(xdg) : Path.of(home, ".config");
  }
}
