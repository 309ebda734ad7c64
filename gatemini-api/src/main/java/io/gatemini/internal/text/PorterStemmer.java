package io.gatemini.internal.text;

/**
 * Reduces an English word to its stem: "searching", "searched" and "searches" to "search". The
 * algorithm of M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the two
 * departures of its author's later version (-logi, -bli). Stateless.
 */
public final class PorterStemmer {
  private static final int SHORTEST = 3;

  /** No word of the language is longer; the steps look back along runs of the letter y. */
  private static final int LONGEST = 64;

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
    stemmer.doubleSuffixes();
    stemmer.adjectiveSuffixes();
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

  /** Step 2. */
  private void doubleSuffixes() {
    boolean done =
        replaces("ational", "ate")
            || replaces("tional", "tion")
            || replaces("enci", "ence")
            || replaces("anci", "ance")
            || replaces("izer", "ize")
            || replaces("bli", "ble")
            || replaces("alli", "al")
            || replaces("entli", "ent")
            || replaces("eli", "e")
            || replaces("ousli", "ous")
            || replaces("ization", "ize")
            || replaces("ation", "ate")
            || replaces("ator", "ate")
            || replaces("alism", "al")
            || replaces("iveness", "ive")
            || replaces("fulness", "ful")
            || replaces("ousness", "ous")
            || replaces("aliti", "al")
            || replaces("iviti", "ive")
            || replaces("biliti", "ble");
    if (!done) {
      replaces("logi", "log");
    }
  }

  /** Step 3. */
  private void adjectiveSuffixes() {
    boolean done =
        replaces("icate", "ic")
            || replaces("ative", "")
            || replaces("alize", "al")
            || replaces("iciti", "ic")
            || replaces("ical", "ic")
            || replaces("ful", "");
    if (!done) {
      replaces("ness", "");
    }
  }

  /** Step 4. */
  private void nounSuffixes() {
    if (ends("al")
        || ends("ance")
        || ends("ence")
        || ends("er")
        || ends("ic")
        || ends("able")
        || ends("ible")
        || ends("ant")
        || ends("ement")
        || ends("ment")
        || ends("ent")
        || (ends("ion") && stem > 0 && "st".indexOf(word[stem - 1]) >= 0)
        || ends("ou")
        || ends("ism")
        || ends("ate")
        || ends("iti")
        || ends("ous")
        || ends("ive")
        || ends("ize")) {
      if (measure() > 1) {
        length = stem;
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

  /** Whether the word ends so; the suffix is replaced where the stem is long enough. */
  private boolean replaces(String suffix, String replacement) {
    if (!ends(suffix)) {
      return false;
    }
    if (measure() > 0) {
      replacement.getChars(0, replacement.length(), word, stem);
      length = stem + replacement.length();
    }
    return true;
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
