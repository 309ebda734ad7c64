package io.gatemini.transport.cli;

import java.util.List;
import java.util.Set;

/** A command line with holes for parameters. Immutable. */
interface CommandTemplate {
  /**
   * The program and its arguments.
   *
   * @throws io.gatemini.InvalidArgumentsException when a value cannot be in a command line
   */
  List<String> commandLine(CallValues values);

  /** The values that the command needs. */
  String program();

  /** The names of all parameters, in the order they first appear. */
  Set<String> parameters();

  /** Those the command makes sense without: all their places vanish where they are absent. */
  Set<String> optionalParameters();
}
