package io.gatemini.transport.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What is handed to the system for a configured command. */
public final class CommandLine {
  /** Whether this is Windows. */
  static final boolean WINDOWS =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

  private static final Set<String> WINDOWS_SCRIPTS = Set.of("npx", "npm", "pnpm", "yarn");

  private CommandLine() {}

  /** The command as this system wants it. */
  public static List<String> ofHost(List<String> command) {
    return of(command, WINDOWS);
  }

  /** On Windows the launchers of Node are scripts, which only the command interpreter runs. */
  static List<String> of(List<String> command, boolean windows) {
    String program = command.get(0).toLowerCase(Locale.ROOT);
    if (!windows
        || !(WINDOWS_SCRIPTS.contains(program)
            || program.endsWith(".cmd")
            || program.endsWith(".bat"))) {
      return command;
    }
    List<String> line = new ArrayList<>(List.of("cmd", "/c"));
    line.addAll(command);
    return line;
  }
}
