package io.gatemini.internal.text;

import java.nio.charset.StandardCharsets;

/** Foreign text, made fit for a message or a log. */
public final class ForeignText {
  /** Enough to recognize a name by. */
  private static final int LONGEST_NAME = 100;

  private ForeignText() {}

  public static String of(byte[] buffer, int offset, int length, int longest) {
    // A code point has four bytes at most.
    String text = new String(buffer, offset, Math.min(length, 4 * longest), StandardCharsets.UTF_8);
    return TextCut.shortened(text.replaceAll("\\p{Cntrl}", " ").strip(), longest);
  }

  /** A foreign name, for use in a message. */
  public static String name(String text) {
    return wellFormed(TextCut.shortened(text, LONGEST_NAME).replaceAll("\\p{Cntrl}", " "));
  }

  /** The same with a question mark for half a character, which JSON can escape and UTF-8 cannot. */
  public static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      }
    }
    return text;
  }
}
