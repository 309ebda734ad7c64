package io.gatemini.internal.process;

import io.gatemini.config.ConfigException;
import java.util.List;

/**
 * Arguments for Windows, where a program gets one text and splits it itself.
 *
 * <p>A program of the C runtime undoes {@link #plain}: quotation marks group, {@code \"} is one,
 * and backslashes count only before one. A batch file is read by {@code cmd.exe} first, and again
 * where it passes its arguments on: there every quotation mark opens or closes a quoted part,
 * whatever stands before it, inside nothing but {@code %} is special, and nothing at all escapes a
 * {@code %}. So {@link #batch} doubles quotation marks, which leaves the part quoted and is one
 * mark to the C runtime, and puts a substring of no characters of a variable that always exists
 * after each {@code %}, so that what follows names no variable. (The vulnerability of unquoted
 * arguments is known as BatBadBut, CVE-2024-24576 and others.)
 */
final class WindowsQuoting {
  /** Longer lines are cut by the interpreter. */
  static final int LONGEST_LINE = 8_191;

  private static final String NEVER_QUOTED = "#$*+-./:?@\\_";
  private static final String NO_VARIABLE = "%%cd:~,";

  private WindowsQuoting() {}

  /**
   * An argument of a program. Text without a quotation mark is left to the JDK, which quotes
   * spaces; it would leave the marks as they are.
   */
  static String plain(String argument) {
    if (argument.indexOf('"') < 0) {
      return argument;
    }
    StringBuilder quoted = new StringBuilder("\"");
    int backslashes = 0;
    for (int i = 0; i < argument.length(); i++) {
      char c = argument.charAt(i);
      if (c == '"') {
        quoted.append("\\".repeat(backslashes + 1));
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
      quoted.append(c);
    }
    return quoted.append("\\".repeat(backslashes)).append('"').toString();
  }

  /**
   * The command line that runs a batch file.
   *
   * @throws ConfigException when an argument or the file's name cannot be quoted
   */
  static List<String> batch(String interpreter, String file, List<String> arguments) {
    if (file.indexOf('"') >= 0) {
      throw new ConfigException("command must not contain quotation marks");
    }
    StringBuilder line = new StringBuilder("\"\"");
    line.append(file.replace("%", NO_VARIABLE + "%")).append('"');
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.chars().anyMatch(c -> c < ' ' && c != '\t')) {
        throw new ConfigException(
            "argument "
                + (i + 1)
                + " contains a line break or another control character, which cannot be passed to"
                + " a .cmd or .bat file; name the program behind it in command");
      }
      line.append(' ').append(quoted(argument));
    }
    line.append('"');
    if (line.length() > LONGEST_LINE) {
      throw new ConfigException(
          "the arguments are longer than the "
              + LONGEST_LINE
              + " characters that a .cmd or .bat file takes; name the program behind it in"
              + " command");
    }
    // No commands of the registry, extensions for the substring, "!" is no variable, and /s takes
    // the first and the last quotation mark off and leaves the rest.
    return List.of(interpreter, "/d", "/e:on", "/v:off", "/s", "/c", line.toString());
  }

  private static String quoted(String argument) {
    boolean bare =
        !argument.isEmpty()
            && !argument.endsWith("\\")
            && argument.chars().allMatch(WindowsQuoting::isHarmless);
    if (bare) {
      return argument;
    }
    StringBuilder quoted = new StringBuilder("\"");
    int backslashes = 0;
    for (int i = 0; i < argument.length(); i++) {
      char c = argument.charAt(i);
      if (c == '"') {
        quoted.append("\\".repeat(backslashes)).append('"');
      } else if (c == '%') {
        quoted.append(NO_VARIABLE);
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
      quoted.append(c);
    }
    return quoted.append("\\".repeat(backslashes)).append('"').toString();
  }

  private static boolean isHarmless(int c) {
    return (c < 0x80 && Character.isLetterOrDigit(c)) || NEVER_QUOTED.indexOf(c) >= 0;
  }
}
