package io.gatemini.internal.text;

import java.util.stream.Stream;

/**
 * Reduces an English word to its stem: "searching", "searched" and "searches" to "search". The
 * algorithm of M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the two
 * departures of its author's later version (-logi, -bli). Stateless.
 */
public final class PorterStemmer {
  private static final int SHORTEST = 3;

  /** No word of the language is longer; the steps look back along runs of the letter y. */
  private static final int LONGEST = 64;

  /** Step 2: suffixes with what takes their place; the first that fits counts. */
  private static final String[][] DOUBLE_SUFFIXES =
      pairs(
          "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e"
              + " ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful"
              + " ousness>ous aliti>al iviti>ive biliti>ble logi>log");

  /** Step 3. */
  private static final String[][] ADJECTIVE_SUFFIXES =
      pairs("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");

  /** Step 4. Only after s or t is "ion" a suffix. */
  private static final String[] NOUN_SUFFIXES =
      "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(" ");

  private final char[] word;

  /** The letters that are still part of the word. */
  private int length;

  /** The length of the part before a suffix that {@link #ends} has found. */
  private int stem;

  private PorterStemmer(String word) {
    this.word = new char[word.length() + 1];
    word.getChars(0, word.length(), this.word, 0);
    this.length = word.length();
  }

  /**
   * The stem of a word in lower case. A word with other characters than a to z, or of less than 3
   * or more than 64 letters, is its own stem.
   */
  public static String stem(String word) {
    if (word.length() < SHORTEST || word.length() > LONGEST || !isPlain(word)) {
      return word;
    }
    PorterStemmer stemmer = new PorterStemmer(word);
    stemmer.plurals();
    stemmer.pastAndProgressive();
    stemmer.finalY();
    stemmer.replaceFirst(DOUBLE_SUFFIXES);
    stemmer.replaceFirst(ADJECTIVE_SUFFIXES);
    stemmer.nounSuffixes();
    stemmer.finalE();
    return new String(stemmer.word, 0, stemmer.length);
  }

  /**
   * The common beginning of all words of a stem. The steps cut endings off; the few that put
   * letters in their place end in i, e, ble or what is left of that.
   */
  public static String sharedStart(String stem) {
    int changed = 0;
    if (stem.endsWith("ble")) {
      changed = 2;
    } else if (stem.endsWith("bl") || stem.endsWith("i") || stem.endsWith("e")) {
      changed = stem.length() > 1 ? 1 : 0;
    }
    return stem.substring(0, stem.length() - changed);
  }

  private static String[][] pairs(String text) {
    return Stream.of(text.split(" ")).map(pair -> pair.split(">", -1)).toArray(String[][]::new);
  }

  private static boolean isPlain(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) < 'a' || word.charAt(i) > 'z') {
        return false;
      }
    }
    return true;
  }

  /** Step 1a. */
  private void plurals() {
    if (ends("sses") || ends("ies")) {
      length -= 2;
    } else if (ends("s") && !ends("ss")) {
      length--;
    }
  }

  /** Step 1b. */
  private void pastAndProgressive() {
    if (ends("eed")) {
      if (measure() > 0) {
        length--;
      }
    } else if ((ends("ed") || ends("ing")) && hasVowel()) {
      length = stem;
      if (ends("at") || ends("bl") || ends("iz")) {
        word[length++] = 'e';
      } else if (endsInDoubleConsonant() && "lsz".indexOf(word[length - 1]) < 0) {
        length--;
      } else {
        stem = length;
        if (measure() == 1 && endsShort(length)) {
          word[length++] = 'e';
        }
      }
    }
  }

  /** Step 1c. */
  private void finalY() {
    if (ends("y") && hasVowel()) {
      word[length - 1] = 'i';
    }
  }

  private void nounSuffixes() {
    for (String suffix : NOUN_SUFFIXES) {
      if (ends(suffix)) {
        if (measure() > 1 && (!suffix.equals("ion") || "st".indexOf(word[stem - 1]) >= 0)) {
          length = stem;
        }
        return;
      }
    }
  }

  /** Step 5. */
  private void finalE() {
    if (ends("e")) {
      int measure = measure();
      if (measure > 1 || (measure == 1 && !endsShort(stem))) {
        length--;
      }
    }
    stem = length;
    if (word[length - 1] == 'l' && endsInDoubleConsonant() && measure() > 1) {
      length--;
    }
  }

  private boolean ends(String suffix) {
    int start = length - suffix.length();
    if (start < 0) {
      return false;
    }
    for (int i = 0; i < suffix.length(); i++) {
      if (word[start + i] != suffix.charAt(i)) {
        return false;
      }
    }
    stem = start;
    return true;
  }

  /** Replaces the first of the suffixes that the word has, where the stem is long enough. */
  private void replaceFirst(String[][] suffixes) {
    for (String[] suffix : suffixes) {
      if (ends(suffix[0])) {
        if (measure() > 0) {
          String replacement = suffix[1];
          replacement.getChars(0, replacement.length(), word, stem);
          length = stem + replacement.length();
        }
        return;
      }
    }
  }

  private boolean isConsonant(int i) {
    return switch (word[i]) {
      case 'a', 'e', 'i', 'o', 'u' -> false;
      case 'y' -> i == 0 || !isConsonant(i - 1);
      default -> true;
    };
  }

  /** How many times consonants follow vowels in the stem: Porter's m. */
  private int measure() {
    int count = 0;
    boolean vowel = false;
    for (int i = 0; i < stem; i++) {
      boolean consonant = isConsonant(i);
      if (consonant && vowel) {
        count++;
      }
      vowel = !consonant;
    }
    return count;
  }

  private boolean hasVowel() {
    for (int i = 0; i < stem; i++) {
      if (!isConsonant(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean endsInDoubleConsonant() {
    return length > 1 && word[length - 1] == word[length - 2] && isConsonant(length - 1);
  }

  /** Consonant, vowel, consonant, the last not w, x or y: Porter's *o. */
  private boolean endsShort(int end) {
    return end > 2
        && isConsonant(end - 1)
        && !isConsonant(end - 2)
        && isConsonant(end - 3)
        && "wxy".indexOf(word[end - 1]) < 0;
  }
}
