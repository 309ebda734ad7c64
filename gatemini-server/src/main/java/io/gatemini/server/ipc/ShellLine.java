package io.gatemini.server.ipc;

import java.util.List;
import java.util.stream.Collectors;

/** Words as a shell of POSIX takes them, for messages with a line to run. */
public final class ShellLine {
  private ShellLine() {}

  /** A line of words. */
  public static String of(List<String> words) {
    return words.stream().map(ShellLine::word).collect(Collectors.joining(" "));
  }

  /** A word, in quotes where the shell would read something else. */
  public static String word(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
