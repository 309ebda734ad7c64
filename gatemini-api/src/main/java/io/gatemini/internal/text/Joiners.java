package io.gatemini.internal.text;

import java.lang.Character.UnicodeScript;

/** Where characters without a width of their own belong to what stands beside them. Stateless. */
final class Joiners {
  private static final int ZERO_WIDTH_JOINER = 0x200d;
  private static final int EMOJI_STYLE = 0xfe0f;
  private static final int TEXT_STYLE = 0xfe0e;

  private Joiners() {}

  /** Whether a joiner or a non-joiner stands where writing has them. */
  static boolean belongs(int joiner, int before, int next) {
    if (before < 0 || next < 0) {
      return false;
    }
    if (joiner == ZERO_WIDTH_JOINER && (isSymbol(before) || before == EMOJI_STYLE)) {
      return isSymbol(next);
    }
    return isJoining(before) && isJoining(next);
  }

  static boolean isSelector(int codePoint) {
    return (codePoint >= 0xfe00 && codePoint <= EMOJI_STYLE)
        || (codePoint >= 0xe0100 && codePoint <= 0xe01ef)
        || (codePoint >= 0x180b && codePoint <= 0x180f);
  }

  /** Whether what stands before a selector has variations. */
  static boolean selects(int selector, int before) {
    if (before < 0 || isSelector(before)) {
      return false;
    }
    if (selector == EMOJI_STYLE || selector == TEXT_STYLE) {
      return isSymbol(before) || isKeycap(before);
    }
    UnicodeScript script = UnicodeScript.of(before);
    if (selector >= 0x180b && selector <= 0x180f) {
      return script == UnicodeScript.MONGOLIAN;
    }
    if (script == UnicodeScript.HAN) {
      return true;
    }
    // Standardised variations of letters and of mathematical signs.
    return selector == 0xfe00
        && (script == UnicodeScript.MYANMAR
            || script == UnicodeScript.PHAGS_PA
            || Character.getType(before) == Character.MATH_SYMBOL);
  }

  private static boolean isKeycap(int codePoint) {
    return (codePoint >= '0' && codePoint <= '9') || codePoint == '#' || codePoint == '*';
  }

  /** Emoji, and the blocks of symbols among which they are. */
  private static boolean isSymbol(int codePoint) {
    return (codePoint >= 0x1f000 && codePoint <= 0x1faff)
        || (codePoint >= 0x2190 && codePoint <= 0x2bff)
        || switch (codePoint) {
          case 0xa9, 0xae, 0x203c, 0x2049, 0x2122, 0x2139, 0x3030, 0x303d, 0x3297, 0x3299 -> true;
          default -> false;
        };
  }

  /** Letters of scripts that are written with joiners, and the marks on them. */
  private static boolean isJoining(int codePoint) {
    if (codePoint < 0x600 || codePoint == 0x200c || codePoint == ZERO_WIDTH_JOINER) {
      return false;
    }
    return switch (UnicodeScript.of(codePoint)) {
      case ARABIC, SYRIAC, MANDAIC, NKO, MONGOLIAN, PHAGS_PA -> true;
      case DEVANAGARI, BENGALI, GURMUKHI, GUJARATI, ORIYA -> true;
      case TAMIL, TELUGU, KANNADA, MALAYALAM, SINHALA -> true;
      case MYANMAR, KHMER, TIBETAN, BALINESE, JAVANESE -> true;
      // Vowel marks of Arabic belong to several scripts.
      case INHERITED ->
          Character.getType(codePoint) == Character.NON_SPACING_MARK && codePoint < 0x2000;
      default -> false;
    };
  }
}
