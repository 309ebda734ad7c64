package io.gatemini.server.benchmark;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the processes are started.
 *
 * @param label what the report calls it
 * @param commandLine program and arguments
 */
record ServerCommand(String label, List<String> commandLine) {
  private static final String LAUNCHER = "launcher";

  ServerCommand {
    commandLine = List.copyOf(commandLine);
  }

  /** The bundled server by its launcher, which brings the class archive, if the build made one. */
  static Optional<ServerCommand> launcher() {
    boolean windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    Path launcher =
        codeSource().resolveSibling("bin").resolve(windows ? "gatemini.cmd" : "gatemini");
    return Files.isExecutable(launcher)
        ? Optional.of(new ServerCommand(LAUNCHER, List.of(launcher.toString())))
        : Optional.empty();
  }

  /** The bundled server as a plain jar, if this program runs from it. */
  static Optional<ServerCommand> jar() {
    Path jar = codeSource();
    return Files.isRegularFile(jar)
        ? Optional.of(new ServerCommand("java -jar", List.of(java(), "-jar", jar.toString())))
        : Optional.empty();
  }

  /** Any server that understands {@code --config FILE --direct}. */
  static ServerCommand custom(String commandLine) {
    return new ServerCommand("--server", List.of(commandLine.trim().split(" +")));
  }

  /** The echo backend, light and quick: a JVM of its own with the client compiler only. */
  static ServerCommand echo(int generatedTools) {
    return new ServerCommand(
        "echo",
        List.of(
            java(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            codeSource().toString(),
            EchoServer.class.getName(),
            Integer.toString(generatedTools)));
  }

  /** Whether this is the launcher, which is what the figures are built for. */
  boolean isLauncher() {
    return label.equals(LAUNCHER);
  }

  /** This server over one backend, which is named {@code echo}. */
  ServerCommand over(ServerCommand backend, Path directory) throws IOException {
    ObjectNode config = Json.mapper().createObjectNode();
    return over(backend, directory, config, config.putObject("mcpServers"), ".json");
  }

  /** The same of Gatemini's own, with its programs in the place of this name. */
  ServerCommand over(ServerCommand backend, Path directory, String isolation) throws IOException {
    ObjectNode config = Json.mapper().createObjectNode();
    config.putObject("sandbox").put("isolation", isolation);
    return over(backend, directory, config, config.putObject("backends"), ".yaml");
  }

  private ServerCommand over(
      ServerCommand backend, Path directory, ObjectNode config, ObjectNode backends, String suffix)
      throws IOException {
    ObjectNode server = backends.putObject("echo");
    server.put("command", backend.commandLine.get(0));
    backend.commandLine.stream().skip(1).forEach(server.withArray("args")::add);
    Path file = Files.createTempFile(directory, "backends", suffix);
    Files.writeString(file, config.toString());
    List<String> all = new ArrayList<>(commandLine);
    all.addAll(List.of("--config", file.toString(), "--direct"));
    return new ServerCommand(label, all);
  }

  /** The jar, or in a development tree the class directory, that this program runs from. */
  private static Path codeSource() {
    try {
      return Path.of(
          ServerCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the class path has an entry that is no file", e);
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
