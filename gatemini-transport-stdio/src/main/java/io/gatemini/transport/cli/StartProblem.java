package io.gatemini.transport.cli;

import io.gatemini.internal.process.ProgramStart;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why the system did not start a program.
 *
 * @param text in words that name no directory of the host
 */
record StartProblem(Kind kind, String text) {
  /** "error=7, …" until Java 24, "error: 7 (…)" since. */
  private static final Pattern NUMBER = Pattern.compile("error[=:] ?(\\d+)");

  /** EAGAIN on Linux, ENOMEM everywhere, EAGAIN on macOS and the BSDs. */
  private static final Set<String> BUSY = Set.of("11", "12", "35");

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
    Matcher number = NUMBER.matcher(String.valueOf(failure.getMessage()));
    String error = number.find() ? number.group(1) : "";
    if (error.equals("7")) {
      return new StartProblem(
          Kind.TOO_LONG,
          "the arguments are too long for a command line; shorten them, or let the tool take the"
              + " long one on stdin");
    }
    if (BUSY.contains(error)) {
      return new StartProblem(Kind.BUSY, "the system has no process or no memory left for it");
    }
    return new StartProblem(Kind.PROGRAM, ProgramStart.problem(line, directory, failure));
  }
}
