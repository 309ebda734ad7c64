package io.gatemini.internal.surface;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A value that somebody is writing, and what of all that there is it can become. One pass over what
 * there is; nothing is kept. Immutable.
 */
record WrittenValue(String text) {
  /** How much of it stands in a value; the better comes first. */
  private enum Match {
    BEGINNING,
    /** In other letters: large for small, or small for large. */
    BEGINNING_IN_ANY_CASE,
    /** The part of a tool's key after the namespace. */
    BEHIND_DOT,
    WORD,
    INSIDE,
    NONE
  }

  /**
   * The values that begin with it, then those where the part behind the first dot does, then those
   * where a word does; each of them in the order they have. Without what is there twice.
   */
  List<String> beginnings(Collection<String> values) {
    return upTo(Match.WORD, values);
  }

  /** The same, and behind them those that have it anywhere. */
  List<String> occurrences(Collection<String> values) {
    return upTo(Match.INSIDE, values);
  }

  private List<String> upTo(Match worst, Collection<String> values) {
    Map<Match, List<String>> byMatch = new EnumMap<>(Match.class);
    for (String value : values) {
      Match match = match(value);
      if (match.compareTo(worst) <= 0) {
        byMatch.computeIfAbsent(match, none -> new ArrayList<>()).add(value);
      }
    }
    Set<String> distinct = new LinkedHashSet<>();
    byMatch.values().forEach(distinct::addAll);
    return List.copyOf(distinct);
  }

  private Match match(String value) {
    if (value.startsWith(text)) {
      return Match.BEGINNING;
    }
    if (isAt(value, 0)) {
      return Match.BEGINNING_IN_ANY_CASE;
    }
    int dot = value.indexOf('.');
    if (dot >= 0 && isAt(value, dot + 1)) {
      return Match.BEHIND_DOT;
    }
    boolean inside = false;
    for (int i = 1; i <= value.length() - text.length(); i++) {
      if (isAt(value, i)) {
        if (beginsWord(value, i)) {
          return Match.WORD;
        }
        inside = true;
      }
    }
    return inside ? Match.INSIDE : Match.NONE;
  }

  private boolean isAt(String value, int at) {
    return value.regionMatches(true, at, text, 0, text.length());
  }

  /** Behind what is no letter or digit, or at a large letter behind a small one. */
  private static boolean beginsWord(String value, int at) {
    int first = value.codePointAt(at);
    int before = value.codePointBefore(at);
    return Character.isLetterOrDigit(first)
        && (!Character.isLetterOrDigit(before)
            || (Character.isUpperCase(first) && Character.isLowerCase(before)));
  }
}
