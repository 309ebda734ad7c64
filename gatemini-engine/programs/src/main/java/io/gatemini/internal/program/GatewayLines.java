package io.gatemini.internal.program;

import io.gatemini.spi.Payload;

/**
 * The gateway's own lines before a tool's text: their form, and the line that marks a tool's text
 * which begins like one of them. A backend could else claim in the gateway's name that arguments
 * were repaired, or where the rest of an answer is. Stateless.
 */
final class GatewayLines {
  /** Stands before a text that begins with lines of this look; the gateway's own end with it. */
  static final String OWN = "[the next lines are the tool's own]";

  private static final String[] BEGINNINGS = {
    "[read as ",
    "[answered by fallback ",
    "[arguments repaired: ",
    "[taken out of its code fence]",
    "[whole: "
  };

  /** No line of the gateway has its marks further in. */
  private static final int LONGEST_LOOK = 500;

  private GatewayLines() {}

  /** A text of a tool, behind {@link #OWN} where that is needed; mostly the very same. */
  static Payload apart(Payload text) {
    // No JSON has a line of such a look outside of its strings.
    return text.kind() == Payload.Kind.JSON || !beginsLikeOne(text.text())
        ? text
        : Payload.text(OWN + "\n" + text.text());
  }

  /**
   * Whether one of the lines before the first that does not begin with a bracket looks like one of
   * the gateway's. Reads the first character of most texts.
   */
  static boolean beginsLikeOne(String text) {
    int start = behindBlank(text, 0);
    if (text.startsWith("hint: ", start)) {
      return true;
    }
    while (start < text.length() && text.charAt(start) == '[') {
      int line = text.indexOf('\n', start);
      int end = line < 0 ? text.length() : line;
      if (isOne(text.substring(start, Math.min(end, start + LONGEST_LOOK)))) {
        return true;
      }
      start = behindBlank(text, end);
    }
    return false;
  }

  private static boolean isOne(String line) {
    for (String beginning : BEGINNINGS) {
      if (line.startsWith(beginning)) {
        return true;
      }
    }
    return line.contains(" returned, ") || line.contains("gatemini://result/");
  }

  /** Behind what a reader does not see: white space, and characters of no width. */
  private static int behindBlank(String text, int from) {
    int i = from;
    while (i < text.length()
        && (text.charAt(i) <= ' '
            || Character.isSpaceChar(text.charAt(i))
            || Character.getType(text.charAt(i)) == Character.FORMAT)) {
      i++;
    }
    return i;
  }
}
