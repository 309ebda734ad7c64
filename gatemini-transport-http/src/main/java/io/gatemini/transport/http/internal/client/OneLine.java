package io.gatemini.transport.http.internal.client;

import java.util.regex.Pattern;

/** Text of a server as it may stand in an error message: one short line, nothing invisible. */
public final class OneLine {
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}]");
  private static final Pattern SPACE = Pattern.compile("[\\p{Z}\\s]+");

  private OneLine() {}

  /** At most that many code points, and "..." where more was said. */
  public static String of(String text, int maxLength) {
    // Looked at only as far as it can matter: the text may be large.
    String head = text.length() > 8 * maxLength ? text.substring(0, 8 * maxLength) : text;
    String spaced = SPACE.matcher(head).replaceAll(" ");
    String line = INVISIBLE.matcher(spaced).replaceAll("").strip();
    return line.codePointCount(0, line.length()) <= maxLength
        ? line
        : line.substring(0, line.offsetByCodePoints(0, maxLength)) + "...";
  }
}
