package io.gatemini.transport.http.internal.client;

import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.VisibleText;
import java.util.regex.Pattern;

/** Text of a server as it may stand in an error message: one short line, nothing invisible. */
public final class OneLine {
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}]");
  private static final Pattern SPACE = Pattern.compile("[\\p{Z}\\s]+");

  private OneLine() {}

  /** At most that many code points, and "..." where more was said. */
  public static String of(String text, int maxLength) {
    // Looked at only as far as it can matter: the text may be large.
    String spaced = SPACE.matcher(TextCut.head(text, 8 * maxLength)).replaceAll(" ");
    return VisibleText.line(INVISIBLE.matcher(spaced).replaceAll("").strip(), maxLength);
  }
}
