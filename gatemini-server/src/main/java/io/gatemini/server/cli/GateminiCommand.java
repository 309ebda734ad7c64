package io.gatemini.server.cli;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.Session;
import io.gatemini.internal.composite.CompositeBackend;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.Server;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command itself: options that all commands share, and serving where no command is named and a
 * client is at the other end of a pipe.
 */
@Command(
    name = "gatemini",
    description = "An MCP gateway: many servers behind seven small tools.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = GateminiCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:the tool, the program or the server failed",
      " 2:the command line or the configuration is wrong"
    },
    subcommands = {
      DemoCommand.class,
      GateminiCommand.Serve.class,
      StatusCommand.class,
      StopCommand.class,
      RestartCommand.class,
      ReloadCommand.class,
      LogsCommand.class,
      PinsCommand.class,
      ToolsCommand.class,
      LintCommand.class,
      ExamplesCommand.class,
      SearchCommand.class,
      InfoCommand.class,
      CallCommand.class,
      RunCommand.class,
      EvaluateCommand.class,
      AuthCommand.class,
      AddCommand.class,
      EntryCommand.Remove.class,
      EntryCommand.Disable.class,
      EntryCommand.Enable.class,
      PluginsCommand.class,
      ConfigCommand.class,
      DoctorCommand.class,
      InstallCommand.class,
      WarmCommand.class,
      GenerateCompletion.class,
      HelpCommand.class
    })
final class GateminiCommand implements Callable<Integer> {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "Backends to use: gatemini YAML, or the mcpServers JSON of an MCP client. Without it,"
              + " gatemini/gatemini.yaml in the platform's configuration directory.")
  @Nullable Path config;

  @Option(
      names = "--direct",
      scope = ScopeType.INHERIT,
      description =
          "Without the daemon: serve one client in this process, over stdin and stdout; or run a"
              + " command over backends of its own.")
  boolean direct;

  @Mixin private final Shown shown = new Shown();

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /** Where the daemon runs a command for another process: what that process asks. */
  final Optional<Served> served;

  /** The code of the composite tools of the configuration, by name. */
  final Map<String, String> composites = new HashMap<>();

  GateminiCommand(Optional<Served> served) {
    this.served = served;
  }

  /**
   * A gateway that another process asks.
   *
   * @param input the program of {@code run}
   */
  record Served(Gateway gateway, Session session, String input) {}

  @Override
  public Integer call() {
    if (!direct && Server.isTerminal()) {
      throw new ParameterException(
          spec.commandLine(),
          "a command is missing; \"demo\" shows a tour, \"config init\" begins a configuration,"
              + " \"install\" enters this server into a client, \"warm\" halves each start,"
              + " \"serve\" serves");
    }
    return Server.serve(config, shown.surface, Server.STDIO);
  }

  /** The session of the calls of a command. */
  Session session() {
    return served.map(Served::session).orElse(Session.local());
  }

  /** A gateway over the configured backends, which knows what the server has learnt. */
  Gateway open() {
    Path file = ConfigLocation.orDefault(config);
    GatewayBuilder builder =
        Gateway.builder().cachePath(ConfigLocation.cacheFile(file)).config(file);
    builder
        .settings()
        .compositeTools()
        .forEach((name, tool) -> composites.put(CompositeBackend.NAME + "." + name, tool.code()));
    return builder.build();
  }

  /** Serves all clients of a configuration over a socket, or one over stdin and stdout. */
  @Command(
      name = "serve",
      description =
          "Serve all clients of a configuration, in the foreground; with --direct one client over"
              + " stdin and stdout, with --http over HTTP, with --transport by a plug-in.")
  static final class Serve extends Subcommand implements Callable<Integer> {
    @Mixin private final Shown shown = new Shown();

    @Option(
        names = "--socket",
        paramLabel = "PATH",
        description =
            "The socket to listen at, instead of the one that belongs to the configuration.")
    private @Nullable Path socket;

    @Option(
        names = "--transport",
        paramLabel = "NAME",
        description =
            "Serve by the transport of a plug-in, in this process alone, instead of a socket; what"
                + " it needs to know stands under its name in the section plugins.")
    private @Nullable String transport;

    @Option(
        names = "--http",
        paramLabel = "ADDRESS",
        arity = "0..1",
        fallbackValue = "",
        description =
            "Serve over HTTP at this address, by default that of plugins.http, else"
                + " 127.0.0.1:8420; in this process alone. Options stand in plugins.http.")
    private @Nullable String http;

    @Option(
        names = "--insecure",
        description = "With --http: serve clients of other machines without authentication.")
    private boolean insecure;

    @Override
    public Integer call() {
      String surface = shown.surface == null ? parent.shown.surface : shown.surface;
      if (http != null) {
        return Server.serveHttp(parent.config, surface, http, insecure);
      }
      return parent.direct || transport != null
          ? Server.serve(parent.config, surface, transport == null ? Server.STDIO : transport)
          : Server.serveAll(parent.config, socket, surface, CommandLineMain::runAt);
    }
  }

  /** The names for clients. */
  private static final class Shown {
    @Option(
        names = "--surface",
        paramLabel = "NAME",
        description =
            "The tools for clients, instead of the configured ones: meta, the seven, or "
                + "servers, the five that walk from server to tool.")
    @Nullable String surface;
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = GateminiCommand.class.getPackage().getImplementationVersion();
      return new String[] {"gatemini " + (version == null ? "(not packaged)" : version)};
    }
  }
}
