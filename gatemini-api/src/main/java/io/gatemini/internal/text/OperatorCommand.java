package io.gatemini.internal.text;

import java.util.function.UnaryOperator;

/**
 * The advice to run a command of the bundled server, as the readers of this process's messages can
 * follow it: with the path of the program and the configuration where they have a shell here, and
 * else through the operator. One per process, set before it serves. Thread-safe.
 */
public final class OperatorCommand {
  private static volatile UnaryOperator<String> advice =
      arguments -> "run \"gatemini " + arguments + "\"";

  private OperatorCommand() {}

  /**
   * Sets the form of the advice.
   *
   * @param form makes a sentence, which begins with a verb, of a command's arguments
   */
  public static void advise(UnaryOperator<String> form) {
    advice = form;
  }

  /** The advice to run a command with these arguments. */
  public static String of(String arguments) {
    return advice.apply(arguments);
  }
}
