package io.gatemini.transport.stdio;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.process.CommandLine;
import io.gatemini.mcp.client.McpBackend;
import io.gatemini.mcp.client.ServerEras;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import java.io.FileNotFoundException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;

/** Makes backends that are MCP servers in child processes. */
public final class StdioBackendProvider implements BackendProvider {
  private static final Logger LOG = System.getLogger(StdioBackendProvider.class.getName());

  private final ServerEras eras = new ServerEras();

  /** For {@link java.util.ServiceLoader}. */
  public StdioBackendProvider() {}

  @Override
  public String name() {
    return "stdio";
  }

  /** A server on a pipe is mostly one program with one thread of work. */
  @Override
  public int maxConcurrentCalls() {
    return 10;
  }

  /** The mistake for which the command of a backend cannot be started here, if it has one. */
  public static Optional<String> mistake(BackendConfig config) {
    return config.command().isEmpty() ? Optional.empty() : ServerCommand.mistake(config.command());
  }

  @Override
  public Options translated(Options file) {
    return ClientServers.translated(file);
  }

  @Override
  public OptionTable options() {
    return StdioOptions.BACKEND;
  }

  @Override
  public List<String> impliedBy() {
    return List.of("command");
  }

  @Override
  public void validate(String backend, BackendConfig config) {
    // Not where a backend is made or started: that may wait for the first call.
    OrphanedServers.OF_USER.endOnce();
    if (config.command().isEmpty() || config.command().get(0).isBlank()) {
      throw new ConfigException(
          "backend \""
              + backend
              + "\" has no command; set command to the program that starts the server, for example"
              + " \"npx\"");
    }
    if (!config.headers().isEmpty()) {
      throw new ConfigException(
          "backends."
              + backend
              + ".headers: a program that is started gets no headers; give it variables with env,"
              + " or name a url");
    }
    StdioOptions.BACKEND.read(Options.of("backends." + backend, config.options()));
    try {
      CommandLine.ofHost(config.command(), config.cwd());
    } catch (FileNotFoundException e) {
      // A program that is not installed yet is reported by the start.
      LOG.log(Level.DEBUG, () -> backend + ": not found: " + e.getMessage());
    } catch (ConfigException e) {
      throw new ConfigException("backend \"" + backend + "\": " + e.getMessage());
    }
  }

  @Override
  public boolean allowsDedicatedInstances() {
    return true;
  }

  @Override
  public Backend create(BackendContext context) {
    return McpBackend.over(new ChildProcess(context), context, eras);
  }
}
