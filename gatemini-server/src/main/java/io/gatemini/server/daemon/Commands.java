package io.gatemini.server.daemon;

import io.gatemini.Gateway;
import io.gatemini.Session;
import java.io.PrintWriter;
import java.util.List;

/** The commands of the command line that ask a gateway, as a daemon runs them for others. */
@FunctionalInterface
public interface Commands {
  /**
   * Runs a command and returns its exit code.
   *
   * @param session the session of its calls; they are cancelled with it
   * @param input the text of the program to run, a file of the caller; empty for other commands
   */
  int run(
      Gateway gateway,
      Session session,
      List<String> arguments,
      String input,
      PrintWriter out,
      PrintWriter err);
}
