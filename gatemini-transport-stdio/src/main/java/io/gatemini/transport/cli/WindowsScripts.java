package io.gatemini.transport.cli;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.transport.process.CommandLine;
import java.util.List;

/**
 * Guards programs that are scripts of the Windows command interpreter, such as {@code npx.cmd}: it
 * reads their arguments as its own syntax, and no quoting keeps it from that.
 */
final class WindowsScripts {
  private static final String SYNTAX = "\"%&|<>^!()\r\n";

  private WindowsScripts() {}

  static void check(List<String> line) {
    if (!CommandLine.ofHost(line).equals(line)) {
      checkArguments(line);
    }
  }

  /** Refuses arguments that would not arrive as they are. */
  static void checkArguments(List<String> line) {
    for (String argument : line.subList(1, line.size())) {
      if (argument.chars().anyMatch(c -> SYNTAX.indexOf(c) >= 0)) {
        throw new InvalidArgumentsException(
            "an argument holds one of \" % & | < > ^ ! ( ) or a line break, which cannot be handed"
                + " to a Windows command script");
      }
    }
  }
}
