package io.gatemini.internal.process;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the lines that say why a program ended, among the last ones it wrote: interpreters end with
 * a stack, a version or the place of a log file, and the line with the error stands before.
 */
final class ErrorLines {
  /** How many make the last words of a program in which none speaks of an error. */
  private static final int LINES = 3;

  /** Earlier lines are unrelated to the end. */
  private static final int LOOKED_AT = 40;

  /** The names that Node, Python, Java and Ruby give to uncaught exceptions. */
  private static final Pattern THROWN =
      Pattern.compile(
          "^(?:Exception in thread .* |Caused by: )?[\\w.$:]*(?:Error|Exception)\\b.*:.*");

  private static final Pattern COMPLAINT =
      Pattern.compile(
          "(?i)(?<!\\w)(?:error|fatal|panic(?:ked)?|cannot|can't|not found|no such|denied|unable to)\\b");

  private ErrorLines() {}

  /**
   * @param all oldest first
   */
  static List<String> of(List<String> all) {
    List<String> lines = all.subList(Math.max(0, all.size() - LOOKED_AT), all.size());
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (THROWN.matcher(lines.get(i)).matches()) {
        return List.of(lines.get(i));
      }
    }
    int last = Math.max(0, lines.size() - LINES);
    int first = last;
    for (int i = 0; i < last; i++) {
      if (COMPLAINT.matcher(lines.get(i)).find()) {
        first = i;
        break;
      }
    }
    return lines.subList(first, Math.min(lines.size(), first + LINES));
  }
}
