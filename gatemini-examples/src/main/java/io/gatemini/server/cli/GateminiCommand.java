package io.gatemini.server.cli;

import io.gatemini.Gateway;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.Server;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command itself: options that all commands share, and serving where no command is named. */
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
      ToolsCommand.class,
      SearchCommand.class,
      InfoCommand.class,
      CallCommand.class,
      RunCommand.class,
      EvaluateCommand.class,
      PluginsCommand.class,
      InstallCommand.class,
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
      hidden = true,
      description = "The older name of serve, in configurations of clients.")
  boolean direct;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    if (!direct) {
      throw new ParameterException(
          spec.commandLine(), "a command is missing; \"serve\" serves, \"demo\" shows a tour");
    }
    return Server.serve(config);
  }

  /** A gateway over the configured backends. */
  Gateway open() {
    return Gateway.fromConfig(ConfigLocation.orDefault(config));
  }

  /** Serves MCP over stdin and stdout. */
  @Command(name = "serve", description = "Serve MCP over stdin and stdout.")
  static final class Serve implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private GateminiCommand parent;

    @Override
    public Integer call() {
      return Server.serve(parent.config);
    }
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
