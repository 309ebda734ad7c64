package io.gatemini.search.embedding;

import java.text.Normalizer;

/**
 * The text clean-up of BERT (its {@code BertNormalizer}): control characters go, ideographs stand
 * alone, accents go, letters become lower case. Whitespace becomes single spaces, which its
 * pre-tokenizer cannot distinguish from other whitespace. Immutable.
 *
 * @param cleanText whether control, format and private characters go
 * @param spaceIdeographs whether each CJK ideograph becomes a word
 * @param stripAccents whether the text is decomposed (NFD) and its non-spacing marks go
 * @param lowerCase whether letters become lower case
 */
record BertNormalizer(
    boolean cleanText, boolean spaceIdeographs, boolean stripAccents, boolean lowerCase) {
  static final BertNormalizer UNCASED = new BertNormalizer(true, true, true, true);

  /** Normalised text: the first {@code length} of the characters. */
  @SuppressWarnings("ArrayRecordComponent") // a buffer between two steps, never compared
  record Normalized(char[] chars, int length) {}

  Normalized normalize(CharSequence text) {
    char[] out = new char[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return normalizeUnicode(text);
      }
      if (isAsciiSpace(c)) {
        if (length > 0 && out[length - 1] != ' ') {
          out[length++] = ' ';
        }
      } else if (c > ' ' && c < 0x7F) {
        out[length++] = lowerCase && c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
      } else if (!cleanText) {
        out[length++] = c;
      }
    }
    return new Normalized(out, length);
  }

  private Normalized normalizeUnicode(CharSequence text) {
    StringBuilder clean = clean(text);
    // Only now: a format character between a letter and its accent is gone.
    CharSequence decomposed =
        stripAccents ? Normalizer.normalize(clean, Normalizer.Form.NFD) : clean;
    // The lower case of a character can be longer than it in UTF-16 only in theory: room for it.
    char[] out = new char[2 * decomposed.length()];
    int length = 0;
    int codePoint;
    for (int i = 0; i < decomposed.length(); i += Character.charCount(codePoint)) {
      codePoint = Character.codePointAt(decomposed, i);
      if (isSpace(codePoint)) {
        if (length > 0 && out[length - 1] != ' ') {
          out[length++] = ' ';
        }
      } else if (!stripAccents || Character.getType(codePoint) != Character.NON_SPACING_MARK) {
        int folded = lowerCase ? Character.toLowerCase(codePoint) : codePoint;
        length += Character.toChars(folded, out, length);
      }
    }
    return new Normalized(out, length);
  }

  private StringBuilder clean(CharSequence text) {
    StringBuilder clean = new StringBuilder(text.length() + 16);
    int codePoint;
    for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = Character.codePointAt(text, i);
      if (isDropped(codePoint)) {
        continue;
      }
      if (spaceIdeographs && isIdeograph(codePoint)) {
        clean.append(' ').appendCodePoint(codePoint).append(' ');
      } else {
        clean.appendCodePoint(codePoint);
      }
    }
    return clean;
  }

  private boolean isDropped(int codePoint) {
    int type = Character.getType(codePoint);
    if (type == Character.SURROGATE) {
      return true; // half a character, which the UTF-8 of the original cannot even say
    }
    if (!cleanText || isAsciiSpace(codePoint)) {
      return false;
    }
    return codePoint == 0xFFFD
        || type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.PRIVATE_USE;
  }

  private static boolean isAsciiSpace(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isSpace(int codePoint) {
    return isAsciiSpace(codePoint) || Character.isSpaceChar(codePoint);
  }

  /** The blocks that BERT calls Chinese: not kana, not hangul. */
  private static boolean isIdeograph(int c) {
    return (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2B81F)
        || (c >= 0x2B820 && c <= 0x2CEAF)
        || (c >= 0x2F800 && c <= 0x2FA1F);
  }
}
