package io.gatemini.transport.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** A command line with holes for parameters. Immutable. */
interface CommandTemplate {
  /**
   * The program and its arguments.
   *
   * @throws io.gatemini.InvalidArgumentsException when a value cannot be in a command line
   */
  List<String> commandLine(CallValues values);

  /**
   * The variables that the program gets beside its environment.
   *
   * @throws io.gatemini.InvalidArgumentsException when a value cannot be in a variable
   */
  default Map<String, String> environment(CallValues values) {
    return Map.of();
  }

  /** The program that runs. */
  String program();

  /** The names of all parameters, in the order they first appear. */
  Set<String> parameters();

  /** Those the command makes sense without: all their places vanish where they are absent. */
  default Set<String> optionalParameters() {
    return Set.of();
  }
}
