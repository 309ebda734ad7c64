package io.gatemini.transport.cli;

import io.gatemini.transport.process.ProcessTree;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Why the system did not start a program.
 *
 * @param text in words that name no directory of the host
 */
record StartProblem(Kind kind, String text) {
  /** Who can do something about it. */
  enum Kind {
    /** The command line is longer than the system takes. */
    TOO_LONG,
    /** The system is out of processes or memory for now. */
    BUSY,
    /** The program is not there or may not be executed. */
    PROGRAM
  }

  static StartProblem of(List<String> line, Optional<String> directory, IOException failure) {
    // The numbers are those of errno, alike on Linux, macOS and the BSDs but for EAGAIN.
    String message = String.valueOf(failure.getMessage());
    if (message.contains("error=7,")) {
      return new StartProblem(
          Kind.TOO_LONG,
          "the arguments are too long for a command line; shorten them, or let the tool take the"
              + " long one on stdin");
    }
    if (message.contains("error=11,")
        || message.contains("error=12,")
        || message.contains("error=35,")) {
      return new StartProblem(Kind.BUSY, "the system has no process or no memory left for it");
    }
    return new StartProblem(Kind.PROGRAM, ProcessTree.problem(line, directory, failure));
  }
}
