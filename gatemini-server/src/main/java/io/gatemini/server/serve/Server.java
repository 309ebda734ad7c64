package io.gatemini.server.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.admin.AdminPort;
import io.gatemini.server.admin.Watched;
import io.gatemini.server.archive.ClassArchive;
import io.gatemini.server.daemon.Commands;
import io.gatemini.server.daemon.Daemon;
import io.gatemini.server.install.InstalledServer;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.ShellLine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bundled server in this process: for one client, to whom stdin and stdout belong and with whom
 * everything ends, or for all clients of a configuration.
 */
public final class Server {
  /** The bound of an answer in bytes, well below where a client warns, or cuts by itself. */
  private static final int MAX_ANSWER = 40_000;

  /** The transport over stdin and stdout. */
  public static final String STDIO = "stdio";

  private static final Logger LOG = System.getLogger(Server.class.getName());
  private static final String HTTP = "http";

  private Server() {}

  /** Accepts an edit of a configuration that a command has made. */
  public static void edited(Path file, String before, String after) {
    ConfigSnapshot.edited(ConfigLocation.acceptedFile(file), before, after);
  }

  /**
   * Serves until the client closes stdin, or the process is asked to end; every backend is stopped
   * before this returns.
   *
   * @param config the configuration, or null for the one in the platform's directory
   * @param surface the name of the surface, or null for the one of the configuration
   * @param transport the name of the transport; {@value #STDIO} or one of a plug-in
   * @return the exit code of the process; {@value LastLine#EXIT_CODE} where an {@link Error} has
   *     cut the client off
   */
  public static int serve(@Nullable Path config, @Nullable String surface, String transport) {
    return serve(config, surface, transport, settings -> {});
  }

  /**
   * The same over HTTP.
   *
   * @param listen the address and port; empty for those of the configuration
   * @param insecure whether clients of other machines need no token
   */
  public static int serveHttp(
      @Nullable Path config, @Nullable String surface, String listen, boolean insecure) {
    return serve(
        config,
        surface,
        HTTP,
        builder -> {
          ObjectNode options = JsonNodeFactory.instance.objectNode();
          if (builder.settings().pluginConfigs().get(HTTP) instanceof ObjectNode configured) {
            options.setAll(configured);
          }
          if (!listen.isEmpty()) {
            options.put("listen", listen);
          }
          if (insecure) {
            options.put("insecure", true);
          }
          builder.pluginConfig(HTTP, options);
        });
  }

  private static int serve(
      @Nullable Path config,
      @Nullable String surface,
      String transport,
      Consumer<GatewayBuilder> options) {
    Logs.showInfo();
    Thread.setDefaultUncaughtExceptionHandler(new LastLine());
    // The client waits for its handshake; the backends can wait for the client. An agent that
    // searches will run a program soon; and one that cannot be stopped must end with its process.
    try {
      Path file = ConfigLocation.orDefault(config);
      advise(file, transport);
      return serveFile(file, surface, transport, options);
    } catch (CompletionException e) {
      // The client cannot be read or written any more.
      LastLine.print(e.getCause() == null ? e : e.getCause());
      return LastLine.EXIT_CODE;
    } catch (GatewayException e) {
      return failed(e);
    }
  }

  private static int failed(Exception problem) {
    System.err.println("gatemini: " + problem.getMessage());
    return problem instanceof ConfigException
        ? 2
        : problem instanceof Daemon.Taken ? DaemonPlaces.TAKEN : 1;
  }

  @SuppressWarnings("try") // the watch works beside the server, and ends with it
  private static int serveFile(
      Path file, @Nullable String surface, String transport, Consumer<GatewayBuilder> options) {
    ConfigInForce config =
        new ConfigInForce(
            file,
            (text, variables) -> {
              GatewayBuilder configured = configured(file, text, surface, variables);
              options.accept(configured);
              return configured;
            },
            "restart the server to apply it",
            Optional.empty());
    GatewayBuilder builder = config.begin();
    if (!transport.equals(HTTP)) {
      warnOfHttp(builder.settings());
    }
    try (Gateway gateway = builder.build();
        ConfigWatch watch = new ConfigWatch(file, config::files, config::look, ConfigWatch.LOOK)) {
      config.applyBy(gateway::reload);
      // SIGTERM and Ctrl-C run the hook: the backends are processes and must not outlive this one.
      boolean overHttp = transport.equals(HTTP);
      long process = ProcessHandle.current().pid();
      Runnable end =
          () -> {
            if (overHttp) {
              LOG.log(Level.INFO, "ends on a signal: process " + process);
            }
            gateway.close();
          };
      Runtime.getRuntime().addShutdownHook(new Thread(end, "gatemini-shutdown"));
      Exposure exposure = gateway.expose(transport);
      if (overHttp) {
        LOG.log(
            Level.INFO,
            "serves %s over HTTP: gatemini %s, process %d, %d backends"
                .formatted(file, version(), process, gateway.backends().size()));
      }
      if (transport.equals(STDIO) && isTerminal()) {
        System.err.println("gatemini: waiting for an MCP client on stdin; Ctrl-D ends");
      }
      Watched watched = Watched.of(gateway);
      ClassArchive.missing().ifPresent(archive -> archive.makeWhenIdle(watched::worked));
      try (AdminPort port = adminPort(file, builder.settings(), watched)) {
        exposure.awaitClose();
      }
      return 0;
    }
  }

  /**
   * Serves all clients of a configuration, in this process and over a socket, until it is asked to
   * end or has had no client for a while.
   *
   * @param config the configuration, or null for the one in the platform's directory
   * @param socket the path of the socket, or null for the one of the configuration
   * @param surface the name of the surface, or null for the one of the configuration
   * @param commands runs the commands that others ask the daemon for
   * @return the exit code of the process
   */
  @SuppressWarnings("try") // the watch works beside the daemon, and ends with it
  public static int serveAll(
      @Nullable Path config, @Nullable Path socket, @Nullable String surface, Commands commands) {
    Logs.showInfo();
    Thread.setDefaultUncaughtExceptionHandler(new LastLine());
    try {
      Path file = ConfigLocation.orDefault(config);
      advise(file, STDIO);
      GatewayAncestry.ofHost().haveOneFile();
      DaemonPlaces places = socket == null ? DaemonPlaces.of(file) : DaemonPlaces.at(socket);
      ConfigInForce inForce =
          new ConfigInForce(
              file,
              (text, variables) -> configured(file, text, surface, variables),
              OperatorCommand.of("reload") + " to apply it",
              Optional.of(ConfigLocation.acceptedFile(file)));
      GatewaySettings settings = inForce.begin().settings();
      try (Daemon daemon =
          Daemon.open(places, file.toAbsolutePath(), version(), inForce::configured)) {
        Runtime.getRuntime().addShutdownHook(new Thread(daemon::signalled, "gatemini-shutdown"));
        warnOfHttp(settings);
        inForce.applyBy(said -> daemon.reload(said.get()));
        daemon.configure(settings, inForce);
        daemon.takeCommands(commands);
        try (ConfigWatch watch =
                new ConfigWatch(file, inForce::files, inForce::look, ConfigWatch.LOOK);
            LogRotation rotation = new LogRotation(places.log());
            AdminPort port = adminPort(file, settings, daemon.watched())) {
          ClassArchive.missing()
              .ifPresent(archive -> archive.makeWhenIdle(daemon.watched()::worked));
          daemon.awaitEnd();
        }
        return 0;
      }
    } catch (NoSuchFileException e) {
      System.err.println("gatemini: there is no file " + e.getMessage());
      return 2;
    } catch (GatewayException | IOException e) {
      return failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  /**
   * Has messages name commands as their readers can run them; behind HTTP there is no shell here.
   *
   * @param config null for the one in the platform's directory
   */
  public static void advise(@Nullable Path config, String transport) {
    List<String> program =
        InstalledServer.running().map(InstalledServer::command).orElse(List.of("gatemini"));
    String start = "run \"" + ShellLine.of(program) + " ";
    String end =
        config == null
            ? "\""
            : " --config " + ShellLine.word(config.toAbsolutePath().normalize().toString()) + "\"";
    OperatorCommand.advise(
        transport.equals(HTTP)
            ? arguments -> "ask the operator to run \"gatemini " + arguments + "\""
            : arguments -> start + arguments + end);
  }

  private static @Nullable AdminPort adminPort(
      Path file, GatewaySettings settings, Watched watched) {
    return AdminPort.open(settings, Secrets.of(settings, Environment.system().with(file)), watched);
  }

  /** A door that is configured and stays closed looks like a fault of the network. */
  private static void warnOfHttp(GatewaySettings settings) {
    if (settings.pluginConfigs().containsKey(HTTP)) {
      LOG.log(
          Level.WARNING,
          "plugins.http is set and nothing is served over HTTP; {0} to serve it",
          OperatorCommand.of("serve --http"));
    }
  }

  /** The version in the jar's manifest; 0 where it runs from classes. */
  public static String version() {
    String version = Server.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }

  private static GatewayBuilder configured(
      Path config, String text, @Nullable String surface, Map<String, String> variables) {
    GatewayBuilder builder =
        Gateway.builder()
            .lazyStart(true)
            .outputConfig(output -> output.maxOutputSize(MAX_ANSWER))
            .sandbox(sandbox -> sandbox.isolation(Isolation.PROCESS))
            .variables(variables)
            .cachePath(ConfigLocation.cacheFile(config))
            .config(config, text);
    if (surface != null) {
      builder.surface(surface);
    }
    return builder;
  }

  /** Whether a person started this. */
  @SuppressWarnings("SystemConsoleNull") // of this console it says whether there is a terminal
  public static boolean isTerminal() {
    // From Java 22 on there may be another console, which is there without a terminal too.
    System.setProperty("jdk.console", "java.base");
    return System.console() != null;
  }
}
