package io.gatemini.examples.acceptance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.server.Main;
import io.gatemini.testing.MisbehavingServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Describes a bundled server of this build, to be run as a process. */
final class BundledServer {
  private final Path directory;
  private final ObjectNode config = RawMcpClient.JSON.createObjectNode();

  /**
   * Starts a description.
   *
   * @param directory where the configuration file and the files of the backends go
   */
  BundledServer(Path directory) {
    this.directory = directory;
    config.putObject("backends");
  }

  /** Adds a stdio backend. */
  BundledServer backend(String name, List<String> command) {
    return backend(name, command, Map.of());
  }

  BundledServer backend(String name, List<String> command, Map<String, String> environment) {
    ObjectNode backend = ((ObjectNode) config.get("backends")).putObject(name);
    backend.put("transport", "stdio").put("command", command.get(0));
    ArrayNode args = backend.putArray("args");
    command.subList(1, command.size()).forEach(args::add);
    ObjectNode env = backend.putObject("env");
    environment.forEach(env::put);
    return this;
  }

  /** Adds a test server in a mode; the processes it starts are listed in {@link #pidFile}. */
  BundledServer backend(String name, MisbehavingServer.Mode mode, String... more) {
    return backend(name, MisbehavingServer.command(mode, pidFile(name), more));
  }

  /** Sets a key of a backend. */
  BundledServer set(String backend, String key, String value) {
    ((ObjectNode) config.get("backends").get(backend)).put(key, value);
    return this;
  }

  BundledServer set(String backend, String key, boolean value) {
    ((ObjectNode) config.get("backends").get(backend)).put(key, value);
    return this;
  }

  /** Lets a backend be called so often within a time, for example {@code 1h}. */
  BundledServer rateLimit(String backend, int maxCalls, String window) {
    ((ObjectNode) config.get("backends").get(backend))
        .putObject("rate_limit")
        .put("max_calls", maxCalls)
        .put("window", window);
    return this;
  }

  /** Lets agents register what this program starts. */
  BundledServer allowCommand(String program) {
    config.withObject("/registration").putArray("allowed_commands").add(program);
    return this;
  }

  /** Sets a key of what a plug-in receives. */
  BundledServer plugin(String name, String key, String value) {
    config.withObject("/plugins/" + name).put(key, value);
    return this;
  }

  /** Sets a key of the section {@code sandbox}. */
  BundledServer sandbox(String key, String value) {
    config.withObject("/sandbox").put(key, value);
    return this;
  }

  BundledServer sandbox(String key, int value) {
    config.withObject("/sandbox").put(key, value);
    return this;
  }

  /** Lets a backend ask the client anything. */
  BundledServer trusted(String backend) {
    ((ObjectNode) config.get("backends").get(backend))
        .putObject("trust")
        .put("elicitation", "url")
        .put("sampling", true)
        .put("roots", true);
    return this;
  }

  /** Says whether resources and prompts of backends are listed. */
  BundledServer passthrough(String value) {
    config.withObject("/passthrough").put("resources", value).put("prompts", value);
    return this;
  }

  /** Sets a key of the section {@code output_config}. */
  BundledServer output(String key, boolean value) {
    config.withObject("/output_config").put(key, value);
    return this;
  }

  /** Adds a composite tool without a schema of its own. */
  BundledServer composite(String name, String description, String code) {
    config
        .withObject("/composite_tools")
        .putObject(name)
        .put("description", description)
        .put("code", code);
    return this;
  }

  /** Where a test server of this name notes its processes. */
  Path pidFile(String name) {
    return directory.resolve(name + ".pids");
  }

  /** The command line of a server on stdin and stdout; writes the configuration. */
  List<String> command() {
    return command("--direct");
  }

  /** The command line with these arguments before the configuration, which it writes. */
  List<String> command(String... arguments) {
    Path file = directory.resolve("gatemini.yaml");
    try {
      // JSON is YAML.
      Files.writeString(file, config.toPrettyString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> line = new ArrayList<>(MisbehavingServer.java(Main.class));
    line.addAll(List.of(arguments));
    line.addAll(List.of("--config", file.toString()));
    return line;
  }

  /** Starts the server; nothing is said to it yet. */
  RawMcpClient start() {
    return RawMcpClient.start(command(), Map.of());
  }

  /** Starts the server and shakes hands; its backends may still be starting. */
  RawMcpClient connect() {
    return RawMcpClient.connect(command(), Map.of());
  }
}
