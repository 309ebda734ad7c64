package io.gatemini.internal.text;

import java.util.HexFormat;

/**
 * Text of backends and agents without invisible characters: control characters and the escape
 * sequences of terminals, marks that turn the direction of writing, zero-width characters, tags,
 * selectors that select nothing, halves of pairs. Text hidden from the person who approves a tool
 * must not reach the model that reads it.
 *
 * <p>Characters that writing needs stay: the joiners inside emoji and in scripts that write with
 * them, variation selectors after characters with variations. A text that has nothing to hide is
 * returned as it is, after one pass. Cleaning twice is cleaning once. Stateless.
 */
public final class VisibleText {
  /** The longest name of a tool that the protocol asks for (MCP specification 2025-11-25). */
  public static final int MAX_NAME_LENGTH = 128;

  /** A whole description in a row: more than any that was written to be read. */
  public static final int MAX_DESCRIPTION_LENGTH = 4_000;

  /** How far the end of an escape sequence is looked for; no real one is longer. */
  private static final int MAX_SEQUENCE_LENGTH = 1_000;

  private static final String CUT = "...";

  private static final int NONE = -1;

  private VisibleText() {}

  /** A text of any number of lines; the very same where nothing is hidden in it. */
  public static String of(String text) {
    return cleaned(text, true);
  }

  /** A text in one line: line breaks and tabs become spaces. */
  public static String line(String text) {
    String clean = cleaned(text, true);
    for (int i = 0; i < clean.length(); i++) {
      if (clean.charAt(i) < ' ') {
        return clean.replace("\r\n", " ").replace('\n', ' ').replace('\t', ' ');
      }
    }
    return clean;
  }

  /** A line of at most so many code points, and three dots where it is longer. */
  public static String line(String text, int maxLength) {
    // Hardly any text has more dropped than kept characters: four times the length is enough to
    // read.
    return limited(line(TextCut.head(text, 4 * maxLength + 1)), maxLength);
  }

  /** The same in quotation marks, for a message. */
  public static String quoted(String text, int maxLength) {
    return '"' + line(text, maxLength) + '"';
  }

  /** The name of something: no line breaks, and at most {@link #MAX_NAME_LENGTH} code points. */
  public static String name(String name) {
    return cleaned(TextCut.head(cleaned(name, false), MAX_NAME_LENGTH), false);
  }

  /** A description in a list. */
  public static String description(String text) {
    return limited(of(text), MAX_DESCRIPTION_LENGTH);
  }

  private static String limited(String text, int maxLength) {
    String head = TextCut.head(text, maxLength);
    return head.length() == text.length() ? text : of(head) + CUT;
  }

  /**
   * JSON text in which what is hidden is written as an escape: the same value, in plain sight. The
   * very same text where nothing is hidden.
   */
  @SuppressWarnings("ReferenceEquality") // a clean text is the same object
  public static String escaped(String json) {
    if (of(json) == json) {
      return json;
    }
    StringBuilder escaped = new StringBuilder(json.length() + 64);
    int before = NONE;
    for (int i = 0; i < json.length(); ) {
      int codePoint = json.codePointAt(i);
      int length = Character.charCount(codePoint);
      boolean visible = codePoint == '\r' || isVisible(json, i, codePoint, before, true);
      if (visible) {
        escaped.appendCodePoint(codePoint);
        before = codePoint;
      } else {
        for (int unit = i; unit < i + length; unit++) {
          escaped.append("\\u").append(HexFormat.of().toHexDigits(json.charAt(unit)));
        }
      }
      i += length;
    }
    return escaped.toString();
  }

  /** Whether nothing is left out of a text. */
  @SuppressWarnings("ReferenceEquality") // a clean text is the same object
  public static boolean isVisible(String text) {
    return of(text) == text;
  }

  private static String cleaned(String text, boolean lines) {
    StringBuilder clean = null;
    int before = NONE;
    int length = text.length();
    for (int i = 0; i < length; ) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7f) {
        if (clean != null) {
          clean.append(c);
        }
        before = c;
        i++;
        continue;
      }
      int codePoint = text.codePointAt(i);
      int end = i + Character.charCount(codePoint);
      if (isVisible(text, i, codePoint, before, lines)) {
        if (clean != null) {
          clean.appendCodePoint(codePoint);
        }
        before = codePoint;
      } else {
        if (clean == null) {
          clean = new StringBuilder(length).append(text, 0, i);
        }
        if (isSequence(codePoint)) {
          end = endOfSequence(text, i);
        } else if (breaksLine(codePoint)) {
          before = lines ? '\n' : ' ';
          clean.append((char) before);
        }
      }
      i = end;
    }
    return clean == null ? text : clean.toString();
  }

  /**
   * @param before the last code point that was kept
   * @param lines whether line breaks and tabs are
   */
  private static boolean isVisible(String text, int i, int codePoint, int before, boolean lines) {
    if (codePoint < 0x300) {
      if (codePoint < 0xa0) {
        return (codePoint >= ' ' && codePoint < 0x7f)
            || (lines
                && (codePoint == '\n'
                    || codePoint == '\t'
                    || (codePoint == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n')));
      }
      return codePoint != 0xad;
    }
    if (codePoint == 0x200c || codePoint == 0x200d) {
      return Joiners.belongs(codePoint, before, visibleNext(text, i + 1, codePoint));
    }
    if (Joiners.isSelector(codePoint)) {
      return Joiners.selects(codePoint, before);
    }
    return switch (Character.getType(codePoint)) {
      case Character.FORMAT -> isSign(codePoint);
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.UNASSIGNED -> !isIgnorable(codePoint) && (codePoint & 0xfffe) != 0xfffe;
      default -> !isFiller(codePoint);
    };
  }

  /** The text behind a joiner, if that stays. */
  private static int visibleNext(String text, int i, int joiner) {
    int next = i < text.length() ? text.codePointAt(i) : NONE;
    boolean joins = next == 0x200c || next == 0x200d;
    return next == NONE || joins || !isVisible(text, i, next, joiner, false) ? NONE : next;
  }

  /** Format characters that are drawn: signs that stand around or before numbers. */
  private static boolean isSign(int codePoint) {
    return switch (codePoint) {
      case 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd -> true;
      default -> codePoint >= 0x600 && codePoint <= 0x605;
    };
  }

  /** Characters without width although their category is that of letters and marks. */
  private static boolean isFiller(int codePoint) {
    return switch (codePoint) {
      case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0 -> true;
      default -> false;
    };
  }

  /** Reserved for what is not drawn (Unicode, Default_Ignorable_Code_Point). */
  private static boolean isIgnorable(int codePoint) {
    return codePoint == 0x2065
        || (codePoint >= 0xfff0 && codePoint <= 0xfff8)
        || (codePoint >= 0xe0000 && codePoint <= 0xe0fff);
  }

  /** A lone carriage return would let the rest of the line be written over. */
  private static boolean breaksLine(int codePoint) {
    return switch (codePoint) {
      case '\r', '\n', '\t', 0xb, '\f', 0x85, 0x2028, 0x2029 -> true;
      default -> false;
    };
  }

  private static boolean isSequence(int codePoint) {
    return codePoint == 0x1b || codePoint == 0x9b || codePoint == 0x9d || codePoint == 0x90;
  }

  /** The end of a terminal's escape sequence (ECMA-48); of what is none, the end of its mark. */
  private static int endOfSequence(String text, int start) {
    int kind = text.charAt(start);
    int i = start + 1;
    if (kind == 0x1b) {
      if (i == text.length()) {
        return i;
      }
      kind = text.charAt(i);
      i++;
    }
    return switch (kind) {
      case '[', 0x9b -> endOfControl(text, start, i);
      case ']', 'P', '_', '^', 'X', 0x9d, 0x90 -> endOfString(text, i);
      default -> endOfShort(text, start);
    };
  }

  /** The mark, any number of intermediate characters, and one that ends it. */
  private static int endOfShort(String text, int start) {
    int i = start + 1;
    while (i < text.length() && text.charAt(i) >= ' ' && text.charAt(i) < '0') {
      i++;
    }
    return i < text.length() && text.charAt(i) >= '0' && text.charAt(i) < 0x7f ? i + 1 : start + 1;
  }

  private static int endOfControl(String text, int start, int from) {
    int i = from;
    int bound = Math.min(text.length(), from + MAX_SEQUENCE_LENGTH);
    while (i < bound && text.charAt(i) >= ' ' && text.charAt(i) < '@') {
      i++;
    }
    boolean ends = i < bound && text.charAt(i) >= '@' && text.charAt(i) < 0x7f;
    return ends ? i + 1 : start + 1;
  }

  private static int endOfString(String text, int from) {
    int bound = Math.min(text.length(), from + MAX_SEQUENCE_LENGTH);
    for (int i = from; i < bound; i++) {
      char c = text.charAt(i);
      if (c == 0x7 || c == 0x9c) {
        return i + 1;
      }
      if (c == 0x1b && i + 1 < bound && text.charAt(i + 1) == '\\') {
        return i + 2;
      }
    }
    return from;
  }
}
