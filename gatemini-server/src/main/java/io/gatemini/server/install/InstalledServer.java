package io.gatemini.server.install;

import io.gatemini.config.ConfigException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The directory that holds {@code gatemini.jar}, with {@code bin}, {@code lib} and {@code plugins}
 * beside it.
 *
 * @param jar the jar, absolute
 */
public record InstalledServer(Path jar) {
  /** The one that this process was started from; empty where it runs from classes. */
  public static Optional<InstalledServer> running() {
    // Started with -jar, the class path is that jar.
    String classPath = System.getProperty("java.class.path");
    return classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator)
        ? Optional.of(new InstalledServer(Path.of(classPath).toAbsolutePath().normalize()))
        : Optional.empty();
  }

  /**
   * The one that this process was started from.
   *
   * @throws ConfigException where it runs from classes
   */
  public static InstalledServer required() {
    return running()
        .orElseThrow(() -> new ConfigException("this server is not packaged; start its launcher"));
  }

  private static final String MAIN = "io.gatemini.server.Main";

  /** The start of the command line of this program, packaged or not. */
  public static List<String> program() {
    return running()
        .map(InstalledServer::command)
        .orElseGet(
            () ->
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    MAIN));
  }

  /** A directory beside the jar. */
  public Path directory(String name) {
    return jar.resolveSibling(name);
  }

  /** The start of a command line: the launcher, or Java where there is none. */
  public List<String> command() {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    Path launcher = directory("bin").resolve(windows ? "gatemini.cmd" : "gatemini");
    return Files.exists(launcher)
        ? List.of(launcher.toString())
        : List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-jar",
            jar.toString());
  }
}
