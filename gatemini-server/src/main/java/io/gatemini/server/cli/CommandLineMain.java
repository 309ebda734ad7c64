package io.gatemini.server.cli;

import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.config.ConfigException;
import io.gatemini.server.serve.Logs;
import io.gatemini.server.serve.Server;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs the commands of {@code gatemini}. */
public final class CommandLineMain {
  /** The call, the program or the server failed. */
  static final int FAILED = 1;

  /** The command line or the configuration is wrong. */
  static final int WRONG = 2;

  private CommandLineMain() {}

  /** Runs a command with this process's streams and returns its exit code. */
  public static int run(String[] args) {
    Logs.showWarnings();
    PrintWriter out =
        new PrintWriter(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int exitCode = run(out, err, args);
    out.flush();
    err.flush();
    return exitCode;
  }

  static int run(PrintWriter out, PrintWriter err, String... args) {
    return commandLine(new GateminiCommand(Optional.empty()), out, err).execute(args);
  }

  /** Runs a command that asks a gateway, and no other, at that of a daemon. */
  public static int runAt(
      Gateway gateway,
      Session session,
      List<String> args,
      String input,
      PrintWriter out,
      PrintWriter err) {
    var served = new GateminiCommand.Served(gateway, session, input);
    return commandLine(new GateminiCommand(Optional.of(served)), out, err)
        .setExpandAtFiles(false) // they are the caller's
        .setExecutionStrategy(
            parsed -> {
              CommandLine command =
                  parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
              if (command.getCommand() instanceof GatewayCommand) {
                return new CommandLine.RunLast().execute(parsed);
              }
              throw new ParameterException(command, "the daemon does not run this command");
            })
        .execute(args.toArray(String[]::new));
  }

  private static CommandLine commandLine(
      GateminiCommand command, PrintWriter out, PrintWriter err) {
    return new CommandLine(command)
        .setExecutionStrategy(
            parsed -> {
              Server.advise(command.config, Server.STDIO);
              return new CommandLine.RunLast().execute(parsed);
            })
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((problem, given) -> refuse(problem, given))
        .setExecutionExceptionHandler(
            (failure, failed, parsed) -> {
              if (failure instanceof GatewayException) {
                failed.getErr().println("gatemini: " + failure.getMessage());
                return failure instanceof ConfigException ? WRONG : FAILED;
              }
              if (failure instanceof IOException problem) {
                failed.getErr().println("gatemini: " + sentence(problem));
                return FAILED;
              }
              throw failure;
            });
  }

  static String sentence(IOException failure) {
    if (!(failure instanceof FileSystemException problem)) {
      return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }
    String reason = problem.getReason();
    if (problem instanceof AccessDeniedException) {
      reason = "permission denied";
    } else if (problem instanceof NoSuchFileException) {
      reason = "there is no such file or directory";
    }
    return problem.getFile()
        + ": "
        + (reason == null ? problem.getClass().getSimpleName() : reason);
  }

  /** Two lines: a page of usage would push the sentence off the screen. */
  private static int refuse(ParameterException problem, String... given) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("gatemini: " + message(problem) + separated(command, given));
    err.println("Try \"" + command.getCommandSpec().qualifiedName() + " --help\".");
    return WRONG;
  }

  /** The line of {@code add} with the two dashes that keep options for the program. */
  private static String separated(CommandLine command, String... given) {
    List<String> words = new ArrayList<>(List.of(given));
    if (!(command.getCommand() instanceof AddCommand add)
        || add.words.isEmpty()
        || words.contains("--")) {
      return "";
    }
    words.add(words.indexOf(add.words.get(0)), "--");
    return "; options of the program come after --: gatemini " + String.join(" ", words);
  }

  private static String message(ParameterException problem) {
    if (!(problem instanceof UnmatchedArgumentException unknown)) {
      return String.valueOf(problem.getMessage());
    }
    boolean command =
        !unknown.isUnknownOption() && !problem.getCommandLine().getSubcommands().isEmpty();
    return (command
            ? "\"" + unknown.getUnmatched().get(0) + "\" is not a command"
            : unknown.getMessage())
        + (unknown.getSuggestions().isEmpty()
            ? ""
            : "; did you mean " + String.join(" or ", unknown.getSuggestions()) + "?");
  }
}
