package io.gatemini.internal.json;

import java.util.Locale;

/** Strings as JSON writes them, and which texts can be JSON. Stateless. */
public final class JsonText {
  private JsonText() {}

  /**
   * A JSON string of any characters; half a surrogate pair is escaped, so that it can be encoded.
   */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (isPair(text, i)) {
        quoted.append(c).append(text.charAt(++i));
      } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** Whether UTF-8 can say it. */
  public static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isPair(text, i)) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }

  /** Whether a text can be JSON: most answers are prose and not worth a parser. */
  public static boolean canBegin(String text) {
    return beginsWithOneOf("{[\"-0123456789tfn", text);
  }

  /** Whether a text can be an object or an array. */
  public static boolean canBeginContainer(String text) {
    return beginsWithOneOf("{[", text);
  }

  /** Whether a text can be an object. */
  public static boolean canBeginObject(String text) {
    return beginsWithOneOf("{", text);
  }

  private static boolean beginsWithOneOf(String characters, String text) {
    int start = 0;
    while (start < text.length() && text.charAt(start) <= ' ') {
      start++;
    }
    return start < text.length() && characters.indexOf(text.charAt(start)) >= 0;
  }
}
