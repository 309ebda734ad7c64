package io.gatemini.transport.stdio;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The program of a server and its arguments, as files of clients have them. Stateless. */
final class ServerCommand {
  private static final boolean WINDOWS = File.separatorChar == '\\';
  private static final Pattern ADDRESS = Pattern.compile("(?i)[a-z][a-z0-9+.-]+://.*");
  private static final Pattern SHELL_OF_WINDOWS =
      Pattern.compile("(?i)(.*[/\\\\])?(cmd|powershell)(\\.exe)?");
  private static final Pattern OF_WINDOWS =
      Pattern.compile("(?i).*\\.(exe|cmd|bat|ps1)|[a-z]:\\\\.*|.*%\\w+%.*");
  private static final Pattern LINE = Pattern.compile("[\\w.-]+\\s.+");

  private ServerCommand() {}

  /** The command with its program where the {@code PATH} of the server has it, if it says one. */
  static List<String> onPath(
      List<String> command, Map<String, String> env, Optional<String> directory) {
    String path = env.getOrDefault("PATH", WINDOWS ? env.get("Path") : null);
    String program = command.get(0);
    if (path == null || program.contains("/") || program.contains(File.separator)) {
      return command;
    }
    List<String> endings = WINDOWS ? List.of("", ".exe", ".cmd", ".bat") : List.of("");
    try {
      List<String> found = new ArrayList<>(command);
      Path start = Path.of(directory.orElse("")).toAbsolutePath();
      Stream.of(path.split(File.pathSeparator))
          .filter(folder -> !folder.isBlank())
          .flatMap(
              folder -> endings.stream().map(it -> start.resolve(folder).resolve(program + it)))
          .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
          .findFirst()
          .ifPresent(file -> found.set(0, file.toString()));
      return found;
    } catch (InvalidPathException e) {
      return command; // the system says what is wrong
    }
  }

  /** The mistake for which a command cannot be started here, and what to write. */
  static Optional<String> mistake(List<String> command) {
    String program = command.get(0).strip();
    if (ADDRESS.matcher(program).matches()) {
      return Optional.of("its command is an address; write it as url, without a command");
    }
    if (!WINDOWS && SHELL_OF_WINDOWS.matcher(program).matches()) {
      String meant =
          command.stream().skip(1).filter(it -> !it.matches("[/-]\\w+")).findFirst().orElse("npx");
      return Optional.of(
          "its command \"%s\" is a shell of Windows; write command: %s and what follows in args"
              .formatted(program, meant.replaceFirst("\\s.*", "")));
    }
    if (!WINDOWS && OF_WINDOWS.matcher(program).matches()) {
      String name = program.replaceFirst("(?s).*[/\\\\]", "").replaceFirst("\\.\\w+$", "");
      return Optional.of(
          "its command \"%s\" is a program of Windows; write command: %s"
              .formatted(program.replaceFirst("(?s).*[/\\\\]", ""), name));
    }
    return LINE.matcher(program).matches() && !new File(program).exists()
        ? Optional.of(
            "its command is \"%s\" with arguments; write the program alone in command, and the arguments in args"
                .formatted(program.replaceFirst("\\s.*", "")))
        : Optional.empty();
  }
}
