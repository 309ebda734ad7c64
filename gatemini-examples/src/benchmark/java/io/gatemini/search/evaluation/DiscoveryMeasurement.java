package io.gatemini.search.evaluation;

import io.gatemini.config.ConfigException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Measures what tools and resources cost an agent; nothing but a data set is needed. */
@Command(
    name = "measure",
    description = "Measure what discovery costs an agent.",
    mixinStandardHelpOptions = true,
    subcommands = {TokensCommand.class, ResourcesCommand.class})
final class DiscoveryMeasurement {
  private DiscoveryMeasurement() {}

  public static void main(String[] args) {
    CommandLine command = commandLine();
    int exitCode = command.execute(args);
    command.getOut().flush();
    System.exit(exitCode);
  }

  static CommandLine commandLine() {
    return new CommandLine(new DiscoveryMeasurement())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (failure instanceof ConfigException) {
                command.getErr().println(failure.getMessage());
                return CommandLine.ExitCode.USAGE;
              }
              throw failure;
            });
  }
}
