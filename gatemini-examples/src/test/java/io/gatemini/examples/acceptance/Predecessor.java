package io.gatemini.examples.acceptance;

import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The Lua gateway of {@code src/test/npm-predecessor}, installed under {@code target}. It keeps its
 * state in a native package, for which Node 22's own SQLite stands in, so that no install script
 * has to run.
 */
final class Predecessor {
  private static final long INSTALL_MINUTES = 5;
  private static final List<String> SOURCES =
      List.of(
          "package.json", "package-lock.json", ".npmrc", "sqlite/package.json", "sqlite/index.js");
  private static final String PROGRAM =
      "node_modules/@karashiiro/my-cool-proxy/bin/my-cool-proxy.mjs";

  private Predecessor() {}

  /** The command line of a backend that both gateways are compared over. */
  static List<String> backend(String name) {
    return List.of(
        NodePackages.installed().node22().toString(),
        sources().resolve("backend.mjs").toString(),
        name);
  }

  /**
   * Starts it, with its state in a directory of its own.
   *
   * @param backends command lines
   */
  static RawMcpClient connect(Path directory, Map<String, List<String>> backends) {
    Path installed = install();
    ObjectNode config = RawMcpClient.JSON.createObjectNode().put("transport", "stdio");
    backends.forEach(
        (name, command) -> {
          ObjectNode client = config.withObject("/mcpClients").putObject(name);
          client.put("type", "stdio").put("command", command.get(0));
          command.stream().skip(1).forEach(client.withArray("args")::add);
        });
    Path file = directory.resolve("config.json");
    try {
      Files.writeString(file, config.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("CONFIG_PATH", file.toString());
    for (String name :
        List.of("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")) {
      environment.put(name, directory.toString());
    }
    return RawMcpClient.connect(
        List.of(
            NodePackages.installed().node22().toString(), installed.resolve(PROGRAM).toString()),
        environment);
  }

  private static Path module() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  }

  private static Path sources() {
    return module().resolve("src/test/npm-predecessor");
  }

  private static Path install() {
    Path directory = module().resolve("target/npm-predecessor");
    try {
      Files.createDirectories(directory.resolve("sqlite"));
      for (String file : SOURCES) {
        Files.copy(
            sources().resolve(file), directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
      Path log = directory.resolve("install.log");
      Process npm =
          new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      boolean ended = npm.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
      if (!ended || npm.exitValue() != 0) {
        npm.descendants().forEach(ProcessHandle::destroyForcibly);
        npm.destroyForcibly();
        throw unavailable("npm ci failed: " + Files.readString(log));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while npm was installing", e);
    }
    return directory;
  }

  /** Skips the test that asked, or fails it where the packages are required. */
  private static RuntimeException unavailable(String reason) {
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError("needed where CI=true: " + reason);
    }
    return abort(reason);
  }
}
