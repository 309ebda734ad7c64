package io.gatemini.internal.surface.resource;

import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.PorterStemmer;
import io.gatemini.internal.text.TextCut;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.text.FirstSentence;
import io.gatemini.text.WordAnalyzer;
import java.lang.Character.UnicodeScript;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool in one line: the first sentence of its description, and where it can be cut so that what
 * is left reads well. Stateless.
 */
final class BriefWords {
  /** The most that is shown of a description, in code points. */
  static final int MAX_CODE_POINTS = 120;

  /** Enough of a description for a sentence that is longer than what is shown. */
  private static final int READ = 1_000;

  private static final int SENTENCE = 2 * MAX_CODE_POINTS;

  private static final List<String> ARTICLES = List.of("a", "an", "the");

  /** Words that say nothing where a line begins. */
  private static final Set<String> OPENINGS =
      Set.of(
          ("a an the of to in for from by on with and or this that which tool function api use used"
                  + " allows you can will is all your it its specific retrieve retrieves return"
                  + " returns show shows enumerate enumerates list lists get gets detailed"
                  + " comprehensive provides")
              .split(" "));

  /** Words that nothing may end with: those that would follow are missed. */
  private static final Set<String> LINKS =
      Set.of(
          ("a an the of to in for from by on with and or at as into that which its their your this"
                  + " is are be using via per such given you if when where whether not but including"
                  + " e.g i.e can will any all each between about through within based like optionally"
                  + " against required and/or specific specified new existing available comprehensive"
                  + " detailed current multiple various different one more")
              .split(" "));

  private static final String TRAILING = ".,;:!?-\u2013\u2014/|=&";

  private static final String OUTER = TRAILING + "*_`'\"#<>+~()[]{}";

  private static final WordAnalyzer WORDS = new WordAnalyzer();

  private static final Pattern CLUSTER = Pattern.compile("\\X");

  private BriefWords() {}

  /** The first sentence in one line, somewhat longer than what is shown; empty where none is. */
  static String sentence(ToolDescriptor tool) {
    String text = tool.description();
    String read = TextCut.head(text, READ);
    return VisibleText.line(FirstSentence.of(VisibleText.of(read), SENTENCE)).strip();
  }

  /**
   * A sentence without what its reader knows: words at the beginning that the tool's key has too,
   * articles, the full stop. Empty where nothing else is in it.
   */
  static String distinctive(String sentence, ToolDescriptor tool) {
    Set<String> known = new HashSet<>();
    for (String word : WORDS.tokens(tool.key())) {
      known.add(PorterStemmer.stem(word));
    }
    StringBuilder rest = new StringBuilder(sentence.length());
    int begin = 0;
    while (begin < sentence.length()) {
      int end = wordEnd(sentence, begin);
      boolean dropped =
          rest.length() == 0
              ? saysNothing(bare(sentence, begin, end).toLowerCase(Locale.ROOT), known)
              : isArticle(sentence, begin, end);
      if (!dropped) {
        rest.append(rest.length() == 0 ? "" : " ").append(sentence, begin, end);
      }
      begin = end + 1;
    }
    String kept = rest.toString();
    return kept.endsWith(".") ? kept.substring(0, kept.length() - 1) : kept;
  }

  private static boolean saysNothing(String word, Set<String> known) {
    return word.isEmpty() || OPENINGS.contains(word) || isKnown(word, known);
  }

  /** An article, also behind a bracket or a quote; with a mark behind it, it is a name. */
  private static boolean isArticle(String text, int begin, int end) {
    int from = outerEnd(text, begin, end);
    for (String article : ARTICLES) {
      if (article.length() == end - from
          && text.regionMatches(true, from, article, 0, article.length())) {
        return true;
      }
    }
    return false;
  }

  /** Also "get/retrieve/show". */
  private static boolean isKnown(String word, Set<String> known) {
    if (word.indexOf('/') < 0) {
      return known.contains(PorterStemmer.stem(word));
    }
    for (String part : WORDS.tokens(word)) {
      if (!OPENINGS.contains(part) && !known.contains(PorterStemmer.stem(part))) {
        return false;
      }
    }
    return true;
  }

  /** Hears of the places where a sentence can end, the last of which may be its own end. */
  @FunctionalInterface
  interface Cuts {
    /**
     * A sentence can end here.
     *
     * @param end the offset behind the last character that is kept
     * @param codePoints how many are before it
     */
    void at(int end, int codePoints);
  }

  /** Visits all places up to {@link #MAX_CODE_POINTS}, in their order. */
  static void cuts(String sentence, Cuts cuts) {
    int counted = 0;
    int last = 0;
    int codePoints = 0;
    int depth = 0;
    int begin = 0;
    while (begin < sentence.length()) {
      int end = wordEnd(sentence, begin);
      int kept = end == sentence.length() ? end : trimmed(sentence, begin, end);
      int spaced = spaced(sentence, begin, end, kept, last, cuts);
      last = Math.max(last, spaced);
      depth += depth(sentence, begin, end);
      codePoints += sentence.codePointCount(counted, kept);
      counted = kept;
      if (codePoints > MAX_CODE_POINTS) {
        return;
      }
      boolean whole = end == sentence.length();
      if (kept > Math.max(begin, last)
          && (whole || (depth <= 0 && !LINKS.contains(lower(sentence, begin, kept))))) {
        cuts.at(kept, codePoints);
        last = kept;
      }
      begin = end + 1;
    }
  }

  /** Scripts that are written without spaces may be cut behind every character. */
  private static int spaced(String sentence, int begin, int end, int kept, int before, Cuts cuts) {
    int last = before;
    boolean none = true;
    for (int i = begin; i < end && none; i++) {
      none = sentence.charAt(i) < 0xe00;
    }
    if (none) {
      return last;
    }
    Matcher cluster = CLUSTER.matcher(sentence).region(begin, kept);
    int codePoints = sentence.codePointCount(0, begin);
    while (cluster.find()) {
      codePoints += sentence.codePointCount(cluster.start(), cluster.end());
      if (codePoints > MAX_CODE_POINTS || cluster.end() == end) {
        return last;
      }
      if (isWrittenWithoutSpaces(sentence.codePointAt(cluster.start()))) {
        cuts.at(cluster.end(), codePoints);
        last = cluster.end();
      }
    }
    return last;
  }

  private static boolean isWrittenWithoutSpaces(int codePoint) {
    return switch (UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR, TIBETAN ->
          Character.isLetter(codePoint);
      default -> false;
    };
  }

  private static int wordEnd(String text, int begin) {
    int end = text.indexOf(' ', begin);
    return end < 0 ? text.length() : end;
  }

  private static String lower(String text, int begin, int end) {
    return text.substring(begin, end).toLowerCase(Locale.ROOT);
  }

  private static String bare(String text, int begin, int end) {
    int from = outerEnd(text, begin, end);
    int to = end;
    while (to > from && OUTER.indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    return text.substring(from, to);
  }

  private static int outerEnd(String text, int begin, int end) {
    int from = begin;
    while (from < end && OUTER.indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    return from;
  }

  private static int trimmed(String text, int begin, int end) {
    int kept = end;
    while (kept > begin && TRAILING.indexOf(text.charAt(kept - 1)) >= 0) {
      kept--;
    }
    return kept;
  }

  /** How many brackets a word opens more than it closes. */
  private static int depth(String text, int begin, int end) {
    int depth = 0;
    for (int i = begin; i < end; i++) {
      switch (text.charAt(i)) {
        case '(', '[', '{' -> depth++;
        case ')', ']', '}' -> depth--;
        default -> {}
      }
    }
    return depth;
  }
}
