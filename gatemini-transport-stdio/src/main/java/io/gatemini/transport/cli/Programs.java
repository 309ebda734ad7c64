package io.gatemini.transport.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks for programs where the system would, without running them. */
final class Programs {
  private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

  private Programs() {}

  /** Whether a program can be started, judged by its file. */
  static boolean isThere(String program, Optional<String> directory, boolean windows) {
    if (windows) {
      // More than the name of a file decides there.
      return true;
    }
    try {
      if (program.contains("/")) {
        return isExecutable(Path.of(directory.orElse("")).resolve(program));
      }
      // The directories of the gateway count, not those of the child's environment.
      return SEPARATOR
          .splitAsStream(System.getenv().getOrDefault("PATH", "/bin:/usr/bin"))
          .anyMatch(place -> isExecutable(Path.of(place).resolve(program)));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static boolean isExecutable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
