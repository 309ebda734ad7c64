package io.gatemini.search.distill;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Turns the mark-up of descriptions into plain English prose, or into nothing. */
final class Prose {
  private static final Pattern TAG = Pattern.compile("<[^<>]{1,300}>");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]\\[]{0,200})]\\([^)]{0,400}\\)");
  private static final Pattern JSDOC_LINK =
      Pattern.compile("\\{@link(?:code|plain)?\\s+(?:\\S+\\s+)?([^}]{1,200})}");
  private static final Pattern ADDRESS = Pattern.compile("\\(?https?://\\S+");
  private static final Pattern ENTITY = Pattern.compile("&(?:[a-z]{2,8}|#\\d{1,6});");
  private static final Pattern MARKS = Pattern.compile("[`*#|~\\\\]+|_{2,}|={3,}|-{3,}");
  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final Pattern WORD = Pattern.compile("[^A-Za-z]+");

  /** Words that English prose of five words and more can hardly do without. */
  private static final Set<String> FUNCTION_WORDS =
      Set.of(
          "the", "of", "to", "for", "and", "an", "by", "with", "from", "is", "are", "all", "this",
          "or", "that", "your", "on", "in", "be", "it", "as", "at", "you", "which", "used");

  private static final int LONGEST = 400;

  private Prose() {}

  /** Plain prose of at most 400 characters; empty when it is not English. */
  static String clean(String text) {
    String cut = text.length() > 4 * LONGEST ? text.substring(0, 4 * LONGEST) : text;
    cut = LINK.matcher(cut).replaceAll("$1");
    cut = JSDOC_LINK.matcher(cut).replaceAll("$1");
    cut = TAG.matcher(cut).replaceAll(" ");
    cut = ADDRESS.matcher(cut).replaceAll(" ");
    cut = ENTITY.matcher(cut).replaceAll(" ");
    cut = MARKS.matcher(cut).replaceAll(" ");
    cut = SPACE.matcher(cut).replaceAll(" ").strip();
    if (cut.length() > LONGEST) {
      cut = cut.substring(0, cut.lastIndexOf(' ', LONGEST) + 1).strip();
    }
    return isEnglish(cut) ? cut : "";
  }

  private static boolean isEnglish(String text) {
    long foreign = text.chars().filter(c -> c > 0x2FF && Character.isLetter(c)).count();
    long accented = text.chars().filter(c -> c > 0x7F && c <= 0x2FF).count();
    long letters = text.chars().filter(Character::isLetter).count();
    if (letters < 3 || foreign > 0 || accented * 50 > letters) {
      return false;
    }
    List<String> words = WORD.splitAsStream(text.toLowerCase(Locale.ROOT)).toList();
    if (words.size() < 5) {
      return true;
    }
    for (String word : words) {
      if (FUNCTION_WORDS.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /** The form under which two texts count as the same: lower case, words only. */
  static String normalised(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = Character.toLowerCase(text.charAt(i));
      if (Character.isLetterOrDigit(c)) {
        if (gap && out.length() > 0) {
          out.append(' ');
        }
        out.append(c);
        gap = false;
      } else {
        gap = true;
      }
    }
    return out.toString();
  }
}
