package io.gatemini.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Splits text into lower-case words the way tools are named and described: at everything that is
 * neither letter nor digit, inside {@code camelCase} and {@code HTTPServer}, and between letters
 * and digits, where the whole is kept as well: {@code oauth2} gives {@code oauth2} and {@code
 * oauth}.
 *
 * <p>Accents of Latin, Greek and Cyrillic letters are dropped. Scripts without spaces are split
 * into pairs of characters, the way search engines index them. Stateless.
 */
final class WordSplitter {
  private static final int FIRST_ACCENT = 0x300;
  private static final int LAST_ACCENT = 0x36F;
  private static final int FIRST_BEYOND_ASCII = 0x80;

  /** A part beside digits that says something by itself. */
  private static final int MIN_PART_LETTERS = 3;

  private final String text;
  private final Consumer<String> words;

  private WordSplitter(String text, Consumer<String> words) {
    this.text = text;
    this.words = words;
  }

  static void split(String text, Consumer<String> words) {
    new WordSplitter(isAscii(text) ? text : withoutAccents(text), words).run();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_BEYOND_ASCII) {
        return false;
      }
    }
    return true;
  }

  /** Compatibility forms become plain ones: full-width letters, ligatures. */
  private static String withoutAccents(String text) {
    String decomposed = Normalizer.normalize(text, Normalizer.Form.NFKD);
    StringBuilder plain = new StringBuilder(decomposed.length());
    decomposed
        .codePoints()
        .filter(codePoint -> !isAccent(codePoint) && !selectsVariation(codePoint))
        .forEach(codePoint -> plain.appendCodePoint(codePoint == '\u2019' ? '\'' : codePoint));
    return Normalizer.normalize(plain, Normalizer.Form.NFC);
  }

  private static boolean isAccent(int codePoint) {
    return codePoint >= FIRST_ACCENT && codePoint <= LAST_ACCENT;
  }

  /** Such a mark says how the sign before it is drawn: an emoji in colour. */
  private static boolean selectsVariation(int codePoint) {
    return (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
        || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
  }

  private void run() {
    int i = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (!isWordPart(codePoint) || isMark(codePoint)) {
        i += Character.charCount(codePoint);
        continue;
      }
      boolean spaceless = isSpaceless(codePoint);
      int end = i;
      while (end < text.length()) {
        int next = text.codePointAt(end);
        if (!isWordPart(next) || isSpaceless(next) != spaceless) {
          break;
        }
        end += Character.charCount(next);
      }
      if (spaceless) {
        pairs(i, end);
      } else {
        identifier(i, end);
        end = afterPossessive(end);
      }
      i = end;
    }
  }

  private static boolean isWordPart(int codePoint) {
    if (codePoint < FIRST_BEYOND_ASCII) {
      return (codePoint >= 'a' && codePoint <= 'z')
          || (codePoint >= 'A' && codePoint <= 'Z')
          || (codePoint >= '0' && codePoint <= '9');
    }
    return Character.isLetterOrDigit(codePoint) || isMark(codePoint);
  }

  /** Part of the letter before it; alone it is no word. */
  private static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
      default -> false;
    };
  }

  private static boolean isSpaceless(int codePoint) {
    if (codePoint < FIRST_BEYOND_ASCII) {
      return false;
    }
    return switch (UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, BOPOMOFO, THAI, LAO, KHMER, MYANMAR -> true;
      // The mark that lengthens a vowel in Japanese belongs to no script.
      case COMMON -> codePoint == '\u30FC';
      default -> false;
    };
  }

  private void pairs(int start, int end) {
    int first = start;
    int second = text.offsetByCodePoints(first, 1);
    if (second == end) {
      words.accept(text.substring(start, end));
      return;
    }
    while (second < end) {
      int after = text.offsetByCodePoints(second, 1);
      words.accept(text.substring(first, after));
      first = second;
      second = after;
    }
  }

  /** The end of a possessive that follows a word, such as that of "user's". */
  private int afterPossessive(int end) {
    boolean possessive =
        end + 1 < text.length()
            && text.charAt(end) == '\''
            && (text.charAt(end + 1) == 's' || text.charAt(end + 1) == 'S')
            && (end + 2 == text.length() || !isWordPart(text.codePointAt(end + 2)));
    return possessive ? end + 2 : end;
  }

  /** Splits where the case says that a word begins. */
  private void identifier(int start, int end) {
    int from = start;
    for (int i = start + 1; i < end; i++) {
      if (beginsWord(i, end)) {
        lettersAndDigits(from, i);
        from = i;
      }
    }
    lettersAndDigits(from, end);
  }

  private boolean beginsWord(int i, int end) {
    if (!Character.isUpperCase(text.charAt(i))) {
      return false;
    }
    char before = text.charAt(i - 1);
    if (Character.isLowerCase(before)) {
      return true;
    }
    // "HTTPServer" and "EC2Instances" are two words; "APIs", "PDFs" and "V2X" are one.
    return (Character.isUpperCase(before) || Character.isDigit(before))
        && i + 1 < end
        && Character.isLowerCase(text.charAt(i + 1))
        && !(text.charAt(i + 1) == 's' && i + 2 == end);
  }

  private void lettersAndDigits(int start, int end) {
    String word = text.substring(start, end).toLowerCase(Locale.ROOT);
    words.accept(word);
    int from = 0;
    boolean digits = Character.isDigit(word.codePointAt(0));
    for (int i = 0; i < word.length(); i = word.offsetByCodePoints(i, 1)) {
      int codePoint = word.codePointAt(i);
      if (Character.isDigit(codePoint) != digits && !isMark(codePoint)) {
        part(word, from, i, digits);
        from = i;
        digits = !digits;
      }
    }
    part(word, from, word.length(), digits);
  }

  private void part(String word, int from, int end, boolean digits) {
    int length = end - from;
    if (!digits && length >= MIN_PART_LETTERS && length < word.length()) {
      words.accept(word.substring(from, end));
    }
  }
}
